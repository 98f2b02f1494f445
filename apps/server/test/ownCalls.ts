import type { LineInput } from "@trunkline/carriers/simulated/line/lineState.ts";
import { afterAll } from "vitest";
import { openEgress } from "../src/egress/egress.ts";
import { moveCall } from "../src/inbound/moveCall.ts";
import { listBroken } from "../src/store/invariants.ts";
import { type LegRow, listHandsetCalls } from "../src/store/simulator/simulatorCall.ts";
import {
  ask,
  type EngineWorld,
  makeCampaign,
  makeContacts,
  quickWorker,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";

/** What a call node says by default: a greeting, and no keys. */
export const callNode = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  answerAction: "textToSpeech",
  textToSpeechVoice: "en-us-standard-male-1",
  textToSpeechText: "Hello ${firstName}",
  audioUrl: "",
  audioTimeout: 3,
  useAiRewording: false,
  dtmfActions: [],
  statusCallbackUrl: "",
  fallbackUrl: "",
  record: false,
  recordCallbackUrl: "",
  ifMachine: "continue",
  ifMachineCallbackUrl: "",
  ...more,
});
/** A node whose call runs the script at an address. */
export const callXmlNode = (url: string, more: Record<string, unknown> = {}) => ({
  url,
  statusCallbackUrl: "",
  fallbackUrl: "",
  record: false,
  recordCallbackUrl: "",
  ifMachine: "continue",
  ifMachineCallbackUrl: "",
  ifMachineCallbackUrlMethod: "POST",
  ...more,
});
export const callFlow = (own: Record<string, unknown>): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "call", children: [3], ...own },
  { id: 3, type: "control", children: [] },
];

/** What was heard on a phone, each with how it came. */
export const said = (leg: LegRow | undefined): string[] => (leg?.log ?? []).map((note) => `${note.kind} ${note.text}`);

/** A worker that places calls over a database of its own, and what a file about them asks and does there. */
export async function ownCalls() {
  const db = await freshDatabase({ connections: 14 });
  const world = { publicUrl: "https://trunkline.example", pace: 0.02 };
  const worker = quickWorker(db, {
    publicUrl: world.publicUrl,
    egress: openEgress({ allow: ["127.0.0.0/8"] }),
    unknownAfterMs: 300,
    simulator: { timeoutMs: 100, callPace: world.pace },
  });
  afterAll(() => worker.stop());

  /** Calls one phone and answers how it went when the run has ended. */
  async function callOnce(one: EngineWorld, phone: string, own = callNode()) {
    const contacts = await makeContacts(db, one, [phone]);
    const batch = await runBatch(db, one, await makeCampaign(db, one, callFlow(own)), contacts);
    return { batch, over: () => until("the run is done", async () => (await statusOf(db, one, batch)) === "done") };
  }
  const vars = async (one: EngineWorld): Promise<Record<string, string>> =>
    (await ask<{ vars: Record<string, string> }>(db, one, "select vars from journey where account_id = $1"))[0]?.vars ??
    {};
  const calls = (one: EngineWorld) =>
    ask<{
      state: string;
      line: string | null;
      reason: string | null;
      keys: string;
      answered_by: string | null;
      cost: number;
    }>(
      db,
      one,
      "select state, line, reason, keys, answered_by, cost_micros cost from call where account_id = $1 order by call_id",
    );
  const onHandset = (one: EngineWorld, phone: string): Promise<LegRow[]> =>
    db.tx([one.account], (q) => listHandsetCalls(q, one.account, phone));

  /** Waits until a phone's newest call is in a state, and returns it. */
  async function legIn(one: EngineWorld, phone: string, now: LegRow["line"]["now"]["is"]): Promise<LegRow> {
    let leg: LegRow | undefined;
    await until(`${phone} is ${now}`, async () => {
      leg = (await onHandset(one, phone)).at(-1);
      return leg?.line.now.is === now;
    });
    return leg as LegRow;
  }
  /** What a phone does; a slower pace than the world's leaves time to look at what comes of it. */
  const act = (one: EngineWorld, leg: LegRow, input: LineInput, pace = world.pace) =>
    db.tx([one.account], (q) => moveCall(q, leg, () => [{ legId: leg.legId, input }], { ...world, pace }));
  const broken = (one: EngineWorld) => db.tx([one.account], (q) => listBroken(q, one.account));
  return { db, callOnce, vars, calls, onHandset, legIn, act, broken };
}
