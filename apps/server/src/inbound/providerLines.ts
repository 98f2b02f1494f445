import type { LineOrder, LineReport } from "@trunkline/carriers/callLine.ts";
import type { Voice } from "@trunkline/workflow/voice/voices.ts";
import { insertCallTasks, type NewCallTask, type ProviderTaskWork } from "../store/calls/callTask.ts";
import {
  lockProviderCall,
  type ProviderCall,
  type ProviderCallKey,
  saveProviderCall,
} from "../store/calls/providerCall.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import type { CallLines, CallWorld } from "./callWorld.ts";
import { receiveCall } from "./receiveCall.ts";

/** What the lines of one kind of provider do. */
interface ProviderLineKind<Line extends object, Input> {
  hasEnded(line: Line): boolean;
  speaks(voice: Voice): boolean;
  /** Whether a user can consult someone while the contact is on hold. */
  consults: boolean;
  /** Whether a user who answers is rung where they speak. */
  ringsUsers: boolean;
  /** Moves a line by one input. */
  move(row: ProviderCall<Line>, line: Line, input: Input | LineOrder, world: CallWorld): LineStep<Line>;
}

/** What became of a line: what the product hears of it, and what the provider must be asked for. */
interface LineStep<Line> {
  line: Line;
  reports: readonly LineReport[];
  tasks: readonly (ProviderTaskWork & { delayMs?: number })[];
}

/** The lines of calls at one kind of provider. */
export interface ProviderLines<Line extends object, Input> extends CallLines {
  /** Applies what a provider reports of a call, in one transaction. False: its connection has no such call. */
  report(
    q: Query,
    call: ProviderCallKey,
    inputsOf: (row: ProviderCall<Line>) => readonly Input[],
    world: CallWorld,
  ): Promise<boolean>;
  /** Passes inputs to the locked line and its reports to the call, whose verbs go back to the line. It is not saved. */
  move(q: Query, row: ProviderCall<Line>, inputs: readonly (Input | LineOrder)[], world: CallWorld): Promise<Line>;
}

/** The lines of a kind of provider: state in the database alone, so that any process can move them. */
export function providerLines<Line extends object, Input>(
  kind: ProviderLineKind<Line, Input>,
): ProviderLines<Line, Input> {
  async function move(
    q: Query,
    row: ProviderCall<Line>,
    inputs: readonly (Input | LineOrder)[],
    world: CallWorld,
  ): Promise<Line> {
    const call = { accountId: row.accountId, callId: row.callId };
    const queue = [...inputs];
    const tasks: NewCallTask[] = [];
    let { line } = row;
    for (let input = queue.shift(); input !== undefined; input = queue.shift()) {
      const step = kind.move(row, line, input, world);
      line = step.line;
      for (const report of step.reports) {
        const verbs = await receiveCall(q, call, report);
        if (verbs.length > 0) queue.push({ input: "instructed", verbs });
      }
      tasks.push(...step.tasks.map((task): NewCallTask => ({ ...call, taskId: newId(), ...task })));
    }
    await insertCallTasks(q, tasks);
    return line;
  }
  const save = (q: Query, { accountId, callId }: ProviderCall<Line>, line: Line): Promise<void> =>
    saveProviderCall(q, { accountId, callId, line });
  return {
    move,
    ringsUsersBy: (carrier) => (kind.ringsUsers ? (carrier.split(":")[1] ?? null) : null),
    consults: kind.consults,
    speaks: kind.speaks,
    async order(q, call, decide, world) {
      const row = await lockProviderCall<Line>(q, call);
      if (row === null) return false;
      const ringsUserBy = kind.ringsUsers ? row.connectionId : null;
      const orders = await decide(kind.hasEnded(row.line) ? null : { own: row.own, contact: row.contact, ringsUserBy });
      if (orders.length === 0) return false;
      await save(q, row, await move(q, row, orders, world));
      return true;
    },
    async report(q, call, inputsOf, world) {
      const row = await lockProviderCall<Line>(q, call);
      if (row?.connectionId !== call.connectionId) return false;
      await save(q, row, await move(q, row, inputsOf(row), world));
      return true;
    },
  };
}
