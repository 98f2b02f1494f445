import { describe, expect, it } from "vitest";
import { oneText, replyFlow, type TestNode, until } from "../../../test/engineWorld.ts";
import { expectEqualShares, textWaitText, windowedRuns } from "../../../test/windowedRuns.ts";
import { receiveMessage } from "../../inbound/receiveMessage.ts";
import { insertMessages } from "../../store/messages/queuedMessage.ts";
import { newId } from "../../store/newId.ts";

const { db, start, account, run, queued, lanesOf } = await windowedRuns();

describe("a carrier that takes ten texts at a time (architecture, Journeys in PostgreSQL: fair between accounts and batches)", () => {
  it("shares its window equally between accounts, and within an account between its runs", async () => {
    const [one, other] = [await account(), await account()];
    const carrier = start();
    const [single] = await run(one, oneText(one.template), 1, 60);
    const three = await run(other, oneText(other.template), 3, 20);
    await Promise.all([one, other].map((world) => queued(world, 60)));
    carrier.window = 10;
    await until("all are sent", async () => carrier.given.length === 120);
    const lanes = await lanesOf([one, other]);
    const accounts = lanes.map((lane) => (lane === single ? "one" : "other"));
    // where claims are made by account, each hands over its half of a window at once
    expectEqualShares(accounts, ["one", "other"], 120, db.claims === "together" ? 1 : 5);
    expectEqualShares(
      lanes.filter((lane) => lane !== single),
      three,
      60,
      1,
    );
  });

  it("gives the whole window to the only run with due texts, however many runs wait", async () => {
    const world = await account();
    const carrier = start();
    await run(world, textWaitText(world.template), 70, 1);
    await queued(world, 70);
    carrier.window = 10;
    await until("every waiting run has sent its first text", async () => carrier.given.length === 70);
    carrier.holds = true;
    const [last] = await run(world, oneText(world.template), 1, 40);
    for (let sent = 10; sent <= 40; sent++) {
      await until(`${sent} of its texts have left, ten are under way`, async () => carrier.given.length === 70 + sent);
      expect(carrier.underWay).toBe(10);
      carrier.release(1);
    }
    expect(new Set((await lanesOf([world])).slice(70))).toEqual(new Set([last]));
    carrier.release(10);
  });

  it("hands over a text that answers a person before all texts that runs have queued", async () => {
    const world = await account();
    const carrier = start();
    await run(world, oneText(world.template), 3, 20);
    await queued(world, 60);
    const messageId = newId();
    await db.tx([world.account], (q) =>
      insertMessages(q, [
        {
          accountId: world.account,
          messageId,
          contactId: null,
          campaignId: null,
          batchId: null,
          journeyId: null,
          node: null,
          revision: null,
          from: world.number,
          to: "+13035557766",
          text: "You are unsubscribed",
          mediaUrl: null,
          segments: 1,
          encoding: "GSM7",
          state: "queued",
          reason: null,
          costMicros: 0,
          carrier: "windowed",
          openUntilMs: null,
        },
      ]),
    );
    carrier.window = 10;
    await until("all are sent", async () => carrier.given.length === 61);
    expect(carrier.given[0]?.messageId).toBe(messageId);
  });

  it("hands over a workflow's answer to a contact before all texts that runs have queued", async () => {
    const world = await account();
    const carrier = start();
    const answered = replyFlow(world.template).map((node) =>
      node.id === 4 ? { ...oneText(world.template)[1], id: 4, children: [5] } : node,
    );
    const [conversation] = await run(world, answered as TestNode[], 1, 1);
    carrier.window = 10;
    await until("the first text has left", async () => carrier.given.length === 1);
    carrier.window = 0;
    await run(world, oneText(world.template), 3, 20);
    await queued(world, 60);
    await receiveMessage(db, {
      from: carrier.given[0]?.to ?? "",
      to: world.number,
      text: "yes",
      mediaUrl: null,
      carrier: "windowed",
      carrierRef: "the contact's reply",
    });
    await queued(world, 61);
    carrier.window = 10;
    await until("all are sent", async () => carrier.given.length === 62);
    expect((await lanesOf([world]))[1]).toBe(conversation);
  });

  it("shares the pace of a connection equally between the runs that send over it", async () => {
    const world = await account();
    const carrier = start();
    carrier.pace = 20;
    const two = await run(world, oneText(world.template), 2, 15);
    await queued(world, 30);
    carrier.window = 10;
    await until("all are sent", async () => carrier.given.length === 30);
    expectEqualShares(await lanesOf([world]), two, 24, 1);
  });
});
