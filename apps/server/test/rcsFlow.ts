import type { EngineWorld, TestNode } from "./engineWorld.ts";

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
