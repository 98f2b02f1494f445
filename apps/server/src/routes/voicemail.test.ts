import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../test/server.ts";
import { leaveVoicemail } from "../../test/voicemail.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as: { key }, ...sent });
const [free] = (await call("GET", "/v4/number/available?count=1")).body.payload;
const own = String(
  (await call("POST", "/v4/number/", { body: { phone: free?.["phone"] } })).body.payload[0]?.["phone"],
);
const leave = (from: string, seconds: number) =>
  leaveVoicemail(db, server, { account, key }, { from, to: own, seconds });
const box = async (query = "") =>
  (await call("GET", `/v4/voicemail/${query}`)).body.payload.map(({ phone, seconds, heardBy }) => [
    phone,
    seconds,
    heardBy,
  ]);

describe("the voicemail box (decisions, Calls for our own pages)", () => {
  it("holds what was recorded on calls, the latest first, by pages, and is searched by name and number", async () => {
    await call("POST", "/v4/contact/", { body: { firstName: "Ada", lastName: "Stone", phone: "+12025550143" } });
    await leave("+12025550143", 12);
    await leave("+12025550177", 7);
    expect(await box()).toEqual([
      ["+12025550177", 7, null],
      ["+12025550143", 12, null],
    ]);
    const first = await call("GET", "/v4/voicemail/?limit=1");
    expect(await box(`?limit=1&cursor=${first.body.next}`)).toEqual([["+12025550143", 12, null]]);
    for (const search of ["ada st", "(202) 555-0143"])
      expect(await box(`?search=${encodeURIComponent(search)}`)).toEqual([["+12025550143", 12, null]]);
    expect(await box("?search=nobody")).toEqual([]);
  });

  it("is marked heard, with who heard it, and new again; what is deleted leaves its recording with the call", async () => {
    const [row] = (await call("GET", "/v4/voicemail/?search=0143")).body.payload;
    const url = `/v4/voicemail/${row?.["voicemailId"]}/`;
    const heard = await call("PUT", url, { body: { heard: true } });
    expect(heard.body.payload[0]).toMatchObject({ heard: expect.any(String), heardBy: expect.any(String) });
    expect(await box("?heard=false")).toEqual([["+12025550177", 7, null]]);
    expect(await box("?heard=true")).toHaveLength(1);
    expect((await call("PUT", url, { body: { heard: false } })).body.payload[0]).toMatchObject({ heard: null });
    expect((await call("DELETE", url)).status).toBe(200);
    expect((await call("DELETE", url)).status).toBe(404);
    const [kept] = (await call("GET", "/v4/call/?phone=%2B12025550143")).body.payload;
    expect(kept?.["recordingUrl"]).toBe(row?.["recordingUrl"]);
  });

  it.each([
    ["PUT", { heard: "yes" }, 400, "heard must be true or false"],
    ["PUT", { heard: true }, 404, "Voicemail not found"],
  ])("%s refuses %j", async (method, body, status, message) => {
    const answer = await call(method, "/v4/voicemail/01980000-0000-7000-8000-0000000000c2/", { body });
    expect([answer.status, answer.body.error[0]?.message]).toEqual([status, message]);
  });
});
