import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { expect } from "vitest";
import type { Database } from "../src/store/database.ts";
import { listBroken } from "../src/store/invariants.ts";
import { insertRcsAgent, insertRcsTemplate } from "../src/store/templates/rcs.ts";
import { ask, type EngineWorld, makeCampaign, makeContacts, runBatch, statusOf, type TestNode } from "./engineWorld.ts";
import type { ownProvider, ProviderWorld } from "./ownProvider.ts";

/** The RCS sender of `makeRcsWorld`. */
export const rcsSender = "shop_a1b2c3_agent";

/** An account whose agent `the_shop` sends the message `spring_offer` through a provider with the Twilio API. */
export async function makeRcsWorld(
  { db, provider, makeProviderWorld }: Awaited<ReturnType<typeof ownProvider>>,
  content: RcsContent,
): Promise<ProviderWorld> {
  const world = await makeProviderWorld({ rcsSender, contentUrl: provider.baseUrl });
  await db.tx([world.account], async (q) => {
    const agent = { agentId: "the_shop", name: "The Shop", description: "", logoUrl: null };
    await insertRcsAgent(q, world.account, { ...agent, connectionId: world.connection });
    await insertRcsTemplate(q, world.account, "spring_offer", content);
  });
  return world;
}

/** start → rcsSend → event (reply "Yes please": 4, time-out: 5), or a text (6) where the message failed. */
export const rcsFlow = (world: EngineWorld): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  {
    id: 2,
    type: "rcsSend",
    children: [3, 6],
    rcsTemplateKey: "spring_offer",
    agentId: "the_shop",
    successPath: 3,
    failurePath: 6,
  },
  {
    id: 3,
    type: "event",
    children: [4, 5],
    timeoutData: {
      timeoutType: "wait",
      timeoutWaitType: "number",
      timeoutWaitNumber: 1,
      timeoutWaitUnits: "days",
      timeoutPath: 5,
    },
    conditions: [
      {
        targetNode: 4,
        statements: [{ variable: "node2.reply", operation: "EQUALS", value: "Yes please", negated: false }],
      },
    ],
  },
  { id: 4, type: "control", children: [] },
  { id: 5, type: "control", children: [] },
  {
    id: 6,
    type: "smsSend",
    children: [7],
    smsTemplateId: world.template,
    smsTemplateName: "Hello",
    useAiRewording: false,
  },
  { id: 7, type: "control", children: [] },
];

/** Runs of `rcsFlow`, and what became of their messages, whichever carrier has them. */
export const rcsRuns = (db: Database) => ({
  start: async (world: EngineWorld, phones: readonly string[]) =>
    runBatch(db, world, await makeCampaign(db, world, rcsFlow(world)), await makeContacts(db, world, phones)),
  isDone: (world: EngineWorld, batch: string) => async () => (await statusOf(db, world, batch)) === "done",
  isSound: async (world: EngineWorld) =>
    expect(await db.tx([world.account], (q) => listBroken(q, world.account))).toEqual([]),
  sent: (world: EngineWorld) =>
    ask<{ channel: string; carrier: string; state: string; receipt: string | null; reason: string | null }>(
      db,
      world,
      `select channel, split_part(carrier, ':', 1) carrier, state, receipt, reason from message
       where account_id = $1 and direction = 'out' order by to_number, message_id`,
    ),
  inbound: (world: EngineWorld) =>
    ask<{ channel: string; from: string; to: string; text: string; node: number | null }>(
      db,
      world,
      `select channel, from_number "from", to_number "to", body text, node from message
       where account_id = $1 and direction = 'in' order by message_id`,
    ),
  /** Where the journeys went from a node, and why. */
  went: (world: EngineWorld, node: number) =>
    ask<{ next: number; because: string | null }>(
      db,
      world,
      "select next_node next, because from step where account_id = $1 and node = $2 and outcome = 0",
      [node],
    ),
});
