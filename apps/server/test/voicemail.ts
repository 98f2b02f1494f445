import { keepRecording } from "../src/inbound/keepRecording.ts";
import { receiveCall } from "../src/inbound/receiveCall.ts";
import { silentRecording } from "../src/inbound/silentRecording.ts";
import type { Database } from "../src/store/database.ts";
import type { TestServer } from "./server.ts";

/** A handset calls, and leaves a recording; answers the voicemail's id. */
export async function leaveVoicemail(
  db: Database,
  server: TestServer,
  { account, key }: { account: string; key: string },
  { from, to, seconds }: { from: string; to: string; seconds: number },
): Promise<string> {
  const called = await server.call("POST", "/v4/simulator/call", { as: { key }, body: { from, to } });
  const callId = String(called.body.payload[0]?.["callId"]);
  await db.tx([account], async (q) => {
    const recorded = { data: silentRecording(seconds), isSilent: true };
    const { url } = await keepRecording(q, account, callId, recorded, "http://127.0.0.1");
    await receiveCall(q, { accountId: account, callId }, { type: "recorded", seconds, recordingUrl: url });
  });
  const box = await server.call("GET", "/v4/voicemail/", { as: { key } });
  return String(box.body.payload[0]?.["voicemailId"]);
}
