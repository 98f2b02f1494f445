import type { Call } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { isOffered } from "../../rules/numberOffer.ts";
import { auditChange } from "../../store/audit/audit.ts";
import { rerouteCalls } from "../../store/calls/rerouteCalls.ts";
import type { Query } from "../../store/database.ts";
import { rerouteQueued } from "../../store/messages/message.ts";
import { findNumber, updateNumberCarrier } from "../../store/numbers/number.ts";

/** Messages or calls that are moved in one transaction, so that senders do not wait for all of them. */
const chunk = 1_000;

/** Moves a number to another carrier; its sets, workflows and routes stay. Returns the carrier that it had. */
export async function moveNumber(q: Query, call: Call, phone: string, carrier: string): Promise<string> {
  const before = await findNumber(q, call.account, phone);
  if (before === null) throw notFound("number");
  if (isOffered(phone))
    throw conflict(
      `${phone} belongs to the simulated carrier and cannot be used with a connection. Replace it in its number sets`,
      "path.phone",
    );
  await updateNumberCarrier(q, call.account, phone, carrier);
  await auditChange(q, call, "number.move", phone, {
    before: { carrier: before.carrier },
    after: { carrier },
  });
  return before.carrier;
}

/** Lets what is queued for a carrier follow the numbers that have moved away from it. */
export async function followNumbers(
  { db, account, wakeUp }: Pick<Call, "db" | "account" | "wakeUp">,
  carrier: string,
): Promise<void> {
  for (const reroute of [rerouteQueued, rerouteCalls])
    for (let moved = chunk; moved === chunk; )
      moved = await db.tx([account], (q) => reroute(q, account, carrier, chunk));
  wakeUp();
}
