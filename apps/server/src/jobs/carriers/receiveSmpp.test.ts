import { describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  makeCampaign,
  makeContacts,
  makeWorld,
  replyFlow,
  runBatch,
  statusOf,
  until,
} from "../../../test/engineWorld.ts";
import { ownSmsc } from "../../../test/ownSmsc.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { drawTextRoute } from "../../../test/textRoute.ts";
import { announceIds, insertParts, type PartRow } from "../../store/carriers/smpp.ts";
import { applyEarlyReceipts } from "./receiveSmpp.ts";

const own = await ownSmsc();
const { db, startOne, makeSmppWorld, bound, runTo, sentOf, quiet } = own;

describe("what an SMSC brings (readings, Replies)", () => {
  const handset = "13037770411";
  const bringing = (world: EngineWorld) => (fields: Record<string, unknown>) =>
    own.smsc.bring({ source_addr: handset, destination_addr: world.number.slice(1), ...fields });
  const inboundOf = (world: EngineWorld) =>
    ask<{ body: string }>(
      db,
      world,
      "select body from message where account_id = $1 and direction = 'in' order by message_id",
    );
  const part = (number: number, text: string, reference = 9) => ({
    esm_class: 0x40,
    short_message: Buffer.concat([Buffer.from([5, 0, 3, reference, 3, number]), Buffer.from(text)]),
  });

  it("a reply moves the journey, and STOP stops: the same way as any text that comes in", async () => {
    const world = await makeSmppWorld();
    startOne();
    const contacts = await makeContacts(db, world, [`+${handset}`]);
    const batch = await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), contacts);
    await until("it is sent", async () => (await sentOf(world))[0]?.state === "accepted");
    const bring = bringing(world);
    expect(await bring({ short_message: Buffer.from("yes") })).toBe(0);
    await until("the reply ended the run", async () => (await statusOf(db, world, batch)) === "done");
    await bring({ short_message: Buffer.from("STOP") });
    await until("the confirmation leaves by the same carrier", async () => own.smsc.taken.length === 2);
    expect(await ask(db, world, "select type from dnc where account_id = $1 order by type")).toEqual([
      { type: "rcs" },
      { type: "sms" },
    ]);
  });

  it("spec 1 §4.4: is assembled, routed by the drawn route of its number, and sent to the path's callback once", async () => {
    const world = await makeSmppWorld();
    const callback = await startReceiver();
    await drawTextRoute(db, world, [
      { name: "orders", contains: "one two three", callbackUrl: callback.url },
      { name: "rest", priority: 2, callbackUrl: callback.url },
    ]);
    startOne();
    await bound(world);
    for (const [number, text] of [
      [2, "two "],
      [3, "three"],
      [1, "one "],
    ] as const)
      await bringing(world)(part(number, text));
    await bringing(world)(part(2, "two "));
    await bringing(world)({ short_message: Buffer.from("hello") });
    const routed = "select destination, outcome from route_decision where account_id = $1 order by destination";
    await until("both are routed", async () => (await ask(db, world, routed)).length === 2);
    expect(await ask(db, world, routed)).toEqual([
      { destination: "orders", outcome: "delivered" },
      { destination: "rest", outcome: "delivered" },
    ]);
    await until("the callback has heard of both", async () => callback.received.length >= 2);
    const reported = callback.received.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    expect(reported.map(({ text }) => text).sort()).toEqual(["hello", "one two three"]);
    expect(reported.find(({ text }) => text === "hello")).toMatchObject({
      from: `+${handset}`,
      to: world.number,
      dest: "rest",
    });
  });

  it("parts come in any order and repeated, also over a new connection: one text, once", async () => {
    const world = await makeSmppWorld();
    startOne();
    await bound(world);
    const bring = bringing(world);
    await bring(part(3, "three"));
    await bring(part(1, "one "));
    await bring(part(1, "one "));
    own.smsc.drop();
    await until("it binds again", async () => own.smsc.bound === 1);
    await bring(part(3, "three"));
    await bring(part(2, "two "));
    await until("it is whole", async () => (await inboundOf(world)).length === 1);
    await bring(part(2, "two "));
    await bring({ short_message: Buffer.from("after") });
    await until("the next has come", async () => (await inboundOf(world)).length === 2);
    expect(await inboundOf(world)).toEqual([{ body: "one two three" }, { body: "after" }]);
  });

  it("SAR fields and UCS-2 are read, and incomplete parts are kept", async () => {
    const world = await makeSmppWorld();
    startOne();
    await bound(world);
    const bring = bringing(world);
    const sar = (number: number, text: string) => ({
      sar_msg_ref_num: 77,
      sar_total_segments: 2,
      sar_segment_seqnum: number,
      data_coding: 8,
      short_message: Buffer.from(text, "utf16le").swap16(),
    });
    await bring(part(2, "alone", 55));
    await bring(sar(2, "мир"));
    await bring(sar(1, "привет "));
    await until("it is whole", async () => (await inboundOf(world)).length === 1);
    expect(await inboundOf(world)).toEqual([{ body: "привет мир" }]);
    // the parts are marked after the text is received
    const waiting = "select body, number from smpp_inbound where account_id = $1 and taken is null";
    await until("its parts are applied", async () => (await ask(db, world, waiting)).length === 1);
    expect(await ask(db, world, waiting)).toEqual([{ body: "alone", number: 2 }]);
  });

  it("an SMSC speaks for its own numbers alone: another account's number hears nothing", async () => {
    const [world, other] = [await makeSmppWorld(), await makeWorld(db)];
    startOne();
    await bound(world);
    expect(
      await own.smsc.bring({
        source_addr: handset,
        destination_addr: other.number.slice(1),
        short_message: Buffer.from("STOP"),
      }),
    ).toBe(0);
    await bringing(world)({ short_message: Buffer.from("mine") });
    await until("the own text has come", async () => (await inboundOf(world)).length === 1);
    expect(await ask(db, other, "select 1 from message where account_id = $1")).toEqual([]);
    expect(await ask(db, other, "select 1 from dnc where account_id = $1")).toEqual([]);
  });

  it("a receipt that comes while the id of its text is being written is applied, however long that takes", async () => {
    const world = await makeSmppWorld();
    own.smsc.stateOf = () => null;
    startOne();
    await runTo(world, [`+${handset}`]);
    const [part] = await ask<PartRow>(
      db,
      world,
      `delete from smpp_part where account_id = $1 returning account_id "accountId", message_id "messageId", number, total,
         connection_id "connectionId", carrier_ref "carrierRef", key`,
    );
    if (part === undefined) throw new Error("The text has no id");
    const { promise: isWritten, resolve: write } = Promise.withResolvers<void>();
    const { promise: isWriting, resolve: begin } = Promise.withResolvers<void>();
    const writing = db.tx([world.account], async (q) => {
      await announceIds(q, [part.connectionId]);
      await insertParts(q, [part]);
      begin();
      await isWritten;
    });
    await isWriting;
    await bringing(world)({
      esm_class: 4,
      short_message: Buffer.from(`id:${part.carrierRef} stat:DELIVRD err:000 text:`),
    });
    await applyEarlyReceipts(db, { ...part, slot: 0 }, 0);
    write();
    await writing;
    await applyEarlyReceipts(db, { ...part, slot: 0 }, 0);
    await quiet(world, 1);
    expect((await sentOf(world)).map((row) => row.receipt)).toEqual(["delivered"]);
  });

  it("receipts with unknown ids are saved and change nothing", async () => {
    const world = await makeSmppWorld();
    startOne();
    await runTo(world, [`+${handset}`]);
    await quiet(world, 1);
    await bringing(world)({ esm_class: 4, short_message: Buffer.from("id:FFFF stat:UNDELIV err:001 text:") });
    await until("it was compared", async () =>
      (await ask<{ judged: boolean }>(db, world, "select judged from smpp_receipt where account_id = $1")).every(
        (row) => row.judged,
      ),
    );
    expect(await ask(db, world, "select key from smpp_receipt where account_id = $1")).toEqual([{ key: "ffff" }]);
    expect((await sentOf(world)).map((row) => row.receipt)).toEqual(["delivered"]);
  });
});
