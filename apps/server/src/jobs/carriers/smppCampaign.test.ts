import { describe, expect, it } from "vitest";
import { handsets, until } from "../../../test/engineWorld.ts";
import { ownSmsc } from "../../../test/ownSmsc.ts";
import { listBroken } from "../../store/invariants.ts";

const own = await ownSmsc();
const { db, startOne, makeSmppWorld, healthOf, runTo, runToDoubt, sentOf, textOf, quiet } = own;

describe("a campaign through an SMSC (architecture, Sending: never twice, never lost)", () => {
  it("that drops, delays, throttles and repeats: nothing is lost, nothing is sent twice, what is in doubt is what it kept from us", async () => {
    const world = await makeSmppWorld({ windowSize: 7 });
    const phones = handsets(200);
    const silent = new Set(phones.filter((_, index) => index % 60 === 40));
    const tried = new Map<string, number>();
    own.smsc.echoes = true;
    own.smsc.does = (unit) => {
      const to = `+${unit.destination_addr}`;
      const tries = (tried.get(to) ?? 0) + 1;
      tried.set(to, tries);
      const index = phones.indexOf(to);
      if (tries === 1 && index % 9 === 1) return { status: index % 2 === 0 ? 0x58 : 0x14 };
      if (index % 60 === 20 || index % 60 === 40) return "acceptAndDrop";
      if (index % 11 === 3) return "receiptFirst";
      if (index % 13 === 5) return "repeat";
      return index % 17 === 6 ? "slow" : "accept";
    };
    own.smsc.stateOf = ({ to }) => (silent.has(`+${to}`) ? null : "DELIVRD");
    const isReceipted = (phone: string) => !silent.has(phone) && own.smsc.taken.some(({ to }) => `+${to}` === phone);
    startOne();
    await runToDoubt(world, phones, (phone) => !isReceipted(phone));
    await quiet(world, 200);

    const rows = await sentOf(world);
    const takenOf = Map.groupBy(own.smsc.taken, ({ to }) => `+${to}`);
    expect([...takenOf.values()].filter((taken) => taken.length > 1)).toEqual([]);
    for (const row of rows) {
      expect([row.phone, row.state, row.receipt]).toEqual(
        isReceipted(row.phone) ? [row.phone, "accepted", "delivered"] : [row.phone, "unknown", null],
      );
    }
    // at least what it took and never spoke of again; at most what was under way beside it
    const unknown = rows.filter((row) => row.state === "unknown");
    expect(unknown.map((row) => row.phone)).toEqual(expect.arrayContaining([...silent]));
    expect(unknown.length).toBeLessThanOrEqual(own.smsc.binds * 7);
    expect(own.smsc.mostUnderWay).toBeLessThanOrEqual(7);
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]);
    // the figures of a connection are written some time after its texts
    await until("the connection shows what was sent", async () => (await healthOf(world)).sent > 100);
    expect((await healthOf(world)).throttledAt).not.toBeNull();
  });

  it("what is in doubt is exactly what was kept from us, where one text is under way at a time", async () => {
    const world = await makeSmppWorld({ windowSize: 1 });
    const phones = handsets(12, 300);
    own.smsc.does = (_, count) => (count === 3 || count === 7 ? "acceptAndDrop" : "accept");
    own.smsc.stateOf = ({ to }) => (to === own.smsc.taken[6]?.to ? null : "DELIVRD");
    startOne();
    await runToDoubt(world, phones, (phone) => phone === `+${own.smsc.taken[6]?.to}`);
    await quiet(world, 12);
    const states = Map.groupBy(await sentOf(world), ({ state }) => state);
    // one by its receipt, which names the two numbers, one never
    expect([states.get("accepted")?.length, states.get("unknown")?.length, own.smsc.submits]).toEqual([11, 1, 12]);
  });

  it.each([
    ["decimal", (id: string) => BigInt(`0x${id}`).toString()],
    ["same", (id: string) => id.toLowerCase().replace(/^0+/, "")],
  ] as const)("receipts with ids written otherwise are found: %s (telecom §2.3)", async (receiptIds, write) => {
    const world = await makeSmppWorld({ receiptIds });
    own.smsc.receiptId = write;
    own.smsc.does = (_, count) => (count === 1 ? "receiptFirst" : "accept");
    own.smsc.stateOf = ({ to }) => (to.endsWith("5") ? "EXPIRED" : "DELIVRD");
    startOne();
    await runTo(world, ["+13037770111", "+13037770115"]);
    await quiet(world, 2);
    expect((await sentOf(world)).map((row) => [row.phone, row.receipt, row.reason]).sort()).toEqual([
      ["+13037770111", "delivered", null],
      ["+13037770115", "expired", "carrier_unreachable"],
    ]);
  });

  it("a refusal ends the text with its reason, and a throttle alone is tried again", async () => {
    const world = await makeSmppWorld();
    own.smsc.does = ({ destination_addr }, count) =>
      destination_addr?.endsWith("3") ? { status: 0x0b } : count < 3 ? { status: 0x58 } : "accept";
    startOne();
    await runTo(world, ["+13037770212", "+13037770213"]);
    await quiet(world, 2);
    const rows = (await sentOf(world)).sort((a, b) => (a.phone < b.phone ? -1 : 1));
    expect(rows.map((row) => [row.state, row.reason])).toEqual([
      ["accepted", null],
      ["rejected", "carrier_invalid_number"],
    ]);
    expect(own.smsc.taken).toHaveLength(1);
  });

  it.each(["udh8", "udh16", "sar", "payload"] as const)(
    "a long text by %s is delivered when each of its parts is, and failed when one is not",
    async (concatenation) => {
      const world = await makeSmppWorld({ concatenation });
      await textOf(world, "a".repeat(310));
      own.smsc.stateOf = ({ id, to }) =>
        to.endsWith("2") &&
        id === own.smsc.taken.filter((taken) => taken.to === to).at(-1)?.id &&
        own.smsc.taken.length >= 1
          ? own.smsc.taken.filter((taken) => taken.to === to).length === (concatenation === "payload" ? 1 : 3)
            ? "UNDELIV"
            : "DELIVRD"
          : "DELIVRD";
      startOne();
      await runTo(world, ["+13037770311", "+13037770312"]);
      await quiet(world, 2);
      expect(own.smsc.taken).toHaveLength(concatenation === "payload" ? 2 : 6);
      const rows = (await sentOf(world)).sort((a, b) => (a.phone < b.phone ? -1 : 1));
      expect(rows.map((row) => row.receipt)).toEqual(["delivered", "undelivered"]);
      const first = own.smsc.taken.filter(({ to }) => to.endsWith("1"));
      const body = first.map(({ unit, text }) => {
        const payload = unit.message_payload;
        if (payload === undefined) return text;
        return Buffer.isBuffer(payload) ? payload.toString("latin1") : String(payload.message);
      });
      expect(body.join("")).toBe("a".repeat(310));
    },
  );
});
