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
let user: ReturnType<typeof phoneOf>;
let call: TwilioCall;

const answeredBy = async () =>
  (await ask<{ name: string | null }>(db, world, "select answered_by_name name from call where account_id = $1"))[0]
    ?.name;
/** The user's own phone rings, and a key takes the call. */
async function take(): Promise<TwilioCall> {
  const ringing = await own.provider.callTo(deskPhone);
  await ringing.answer();
  await ringing.press("1");
  return ringing;
}

describe("a user's own phone (docs/carriers.md)", () => {
  beforeEach(async () => {
    world = await makeProviderWorld();
    await routeCalls(db, world, { callXml: waitsForUser });
    user = phoneOf(server, await server.user(world.account, "owner"));
    startOne();
    call = await own.call(world, callerPhone, world.number);
    await call.until("Dial");
  });

  it("is asked for before a caller of a provider is answered, who keeps waiting", async () => {
    const answer = await user.pick();
    expect(answer).toMatchObject({ status: 409, body: { error: [{ code: "no_own_phone" }] } });
    expect((await user.shown()).waiting).toHaveLength(1);
    expect(own.provider.calls).toHaveLength(1);
  });

  it("must be a phone number or SIP address", async () => {
    expect((await user.ringAt("nonsense")).status).toBe(400);
    for (const ringsAt of [deskPhone, "sip:ann@example.com"]) {
      await user.ringAt(ringsAt);
      expect((await user.shown()).ringsAt).toBe(ringsAt);
    }
    await user.ringAt("");
    expect((await user.shown()).ringsAt).toBeNull();
  });

  it("rings when the user answers, and a key connects them with the caller", async () => {
    await user.ringAt(deskPhone);
    expect((await user.pick()).status).toBe(200);
    expect(await answeredBy()).toBeNull();
    expect((await user.shown()).calls).toMatchObject([{ state: "talking", ringsOwnPhone: true }]);
    const ringing = await take();
    expect((await user.shown()).calls).toMatchObject([{ state: "talking", ringsOwnPhone: false }]);
    expect(ringing.log).toEqual([
      "say You have a call. Press any key to take it.",
      `dial conference ${call.conference?.name}`,
    ]);
    expect(ringing.from).toBe(world.number);
    expect(await answeredBy()).toBe("Test User");
    await call.dialEnds("completed", 30);
    expect(call.log.at(-1)).toContain("Good bye");
    expect((await user.shown()).calls).toMatchObject([{ state: "over" }]);
    expect(own.provider.mistakes).toEqual([]);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
  });

  it.each([
    ["does not answer", (ringing: TwilioCall) => ringing.end("no-answer", 0)],
    [
      "is answered by a mailbox, which presses no key",
      async (ringing: TwilioCall) => {
        await ringing.answer();
        await ringing.press("");
        await ringing.end("completed", 10);
      },
    ],
  ])("that %s lets the caller continue", async (_, does) => {
    await user.ringAt(deskPhone);
    await user.pick();
    await does(await own.provider.callTo(deskPhone));
    await until("the caller continues", async () => call.log.some((words) => words.includes("Good bye")));
    expect(await answeredBy()).toBeNull();
    expect(own.provider.mistakes).toEqual([]);
  });

  it("that the provider refuses to ring lets the caller continue", async () => {
    await user.ringAt(deskPhone);
    own.provider.doesCall = () => ({ status: 400, code: 21211 });
    await user.pick();
    await until("the caller continues", async () => call.log.some((words) => words.includes("Good bye")));
  });

  it("that the provider throttles at first rings a moment later", async () => {
    await user.ringAt(deskPhone);
    let tries = 0;
    own.provider.doesCall = () => (++tries === 1 ? { status: 429, code: 20429 } : "accept");
    await user.pick();
    await take();
    expect(tries).toBe(2);
    expect(await answeredBy()).toBe("Test User");
    expect(own.provider.mistakes).toEqual([]);
  });

  it("that never rang, although the provider may have its call, lets the caller continue", async () => {
    await user.ringAt(deskPhone);
    own.provider.doesCall = () => ({ status: 500, code: 20500 });
    await user.pick();
    const check = `update call_task set not_before = now()
      where account_id = $1 and kind = 'ringUser' and request -> 'again' is not null returning 1`;
    await until("it is checked", async () => (await ask(db, world, check)).length === 1);
    await until("the caller continues", async () => call.log.some((words) => words.includes("Good bye")));
    expect(await answeredBy()).toBeNull();
  });

  it("holds, resumes and hangs up from the page", async () => {
    await user.ringAt(deskPhone);
    await user.pick();
    await take();
    await user.act("hold");
    await until("the caller is on hold", async () => call.log.at(-1) === "on hold");
    await user.act("resume");
    await until("the caller is back", async () => call.log.at(-1) === "off hold");
    await user.act("hangUp");
    await until("the caller continues", async () => call.log.some((words) => words.includes("Good bye")));
    expect(own.provider.mistakes).toEqual([]);
  });

  it("transfers the caller to a number", async () => {
    await user.ringAt(deskPhone);
    await user.pick();
    await take();
    expect((await user.act("transfer", { kind: "number", value: "+13035550177" })).status).toBe(200);
    await until("it rings there", async () => call.log.at(-1) === "dial number +13035550177");
    expect(own.provider.mistakes).toEqual([]);
  });

  it("stops ringing when the caller hangs up", async () => {
    await user.ringAt(deskPhone);
    await user.pick();
    const ringing = await own.provider.callTo(deskPhone);
    await until("it is known", async () =>
      (
        await ask<{ known: boolean }>(
          db,
          world,
          "select line->'waits' ? 'userSid' known from provider_call where account_id = $1",
        )
      ).some(({ known }) => known),
    );
    await call.end("completed", 3);
    await until("it stops", async () => ringing.hasEnded);
  });
});
