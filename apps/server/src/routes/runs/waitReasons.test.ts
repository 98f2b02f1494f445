import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { describe, expect, it } from "vitest";
import { type CarrierConnectionRow, carrierNameOf } from "../../store/carriers/carrierConnection.ts";
import type { RunWait, Waiting } from "../../store/runs/runWait.ts";
import { explainWait } from "./explainWait.ts";

const now = Date.parse("2026-11-22T12:00:00Z");
const ago = (ms: number): string => new Date(now - ms).toISOString();
const later = ago(-60_000);

const quiet: RunWait = {
  hasWorker: true,
  settings: {},
  spentMicros: 0,
  sending: null,
  due: null,
  later: null,
  next: null,
  definition: JSON.stringify({
    nodes: [
      { id: 2, type: "smsSend" },
      { id: 3, type: "timer" },
    ],
  }),
};
const connection = {
  kind: "smpp",
  connectionId: "c1",
  name: "SMSC",
  state: "bound",
  error: null,
  throttledAt: null,
  underWay: 0,
  settings: { windowSize: 10, perSecond: null },
} as CarrierConnectionRow;
const text = (more: Partial<Waiting> = {}): Waiting => ({
  of: "text",
  carrier: carrierNameOf({ kind: "smpp", connectionId: "c1" }),
  reason: null,
  at: ago(10_000),
  attempt: 0,
  ...more,
});

const call = (more: Partial<Waiting> = {}): Waiting => text({ of: "call", attempt: 1, at: later, ...more });
/** Handed over so long ago. */
const sent = (ms: number) => ({ carrier: text().carrier, at: ago(ms) });

type Reason = NonNullable<Batch["waitsFor"]>["reason"];

interface Case {
  status?: string;
  approval?: Batch["approval"];
  wait?: Partial<RunWait>;
  connection?: Partial<CarrierConnectionRow>;
}
const explain = ({ status = "running", approval = null, wait = {}, connection: of = {} }: Case) =>
  explainWait({ status, approval }, { ...quiet, ...wait }, [{ ...connection, ...of }], now);

const cases: Record<Reason, Case & { text: string; until?: string }> = {
  approval: {
    status: "not_started",
    approval: {
      state: "waiting",
      above: 5_000,
      authorId: null,
      author: "Ann",
      created: ago(1_000),
      decided: null,
      decidedBy: null,
      reason: null,
    },
    text: "Another user must approve this run, because it is for more than 5,000 contacts.",
  },
  paused: { status: "paused", text: "The run is paused. Start it to continue." },
  stopped: { status: "stopped", text: "The run is stopped. Start it to continue." },
  no_worker: {
    wait: { hasWorker: false },
    text: "No worker is running, so nothing is sent. Ask your operator to start one.",
  },
  kill_switch: {
    wait: { settings: { killSwitch: true } },
    text: "Sending is switched off for this account. Texts are blocked.",
  },
  spend_limit: {
    wait: { settings: { spendLimitMicros: 5_000_000 }, spentMicros: 5_000_000 },
    text: "The spending limit for today is reached. Texts are blocked until midnight UTC.",
  },
  carrier_down: {
    wait: { due: text() },
    connection: { state: "connecting", error: "wrong password" },
    text: "The connection “SMSC” is down (wrong password). Texts are sent when it is back.",
  },
  carrier_throttled: {
    wait: { due: text() },
    connection: { throttledAt: new Date(now - 5_000) },
    text: "The carrier of “SMSC” asked us to slow down. Texts leave more slowly.",
  },
  carrier_slow: {
    wait: { sending: sent(9_000), due: text() },
    text: "“SMSC” is slow: it has not answered yet for what was sent over it. The next ones leave as it answers.",
  },
  window_full: {
    wait: { due: text() },
    connection: { underWay: 10 },
    text: "“SMSC” takes 10 texts at a time and has not answered for those under way. The next ones leave as it answers.",
  },
  turn: {
    wait: { due: text() },
    text: "Texts of other runs are leaving over the same connection. This run is next in turn.",
  },
  daily_limit: {
    wait: { later: text({ reason: "tendlc_day", at: later }) },
    text: "The carrier’s daily limit for this 10DLC brand is reached. The next texts leave tomorrow.",
    until: later,
  },
  retry: {
    wait: { later: text({ attempt: 1, at: later }) },
    text: "The carrier did not take a text and is asked again.",
    until: later,
  },
  pace: {
    wait: { later: text({ at: later }) },
    text: "The number, connection or 10DLC campaign sends at its highest rate. Texts leave as it allows.",
    until: later,
  },
  answers: { text: "All contacts are waiting for a reply, a call, an agent or an answer from another system." },
  rate: {
    wait: { next: { at: later, node: null } },
    text: "The sending rate spaces out the contacts. The next one starts later.",
    until: later,
  },
  window: {
    wait: { next: { at: later, node: 2 } },
    text: "It is outside sending hours. Contacts continue when the hours begin.",
    until: later,
  },
  contacts: {
    wait: { next: { at: later, node: 3 } },
    text: "All contacts are waiting at a delay or for a reply.",
    until: later,
  },
};

describe("the reason why nothing of a run leaves", () => {
  it.each(Object.entries(cases))("is explained: %s", (reason, { text: expected, until = null, ...of }) => {
    expect(explain(of)).toEqual({ reason, text: expected, until });
  });

  it("is the pace of the connection when its texts are due", () => {
    const settings = { ...connection.settings, perSecond: 1 };
    expect(explain({ wait: { due: text() }, connection: { settings } })).toMatchObject({ reason: "pace", until: null });
  });

  it.each<[string, Case, string]>([
    [
      "the connection of a call is down",
      { wait: { due: call() }, connection: { state: "connecting", error: "wrong password" } },
      "The connection “SMSC” is down (wrong password). Calls are placed when it is back.",
    ],
    [
      "the carrier of a call could not be reached",
      { wait: { later: call({ reason: "carrier_unavailable" }) } },
      "The carrier of “SMSC” cannot be reached. Calls are placed when it is back.",
    ],
    [
      "the carrier throttled a call",
      { wait: { later: call({ reason: "carrier_throttled" }) } },
      "The carrier of “SMSC” asked us to slow down. Calls leave more slowly.",
    ],
    [
      "the carrier throttled a text, which is sent again later",
      { wait: { later: text({ attempt: 1, at: later, reason: "carrier_throttled" }) } },
      "The carrier of “SMSC” asked us to slow down. Texts leave more slowly.",
    ],
    [
      "the carrier of a text could not be reached",
      { wait: { later: text({ attempt: 1, at: later, reason: "carrier_unavailable" }) } },
      "The carrier of “SMSC” cannot be reached. Texts are sent when it is back.",
    ],
    [
      "a call waits for the pace of its number",
      { wait: { later: call({ attempt: 0 }) } },
      "The number or connection places calls at its highest rate. Calls leave as it allows.",
    ],
  ])("says that %s", (_, of, expected) => {
    expect(explain(of)?.text).toBe(expected);
  });

  it.each<[string, Case]>([
    ["the run is done", { status: "done", wait: { hasWorker: false } }],
    ["texts are at the carrier", { wait: { sending: sent(1_000), due: text() } }],
    [
      "texts are at the simulated carrier",
      { wait: { sending: { carrier: "simulated", at: ago(9_000) }, due: text() } },
    ],
    ["a text has only just become due", { wait: { due: text({ at: ago(500) }) } }],
    ["a contact is about to continue", { wait: { next: { at: ago(10), node: 2 } } }],
  ])("is not given when %s", (_when, of) => {
    expect(explain(of)).toBeNull();
  });
});
