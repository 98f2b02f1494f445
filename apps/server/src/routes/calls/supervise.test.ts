import { workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { describe, expect, it } from "vitest";
import { callIn } from "../../../test/callIn.ts";
import { ask, type EngineWorld, until } from "../../../test/engineWorld.ts";
import { ownProvider } from "../../../test/ownProvider.ts";
import { ownTelnyx } from "../../../test/ownTelnyx.ts";
import { routeCalls } from "../../../test/routeCalls.ts";
import type { testServer } from "../../../test/server.ts";
import { callerPhone, deskPhone, phoneOf, untilQueued, waitsForUser } from "../../../test/waitingCaller.ts";
import { listCallLegs } from "../../store/simulator/simulatorCall.ts";

const twilio = await ownProvider();
const telnyx = await ownTelnyx();

const office = "+13035550167";
const home = "+13035550168";

type Server = Awaited<ReturnType<typeof testServer>>;
type User = Awaited<ReturnType<Server["user"]>>;

/** A phone at a provider. */
interface Phone {
  log: string[];
  /** Answers and presses a key. */
  take(): Promise<void>;
  hangUp(): Promise<void>;
}

/** A caller who speaks with a user, and how a supervisor's phone takes part. */
interface Talk {
  db: typeof twilio.db;
  server: Server;
  world: Pick<EngineWorld, "account">;
  user: User;
  supervisor: User;
  callId: string;
  /** What the phone logs when it hears, speaks to the user, and speaks to both. */
  words: Record<"listen" | "whisper" | "join", string>;
  phone(to: string): Promise<Phone>;
  mistakes(): unknown[];
}

const by = ({ server }: Pick<Talk, "server">, { cookie }: User, method: string, url: string, body?: unknown) =>
  server.call(method, url, { as: { cookie }, ...(body !== undefined && { body }) });
const shownTo = (at: Pick<Talk, "server">, user: User) => phoneOf(at.server, user).shown();
const act = (at: Talk, user: User, action: string) =>
  by(at, user, "PUT", `/v4/call/${at.callId}/supervision/`, { action });
const shown = async (at: Talk) =>
  (await by(at, at.supervisor, "GET", `/v4/call/${at.callId}/supervision/`)).body.payload[0];
const events = async ({ db, world }: Talk) =>
  (
    await ask<{ type: string; mode: string | null }>(
      db,
      world as EngineWorld,
      "select type, data->>'mode' mode from call_event where account_id = $1 order by event_id",
    )
  )
    .filter(({ type }) => type.endsWith("supervised"))
    .map(({ type, mode }) => mode ?? type);

/** Connects the caller who waits with a user on their own phone. */
async function connect(talk: Omit<Talk, "user" | "supervisor" | "callId">): Promise<Talk> {
  const { server, world } = talk;
  const user = await server.user(world.account, "owner");
  const supervisor = await server.user(world.account, "member", ["inbox-use", "call-supervise"]);
  await until("the caller waits", async () => (await shownTo(talk, user)).waiting.length > 0);
  const callId = (await shownTo(talk, user)).waiting[0]?.callId ?? "";
  await phoneOf(server, user).ringAt(deskPhone);
  await phoneOf(server, user).pick();
  const at = { ...talk, user, supervisor, callId };
  const early = await act(at, supervisor, "listen");
  expect([early.status, early.body.error[0]?.message]).toEqual([
    409,
    "The user's phone still rings. Try again when they are connected",
  ]);
  await (await talk.phone(deskPhone)).take();
  await until("they speak", async () => (await shownTo(talk, user)).calls[0]?.ringsOwnPhone === false);
  return at;
}

const carriers: Record<string, () => Promise<Talk>> = {
  async "a Twilio-compatible API"() {
    const { db, server, makeProviderWorld, startOne } = twilio;
    const world = await makeProviderWorld();
    await routeCalls(db, world, { callXml: waitsForUser });
    startOne();
    const call = await twilio.call(world, callerPhone, world.number);
    await call.until("Dial");
    return connect({
      db,
      server,
      world,
      words: { listen: "hears", whisper: `speaks to ${deskPhone}`, join: "speaks to all" },
      mistakes: () => twilio.provider.mistakes,
      async phone(to) {
        const phone = await twilio.provider.callTo(to);
        const take = async () => {
          await phone.answer();
          await phone.press("1");
        };
        return { log: phone.log, take, hangUp: () => phone.end("completed", 10) };
      },
    });
  },
  async Telnyx() {
    const { db, server, startOne, provider } = telnyx.place;
    const world = await telnyx.makeTelnyxWorld();
    await routeCalls(db, world, { callXml: waitsForUser });
    startOne();
    const call = await provider.ring(world.callsUrl, callerPhone, world.number);
    await untilQueued(db, world, call);
    return connect({
      db,
      server,
      world,
      words: { listen: "monitor", whisper: "whisper", join: "barge" },
      mistakes: () => provider.mistakes,
      async phone(to) {
        const phone = await provider.callTo(to);
        const take = async () => {
          await phone.answer();
          await phone.until("gather_using_speak");
          await phone.press("1");
        };
        return { log: phone.log, take, hangUp: () => phone.hangUp() };
      },
    });
  },
};

describe.each(Object.entries(carriers))("a supervisor of a call over %s", (_, start) => {
  const setAt = (talk: Talk, ringsAt = office) => phoneOf(talk.server, talk.supervisor).ringAt(ringsAt);
  const ends = ({ log }: Phone, words: string) =>
    until(`the phone logs "${words}"`, async () => log.at(-1)?.endsWith(words) === true);

  it("is asked for a phone before anything else", async () => {
    const talk = await start();
    expect(await act(talk, talk.supervisor, "listen")).toMatchObject({
      status: 409,
      body: { error: [{ code: "no_own_phone" }] },
    });
    expect(await shown(talk)).toMatchObject({ userName: "Test User", mode: null, supervisorName: null });
  });

  it("listens on their own phone, whispers, joins and leaves, and the call continues", async () => {
    const talk = await start();
    await setAt(talk);
    expect((await act(talk, talk.supervisor, "listen")).body.payload[0]).toMatchObject({ mode: "listen", rings: true });
    const phone = await talk.phone(office);
    await phone.take();
    await ends(phone, talk.words.listen);
    expect(await shown(talk)).toMatchObject({ isSupervisor: true, rings: false, hasSound: true });
    await act(talk, talk.supervisor, "whisper");
    await ends(phone, talk.words.whisper);
    await act(talk, talk.supervisor, "join");
    await ends(phone, talk.words.join);
    expect((await act(talk, talk.supervisor, "leave")).body.payload[0]).toMatchObject({ supervisorName: null });
    expect((await shownTo(talk, talk.user)).calls).toMatchObject([{ state: "talking" }]);
    expect(await events(talk)).toEqual(["listen", "whisper", "join", "unsupervised"]);
    expect(talk.mistakes()).toEqual([]);
  });

  it("who hangs up has left, and another one can supervise", async () => {
    const talk = await start();
    await setAt(talk);
    await act(talk, talk.supervisor, "whisper");
    const phone = await talk.phone(office);
    await phone.take();
    await ends(phone, talk.words.whisper);
    await phone.hangUp();
    await until("no one supervises", async () => (await shown(talk))?.["supervisorName"] === null);
    expect(await events(talk)).toEqual(["whisper", "unsupervised"]);
    expect((await shownTo(talk, talk.user)).calls).toMatchObject([{ state: "talking" }]);
  });

  it("who leaves and comes back stays, whatever the phone of the first time still reports", async () => {
    const talk = await start();
    await setAt(talk);
    await act(talk, talk.supervisor, "listen");
    const first = await talk.phone(office);
    await act(talk, talk.supervisor, "leave");
    await setAt(talk, home);
    await act(talk, talk.supervisor, "whisper");
    const second = await talk.phone(home);
    await first.hangUp();
    await second.take();
    await ends(second, talk.words.whisper);
    expect(await shown(talk)).toMatchObject({ isSupervisor: true, mode: "whisper", rings: false });
  });

  it("who never answers does not hold up anything", async () => {
    const talk = await start();
    await setAt(talk);
    await act(talk, talk.supervisor, "listen");
    await (await talk.phone(office)).hangUp();
    await until("no one supervises", async () => (await shown(talk))?.["mode"] === null);
    expect((await shownTo(talk, talk.user)).calls).toMatchObject([{ state: "talking" }]);
    expect(talk.mistakes()).toEqual([]);
  });

  it("is refused where another one supervises, where the call is their own, and when it has ended", async () => {
    const talk = await start();
    await setAt(talk);
    await act(talk, talk.supervisor, "listen");
    const other = await talk.server.user(talk.world.account, "administrator");
    const refusals = [
      await act(talk, other, "join"),
      await act(talk, talk.user, "join"),
      await act(talk, other, "leave"),
    ];
    expect(refusals.map(({ body }) => body.error[0]?.code)).toEqual(["is_supervised", "own_call", "not_supervising"]);
    const [offer] = (await shownTo(talk, talk.user)).calls;
    await by(talk, talk.user, "POST", `/v4/agent/phone/${offer?.offerId}/`, { action: "hangUp" });
    expect((await act(talk, talk.supervisor, "listen")).body.error[0]?.code).toBe("not_talking");
    expect(await shown(talk)).toBeUndefined();
  });
});

describe("a supervisor of a simulated call", () => {
  const { db, server } = twilio;
  const world = { publicUrl: "http://127.0.0.1", pace: 1 };

  async function start() {
    const { account, key } = await server.account();
    const ann = await server.user(account, "owner");
    const bob = await server.user(account, "member", ["call-supervise"]);
    const members = [{ userId: ann.userId }];
    await server.call("POST", "/v4/workgroup/", { as: { key }, body: { name: "Desk", members, distributionType: 1 } });
    const callId = await callIn(
      db,
      account,
      { from: "+12025550143", to: "+12025550101" },
      workGroupScript("desk"),
      world,
    );
    await by({ server }, ann, "POST", "/v4/agent/phone/pick", { callId });
    const supervise = (action: string) => by({ server }, bob, "PUT", `/v4/call/${callId}/supervision/`, { action });
    const story = () =>
      db.tx([account], async (q) =>
        (await listCallLegs(q, account, callId)).flatMap(({ log }) => log.map(({ text }) => text)),
      );
    return { account, ann, bob, callId, supervise, story };
  }

  it("needs no phone, and only one who joins is noticed by the contact", async () => {
    const { supervise, story } = await start();
    const before = (await story()).length;
    expect((await supervise("listen")).body.payload).toMatchObject([{ mode: "listen", rings: false, hasSound: false }]);
    await supervise("whisper");
    expect((await story()).slice(before)).toEqual([]);
    await supervise("join");
    await supervise("leave");
    expect((await story()).slice(before)).toEqual(["Test User joined the call", "Test User left the call"]);
  });

  it("is shown to the user only when they are meant to be heard", async () => {
    const { ann, supervise } = await start();
    const seen = async () =>
      (await by({ server }, ann, "GET", "/v4/agent/phone/")).body.payload.map(
        (phone) => (phone as unknown as { calls: { supervision: unknown }[] }).calls[0]?.supervision,
      );
    await supervise("listen");
    expect(await seen()).toEqual([null]);
    await supervise("whisper");
    expect(await seen()).toEqual([{ by: "Test User", mode: "whisper" }]);
  });

  it("is written to the audit log with how they took part", async () => {
    const { account, supervise } = await start();
    await supervise("listen");
    await supervise("leave");
    const rows = await db.tx([account], (q) =>
      q.rows<{ data: { action: string } }>(
        "select data from audit where account_id = $1 and action = 'call.supervise' order by audit_id",
        [account],
      ),
    );
    expect(rows.map(({ data }) => data.action)).toEqual(["listen", "leave"]);
  });
});
