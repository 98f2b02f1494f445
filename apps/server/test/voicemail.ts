import type { Instruction } from "@trunkline/workflow/voice/script.ts";
import { moveCall } from "../src/inbound/moveCall.ts";
import { silentRecording } from "../src/inbound/silentRecording.ts";
import { storeRecording } from "../src/inbound/storeRecording.ts";
import type { Database } from "../src/store/database.ts";
import { callIn } from "./callIn.ts";
import type { TestServer } from "./server.ts";

/** A voicemail, or a recording that a script asks for. */
const scriptOf = (isVoicemail: boolean): Instruction[] => [
  {
    do: "record",
    maxSeconds: 180,
    silenceSeconds: 10,
    finishOnKey: "#",
    beep: true,
    format: "wav",
    ...(isVoicemail && { voicemail: true }),
  },
  { do: "hangUp" },
];

/** A handset calls, and leaves a recording; answers the voicemail's id. */
export async function leaveVoicemail(
  db: Database,
  server: TestServer,
  { account, key }: { account: string; key: string },
  { from, to, seconds, ofScript }: { from: string; to: string; seconds: number; ofScript?: boolean },
): Promise<string> {
  const world = { publicUrl: "http://127.0.0.1", pace: 1 };
  const callId = await callIn(db, account, { from, to }, scriptOf(!ofScript), world);
  await db.tx([account], async (q) => {
    const recorded = { data: silentRecording(seconds), isSilent: true };
    const { url } = await storeRecording(q, account, callId, recorded, "http://127.0.0.1");
    const input = { input: "recorded" as const, seconds, recordingUrl: url };
    await moveCall(q, { accountId: account, callId }, ([leg]) => [{ legId: leg!.legId, input }], world);
  });
  const box = await server.call("GET", "/v4/voicemail/", { as: { key } });
  return String(box.body.payload[0]?.["voicemailId"]);
}
