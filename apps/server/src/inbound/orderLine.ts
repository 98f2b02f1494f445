import type { LineOrder } from "@trunkline/carriers/callLine.ts";
import { type CallKey, findCallCarrier } from "../store/calls/call.ts";
import type { Query } from "../store/database.ts";
import { callLines } from "./callLines.ts";
import type { CallLines, CallWorld, LineEnds } from "./callWorld.ts";

/** The lines of a carrier by its name. Undefined: it has no calls. */
export const linesOf = (carrier: string): CallLines | undefined => callLines.get(carrier.split(":")[0] ?? "");

/** Gives orders to the line of a call, whichever carrier has it. */
export async function orderLine(
  q: Query,
  { accountId, callId }: CallKey,
  decide: (ends: LineEnds | null) => readonly LineOrder[] | Promise<readonly LineOrder[]>,
  world: CallWorld,
): Promise<boolean> {
  const call = { accountId, callId };
  const carrier = await findCallCarrier(q, call);
  const lines = carrier === null ? undefined : linesOf(carrier);
  return lines === undefined ? false : lines.order(q, call, async (ends) => decide(ends), world);
}
