import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { insertRcsAgent, insertRcsTemplate } from "../src/store/templates/rcs.ts";
import type { EngineWorld, TestNode } from "./engineWorld.ts";
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
