import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { ProviderWay } from "../../carriers/readConnection.ts";
import type { CallTask } from "../../store/calls/callTask.ts";
import { lockProviderCall, type ProviderCall } from "../../store/calls/providerCall.ts";
import type { Query } from "../../store/database.ts";
import type { ProviderTasks } from "./providerTasks.ts";
import { telnyxTasks } from "./telnyxTasks.ts";
import { twilioTasks } from "./twilioTasks.ts";

/** The kinds of providers whose calls ask for something, as the name of a carrier begins. */
const providerTasks: Readonly<Record<string, ProviderTasks>> = {
  twilio: twilioTasks,
  telnyx: telnyxTasks,
};

/** A task of one kind. */
export type TaskOf<Kind extends CallTask["kind"]> = Extract<CallTask, { kind: Kind }>;

/** A call, and how its kind of provider does what it asks for. */
export interface TaskPlace {
  row: ProviderCall;
  tasks: ProviderTasks;
}

/** The call of a task. Null: it is gone. */
export const placeOf = ({ db }: ProviderWay, task: CallTask): Promise<TaskPlace | null> =>
  db.tx([task.accountId], (q) => lockedPlaceOf(q, task));

/** The same, locked for this transaction. */
export async function lockedPlaceOf(q: Query, { accountId, callId }: CallTask): Promise<TaskPlace | null> {
  const row = await lockProviderCall(q, { accountId, callId });
  const tasks = row === null ? undefined : ownValue(providerTasks, row.kind);
  return row && tasks ? { row, tasks } : null;
}
