import type { TestNode } from "../engineWorld.ts";
import { callNode } from "../ownCalls.ts";

/** A number from 0 up to a limit. */
export type Roll = (limit: number) => number;

/** What contacts text: replies that a workflow asks for, others, and opt-out keywords. */
export const replyWords = ["yes", "no", "later", "YES", "STOP", "START"] as const;

/** A workflow of three to nine nodes whose paths lead to later nodes, drawn from the kinds that send, wait, ask and part. */
export function seededWorkflow(roll: Roll, template: string): TestNode[] {
  const last = 4 + roll(6);
  const nodes: TestNode[] = [{ id: 1, type: "start", children: [2] }];
  for (let id = 2; id < last; id++) nodes.push(draw(roll, id, last, template));
  return [...nodes, { id: last, type: "control", children: [] }];
}

function draw(roll: Roll, id: number, last: number, template: string): TestNode {
  const later = (): number => Math.min(last, id + 1 + roll(2));
  const [one, other] = [later(), later()];
  // most nodes text or call: what is sent is what is proven
  switch (roll(11)) {
    case 0:
      return { id, type: "percentage", children: [one, other], percentages: [5_000, 5_000] };
    case 1:
      return {
        id,
        type: "condition",
        children: [one, other],
        conditions: [
          {
            targetNode: one,
            statements: [{ variable: "tier", operation: "EQUALS", value: "gold", negated: roll(2) > 0 }],
          },
          { targetNode: other, statements: [] },
        ],
        defaultNodePath: other,
      };
    case 2:
      return {
        id,
        type: "dncCheck",
        children: [one, other],
        dncList: "account",
        subtype: "sms",
        matchPath: one,
        noMatchPath: other,
      };
    case 3:
      return {
        id,
        type: "timeDelay",
        children: [one],
        timeoutType: "wait",
        timeoutWaitType: "number",
        timeoutWaitNumber: 1 + roll(3),
        timeoutWaitUnits: "hours",
      };
    case 4:
    case 5:
      return {
        id,
        type: "event",
        children: [one, other],
        timeoutData: {
          timeoutType: "wait",
          timeoutWaitType: "number",
          timeoutWaitNumber: 1 + roll(3),
          timeoutWaitUnits: "days",
          timeoutPath: other,
        },
        conditions: [
          {
            targetNode: one,
            statements: [{ variable: `node${id - 1}.reply`, operation: "EQUALS", value: "yes", negated: false }],
          },
        ],
      };
    case 6:
    case 7:
      return { id, type: "call", children: [one], ...callNode() };
    default:
      return {
        id,
        type: "smsSend",
        children: [one],
        smsTemplateId: template,
        smsTemplateName: "Hello",
        useAiRewording: false,
      };
  }
}
