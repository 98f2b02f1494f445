import { describeKind, now } from "../../describeKind.ts";
import { agentQueue } from "./index.ts";

const own = {
  queueName: "sales",
  queueWaitTime: 0,
  expirationType: "campaignTimezoneProtection" as const,
  expirationNumber: "1",
  expirationUnits: "minutes" as const,
};
const hour = 3_600_000;
const window = (endSecond: number) => [
  { zones: ["America/New_York"], days: 127, startSecond: 8 * 3600, endSecond, name: "workflow window" },
];
const hold = (until?: number, offeredFrom?: number) => ({
  ask: {
    do: "holdForAgent" as const,
    queueName: "sales",
    ...(until !== undefined && { until }),
    ...(offeredFrom !== undefined && { offeredFrom }),
  },
});
const left = (outcome: string, because: string, agent = "") => ({
  go: 2,
  assign: { "node1.queue": outcome, "node1.agent": agent },
  because,
});

describeKind("agentQueue", agentQueue, {
  saves: [
    { rule: "the defaults of spec 2 §3.3, the number as text", draft: { queueName: "sales" }, own },
    {
      rule: "a fixed expiration",
      draft: {
        queueName: "sales",
        queueWaitTime: 30,
        expirationType: "fixed",
        expirationNumber: 2,
        expirationUnits: "hours",
      },
      own: { ...own, queueWaitTime: 30, expirationType: "fixed", expirationNumber: "2", expirationUnits: "hours" },
    },
  ],
  rejects: [
    { rule: "no queue: Queue Name required (spec 2 §5.2)", draft: {}, messages: ["Queue Name is required"] },
    { rule: "nothing else", draft: { queueName: "sales" }, messages: [] },
    {
      rule: "no Number when the expiration is fixed (spec 2 §5.2)",
      draft: { queueName: "sales", expirationType: "fixed", expirationNumber: "" },
      messages: ["Number is required"],
    },
    {
      rule: "no Units when the expiration is fixed (spec 2 §5.2)",
      draft: { queueName: "sales", expirationType: "fixed", expirationUnits: "" as never },
      messages: ["Units is required"],
    },
    {
      rule: "a wait time under zero",
      draft: { queueName: "sales", queueWaitTime: -1 },
      messages: ["Queue Wait Time must be at least 0"],
    },
  ],
  runs: [
    { rule: "without a window and a wait time it holds until an agent comes", node: own, outcome: hold() },
    {
      rule: "closes at the end of the workflow's own window",
      node: own,
      at: { sendWindow: window(17 * 3600) },
      outcome: hold(now + 7 * hour),
    },
    {
      rule: "continues at once when that window is closed",
      node: own,
      at: { sendWindow: window(9 * 3600) },
      outcome: left("timeout", "agent_timeout"),
    },
    {
      rule: "a fixed expiration counts from when the contact came",
      node: { ...own, expirationType: "fixed", expirationNumber: "2", expirationUnits: "hours" },
      at: { since: now - hour },
      outcome: hold(now + hour),
    },
    {
      rule: "the wait time in seconds delays the offer to agents, and the expiration ends the wait",
      node: { ...own, queueWaitTime: 30, expirationType: "fixed" },
      outcome: hold(now + 60_000, now + 30_000),
    },
    {
      rule: "a wait time without an expiration delays the offer alone",
      node: { ...own, queueWaitTime: 30 },
      outcome: hold(undefined, now + 30_000),
    },
    {
      rule: "an agent answered the contact",
      by: { answer: { ok: true, reason: "agent_took", text: "Ann Agent" } },
      node: own,
      outcome: left("taken", "agent_took", "Ann Agent"),
    },
    {
      rule: "the queue was closed by hand",
      by: { answer: { ok: true, reason: "queue_closed" } },
      node: own,
      outcome: left("closed", "queue_closed"),
    },
    {
      rule: "the expiration of the workflow's window is a timeout",
      by: { answer: { ok: true } },
      node: { ...own, queueWaitTime: 30 },
      at: { since: now - 30_000 },
      outcome: left("timeout", "agent_timeout"),
    },
    {
      rule: "a fixed expiration is expired",
      by: { answer: { ok: true } },
      node: { ...own, queueWaitTime: 300, expirationType: "fixed" },
      at: { since: now - 60_000 },
      outcome: left("expired", "agent_expired"),
    },
  ],
});
