import type { Change } from "@trunkline/workflow/engine/effects.ts";
import { addBatchCounts } from "../store/count.ts";
import type { Query } from "../store/database.ts";
import { enrolByNode, type NodeEnrolment } from "../store/nodeEnrolment.ts";

/** One `enrolContact` of a claim. */
export interface ContactEnrolment {
  accountId: string;
  journeyId: string;
  contactId: string;
  change: Extract<Change, { do: "enrolContact" }>;
}

/** Enrols the contacts of a claim in the workflows that its `campaign` nodes name; the asking journeys go on. */
export async function enrolContact(q: Query, slot: number, enrolments: readonly ContactEnrolment[]): Promise<void> {
  if (enrolments.length === 0) return;
  const asked = enrolments.map(
    ({ change, ...one }): NodeEnrolment => ({
      ...one,
      campaignId: change.campaignId,
      ignoresWindow: !change.observeTimezoneProtection,
    }),
  );
  const groups = Map.groupBy(asked, (one) => `${one.accountId} ${one.campaignId} ${one.ignoresWindow}`);
  // in one order everywhere, because the counts and locks of a workflow are taken one after another
  for (const name of [...groups.keys()].sort()) {
    const made = await enrolByNode(q, groups.get(name) as NodeEnrolment[]);
    if (made) await addBatchCounts(q, slot, [{ ...made, started: 0, done: 0, failed: 0 }]);
  }
}
