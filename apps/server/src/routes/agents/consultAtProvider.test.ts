import { describe, expect, it } from "vitest";
import { until } from "../../../test/engineWorld.ts";
import { ownProvider } from "../../../test/ownProvider.ts";
import { ownTelnyx } from "../../../test/ownTelnyx.ts";
import { routeCalls } from "../../../test/routeCalls.ts";
import { callerPhone, deskPhone, phoneOf, untilQueued, waitsForUser } from "../../../test/waitingCaller.ts";

const twilio = await ownProvider();
const telnyx = await ownTelnyx();
const other = "+13035550177";

/** A caller who speaks with a user on their own phone. */
async function talk() {
  const { db, server, provider, makeProviderWorld, startOne } = twilio;
  const world = await makeProviderWorld();
  await routeCalls(db, world, { callXml: waitsForUser });
  startOne();
  const call = await twilio.call(world, callerPhone, world.number);
  await call.until("Dial");
  const user = phoneOf(server, await server.user(world.account, "owner"));
  await until("the caller waits", async () => (await user.shown()).waiting.length > 0);
  await user.ringAt(deskPhone);
  await user.pick();
  const desk = await provider.callTo(deskPhone);
  await desk.answer();
  await desk.press("1");
  await until("they speak", async () => (await user.shown()).calls[0]?.ringsOwnPhone === false);
  const consult = async () =>
    ((await user.shown()).calls[0] as unknown as { consult: { state: string } | null }).consult;
  return { provider, call, user, desk, consult };
}

describe("transfer with consultation over the Twilio API (decision 0111)", () => {
  it("holds the caller, joins a number to the user, and leaves the caller to it", async () => {
    const { provider, call, user, desk, consult } = await talk();
    expect((await user.act("consult", { kind: "number", value: other })).status).toBe(200);
    await until("the caller is on hold", async () => call.log.includes("on hold"));
    const asked = await provider.callTo(other);
    await asked.answer();
    await until("they speak alone", async () => (await consult())?.state === "talking");
    // a number takes the call without a key
    expect(asked.log).not.toContainEqual(expect.stringContaining("Press any key"));
    expect((await user.act("complete")).status).toBe(200);
    await until("the user has left", async () => desk.hasEnded);
    await until("the caller is back from hold", async () => call.log.includes("off hold"));
    expect(asked.log).toContain("ends the conference");
    expect(desk.log).toContain("leaves the conference");
    expect((await user.shown()).calls).toMatchObject([{ state: "over" }]);
    expect(provider.mistakes).toEqual([]);
  });

  it("joins all three, and a number that hangs up leaves the two", async () => {
    const { provider, call, user, consult } = await talk();
    await user.act("consult", { kind: "number", value: other });
    const asked = await provider.callTo(other);
    await asked.answer();
    await until("they speak alone", async () => (await consult())?.state === "talking");
    await user.act("join");
    await until("the caller is back from hold", async () => call.log.includes("off hold"));
    await asked.end("completed", 5);
    await until("the number has left", async () => (await consult())?.state === "ended");
    expect((await user.shown()).calls).toMatchObject([{ state: "talking" }]);
    expect(provider.mistakes).toEqual([]);
  });

  it("stops a number that still rings when the user goes back", async () => {
    const { provider, call, user, consult } = await talk();
    await user.act("consult", { kind: "number", value: other });
    const asked = await provider.callTo(other);
    await user.act("back");
    await until("it rings no longer", async () => asked.hasEnded);
    await until("the caller is back from hold", async () => call.log.includes("off hold"));
    expect(await consult()).toBeNull();
  });
});

it("is not offered over Telnyx, and says so", async () => {
  const { db, server, startOne, provider } = telnyx.place;
  const world = await telnyx.makeTelnyxWorld();
  await routeCalls(db, world, { callXml: waitsForUser });
  startOne();
  const call = await provider.ring(world.callsUrl, callerPhone, world.number);
  await untilQueued(db, world, call);
  const user = phoneOf(server, await server.user(world.account, "owner"));
  await user.ringAt(deskPhone);
  await user.pick();
  expect((await user.shown()).calls).toMatchObject([{ canConsult: false }]);
  const refused = await user.act("consult", { kind: "number", value: other });
  expect([refused.status, refused.body.error[0]?.message]).toEqual([
    409,
    "Calls of this number cannot be joined with a third person. Transfer the call",
  ]);
});
