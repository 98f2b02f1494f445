import { localTranscript } from "@trunkline/carriers/speech/speechService.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { testServer } from "../../../test/server.ts";
import { leaveVoicemail } from "../../../test/voicemail.ts";
import { openEgress } from "../../egress/egress.ts";
import { openSpeech } from "../../models/openSpeech.ts";
import { transcribeVoicemailsJob } from "./transcribeVoicemails.ts";

const db = await freshDatabase();
const server = await testServer(db);
const receiver = await startReceiver();
const to = "+12025550100";
let from = 12_025_550_200;

/** An account with a voicemail, its speech service, and what the voicemail's page shows. */
async function world(url?: string) {
  const account = await server.account();
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, path, { as: { key: account.key }, body });
  const save = (key: string, value: object) =>
    call("POST", "/v3/accounts/external/config", { provider: "speech", key, ...value });
  if (url !== undefined) {
    await save("url", { value: `${url}/v1/` });
    await save("model", { value: "whisper-1" });
    await save("api_key", { encryptedValue: "a speech key" });
  }
  const voicemailId = await leaveVoicemail(db, server, account, { from: `+${from++}`, to, seconds: 5 });
  const transcript = async () => (await call("GET", "/v4/voicemail/")).body.payload[0]?.["transcript"];
  const again = () => call("POST", `/v4/voicemail/${voicemailId}/transcript`);
  const listed = async (search: string) =>
    (await call("GET", `/v4/voicemail/?search=${encodeURIComponent(search)}`)).body.payload.length;
  return { ...account, transcript, again, listed };
}

const work = (speech: ReturnType<typeof openSpeech> = null, allow: readonly string[] = [receiver.allow]) =>
  transcribeVoicemailsJob({ egress: openEgress({ allow }), secrets: server.api.secrets, speech }).run(db);
const dueNow = () => db.global((q) => q.run("update transcript_queue set due_at = now()"));
const queued = () => db.global((q) => q.run("select from transcript_queue"));

describe("transcripts of voicemails (decision 0109)", () => {
  it("are made by the account's own service, and searched", async () => {
    receiver.answer((_, response) => response.end('{"text":"Please move my appointment."}'));
    const { transcript, listed } = await world(receiver.url);
    expect(await transcript()).toBeNull();
    await work();
    expect(await transcript()).toEqual({ state: "done", text: "Please move my appointment.", problem: null });
    const request = receiver.received.at(-1);
    expect(request).toMatchObject({
      method: "POST",
      path: "/v1/audio/transcriptions",
      headers: { authorization: "Bearer a speech key" },
    });
    expect(request?.body).toContain("whisper-1");
    expect(request?.body).toContain("RIFF");
    expect([await listed("MOVE my"), await listed("lamp"), await queued()]).toEqual([1, 0, 0]);
  });

  it("are tried again while the service is down, and fail with the reason after the fifth attempt", async () => {
    receiver.answer((_, response) => {
      response.statusCode = 503;
      response.end('{"error":{"message":"Overloaded"}}');
    });
    const { transcript, again } = await world(receiver.url);
    for (let attempt = 1; attempt < 5; attempt++) {
      await dueNow();
      await work();
      expect(await transcript()).toEqual({ state: "waiting", text: null, problem: "Overloaded" });
    }
    await dueNow();
    await work();
    expect(await transcript()).toEqual({ state: "failed", text: null, problem: "Overloaded" });
    expect(await queued()).toBe(0);
    receiver.answer((_, response) => response.end('{"text":"Hello"}'));
    expect((await again()).status).toBe(200);
    await work();
    expect(await transcript()).toEqual({ state: "done", text: "Hello", problem: null });
  });

  it("fail at once when the service refuses, and the egress check refuses private addresses", async () => {
    receiver.answer((_, response) => {
      response.statusCode = 401;
      response.end('{"error":{"message":"Wrong key"}}');
    });
    const refused = await world(receiver.url);
    await work();
    expect(await refused.transcript()).toMatchObject({ state: "failed", problem: "Wrong key" });
    const asked = receiver.received.length;
    const inside = await world(receiver.url);
    await work(null, []);
    expect(await inside.transcript()).toMatchObject({
      state: "waiting",
      problem: expect.stringMatching(/not allowed/),
    });
    expect(receiver.received).toHaveLength(asked);
    await db.global((q) => q.run("delete from transcript_queue"));
  });

  it("are made by the operator's service where the account has none, and by no one without both", async () => {
    const demo = await world();
    await work();
    expect([await demo.transcript(), await queued()]).toEqual([null, 0]);
    await demo.again();
    await work(openSpeech({ kind: "local" }));
    expect(await demo.transcript()).toMatchObject({ state: "done", text: localTranscript });
    receiver.answer((_, response) => response.end('{"text":"By the operator"}'));
    await demo.again();
    // the operator's own address needs no exception
    await work(openSpeech({ kind: "openai", baseUrl: receiver.url, apiKey: "", model: "small" }), []);
    expect(await demo.transcript()).toMatchObject({ text: "By the operator" });
  });

  it("are asked for again after a worker died", async () => {
    const { transcript } = await world();
    await db.global((q) => q.run("update transcript_queue set attempt = 1, due_at = now() + interval '5 minutes'"));
    await work(openSpeech({ kind: "local" }));
    expect(await transcript()).toBeNull();
    await dueNow();
    await work(openSpeech({ kind: "local" }));
    expect(await transcript()).toMatchObject({ state: "done" });
  });
});
