import { phoneIdentity } from "@trunkline/carriers/twilio/browserPhone.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { ask, until } from "../../../test/engineWorld.ts";
import { ownProvider, type ProviderWorld } from "../../../test/ownProvider.ts";
import { routeCalls } from "../../../test/routeCalls.ts";
import type { TwilioCall } from "../../../test/twilioCalls.ts";
import { callerPhone, deskPhone, phoneOf, waitsForUser } from "../../../test/waitingCaller.ts";
import { listBroken } from "../../store/invariants.ts";

const own = await ownProvider();
const { db, server, startOne, makeProviderWorld } = own;

let world: ProviderWorld;
let user: Awaited<ReturnType<typeof server.user>>;

const by = (method: string, url: string, body?: object) => phoneOf(server, user).by(method, url, body);
const saveConnection = (change: object = {}) =>
  by("PUT", `/v4/carrier/${world.connection}/`, {
    kind: "twilio",
    name: "Provider",
    accountSid: own.provider.accountSid,
    baseUrl: own.provider.baseUrl,
    apiKeySid: own.provider.phoneKey.sid,
    apiKeySecret: own.provider.phoneKey.secret,
    ...change,
  });
const tokens = async () => (await by("GET", "/v4/agent/phone/tokens")).body.payload as { token: string }[];
const open = (inBrowser?: readonly string[]) => by("PUT", "/v4/agent/phone/", { open: true, inBrowser });
const phone = () => phoneOf(server, user).shown();
const pick = () => phoneOf(server, user).pick();
const identity = () => phoneIdentity(world.account, user.userId);
const error = ({ status, body }: Awaited<ReturnType<typeof by>>) => [
  status,
  body.error[0]?.where,
  body.error[0]?.message,
];

describe("phones in the browser (docs/carriers.md)", () => {
  beforeEach(async () => {
    world = await makeProviderWorld();
    user = await server.user(world.account, "owner");
  });

  it("get no token without an API key", async () => {
    expect(await tokens()).toEqual([]);
  });

  it("get a token of the connection's key, for the user's own name", async () => {
    await saveConnection();
    const [one] = await tokens();
    expect(one).toMatchObject({ connectionId: world.connection, name: "Provider" });
    const claims = JSON.parse(Buffer.from(one?.token.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({
      iss: own.provider.phoneKey.sid,
      sub: own.provider.accountSid,
      grants: { identity: identity(), voice: { incoming: { allow: true } } },
    });
    expect(claims.grants.voice).not.toHaveProperty("outgoing");
  });

  it("get no token for a connection without numbers", async () => {
    await saveConnection();
    await db.tx([world.account], (q) =>
      q.run("update number set carrier = 'simulated' where account_id = $1", [world.account]),
    );
    expect(await tokens()).toEqual([]);
  });

  it("keep their secret when the connection is saved without it, and never show it", async () => {
    await saveConnection();
    const saved = await saveConnection({ apiKeySecret: "", name: "Renamed" });
    expect(saved.body.payload[0]).toMatchObject({ apiKeySid: own.provider.phoneKey.sid, apiKeySecret: "" });
    expect(JSON.stringify(saved.body)).not.toContain(own.provider.phoneKey.secret);
    expect(await tokens()).toHaveLength(1);
  });

  it("lose their tokens with the key, and texts still leave with the auth token", async () => {
    await saveConnection();
    await saveConnection({ apiKeySid: "", apiKeySecret: "" });
    expect(await tokens()).toEqual([]);
    const { body } = await by("POST", "/v4/carrier/test", {
      kind: "twilio",
      accountSid: own.provider.accountSid,
      baseUrl: own.provider.baseUrl,
      connectionId: world.connection,
    });
    expect(body.payload[0]).toMatchObject({ ok: true });
  });

  it.each<[object, string, string]>([
    [{ apiKeySid: "SK1" }, "body.apiKeySid", "API key SID must be SK and 32 hexadecimal digits"],
    [{ apiKeySecret: "" }, "body.apiKeySecret", "API key secret is required with an API key SID"],
  ])("refuse %j", async (change, where, message) => {
    expect(error(await saveConnection(change))).toEqual([400, where, message]);
  });

  it("show a wrong key when the connection is tested", async () => {
    const test = async (apiKeySecret: string) =>
      (
        await by("POST", "/v4/carrier/test", {
          kind: "twilio",
          accountSid: own.provider.accountSid,
          baseUrl: own.provider.baseUrl,
          password: own.provider.authToken,
          apiKeySid: own.provider.phoneKey.sid,
          apiKeySecret,
        })
      ).body.payload[0];
    expect(await test(own.provider.phoneKey.secret)).toMatchObject({ ok: true });
    expect(await test("wrong")).toEqual({
      ok: false,
      words: expect.stringContaining("the API key SID or its secret is wrong, so browsers would carry no sound"),
    });
  });
});

describe("a caller who is answered in the browser", () => {
  let call: TwilioCall;
  beforeEach(async () => {
    world = await makeProviderWorld();
    await routeCalls(db, world, { callXml: waitsForUser });
    user = await server.user(world.account, "owner");
    await saveConnection();
    startOne();
    call = await own.call(world, callerPhone, world.number);
    await call.until("Dial");
  });

  it("is connected there at once, without a key", async () => {
    await open([world.connection]);
    expect((await pick()).status).toBe(200);
    const ringing = await own.provider.callTo(`client:${identity()}`);
    expect((await phone()).calls).toMatchObject([{ state: "talking", ringsOwnPhone: true }]);
    await ringing.answer();
    expect(ringing.log).toEqual([`dial conference ${call.conference?.name}`]);
    expect((await phone()).calls).toMatchObject([{ state: "talking", ringsOwnPhone: false }]);
    expect(
      await ask<{ name: string }>(db, world, "select answered_by_name name from call where account_id = $1"),
    ).toEqual([{ name: "Test User" }]);
    await call.dialEnds("completed", 30);
    expect((await phone()).calls).toMatchObject([{ state: "over" }]);
    expect(own.provider.mistakes).toEqual([]);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });

  it("continues when the browser does not take the call", async () => {
    await open([world.connection]);
    await pick();
    await (await own.provider.callTo(`client:${identity()}`)).end("no-answer", 0);
    await until("the caller continues", async () => call.log.some((words) => words.includes("Good bye")));
  });

  it.each<[string, () => Promise<unknown>]>([
    ["carries another connection's sound only", () => open([world.account])],
    [
      "no longer carries the sound",
      async () => {
        await open([world.connection]);
        await open([]);
      },
    ],
    [
      "was closed",
      async () => {
        await open([world.connection]);
        await by("PUT", "/v4/agent/phone/", { open: false });
      },
    ],
    [
      "has not reported for 30 seconds",
      async () => {
        await open([world.connection]);
        await ask(db, world, "update agent_presence set seen = now() - interval '31 seconds' where account_id = $1");
      },
    ],
  ])("is rung on the user's own phone where the browser %s", async (_, becomes) => {
    await becomes();
    expect((await pick()).body.error[0]).toMatchObject({ code: "no_own_phone" });
    await phoneOf(server, user).ringAt(deskPhone);
    expect((await pick()).status).toBe(200);
    expect((await own.provider.callTo(deskPhone)).from).toBe(world.number);
  });

  it("is still answered in the browser when another window reports without its sound", async () => {
    await open([world.connection]);
    await open();
    await pick();
    await (await own.provider.callTo(`client:${identity()}`)).answer();
    expect((await phone()).calls).toMatchObject([{ state: "talking", ringsOwnPhone: false }]);
  });
});
