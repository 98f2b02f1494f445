import type { Change } from "@trunkline/workflow/engine/effects.ts";
import type { Step } from "@trunkline/workflow/engine/journey.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import type { Query } from "../store/database.ts";
import { addBatchCounts } from "../store/runs/count.ts";
import { type EnrolledByNode, enrolByNode, listTurnedAway, type NodeEnrolment } from "../store/runs/nodeEnrolment.ts";

/** One `enrolContact` of a claim. */
export interface ContactEnrolment {
  accountId: string;
  journeyId: string;
  contactId: string;
  change: Extract<Change, { do: "enrolContact" }>;
  /** The step of the node that enrols. It is written when it is known whether the contact was enrolled. */
  step: Step;
}

/**
 * Enrols the contacts of a claim in the workflows that its `campaign` nodes name; the asking journeys go on. The step of
 * a contact that was turned away says so, and why.
 */
export async function enrolContact(q: Query, slot: number, enrolments: readonly ContactEnrolment[]): Promise<void> {
  if (enrolments.length === 0) return;
  const asked = enrolments.map(
    ({ change, ...one }): AskedEnrolment => ({
      ...one,
      campaignId: change.campaignId,
      ignoresWindow: !change.observeTimezoneProtection,
    }),
  );
  const groups = Map.groupBy(asked, (one) => `${one.accountId} ${one.campaignId} ${one.ignoresWindow}`);
  // in one order everywhere, because the counts and locks of a workflow are taken one after another
  for (const name of [...groups.keys()].sort()) {
    const group = groups.get(name) as AskedEnrolment[];
    const made = await enrolByNode(q, group);
    if (made) await addBatchCounts(q, slot, [{ ...made, started: 0, done: 0, failed: 0 }]);
    const reasons = await listReasons(q, group, made);
    for (const one of group) {
      const reason = reasons.get(one);
      if (reason === undefined) continue;
      one.step.because = `not enrolled: ${describeReason(reason)}`;
      one.step.data = { ...one.step.data, reason };
    }
  }
}

type AskedEnrolment = NodeEnrolment & Pick<ContactEnrolment, "step">;

/** Why contacts of a group were turned away. A contact that two journeys of the group enrol is enrolled once. */
async function listReasons(
  q: Query,
  group: readonly AskedEnrolment[],
  made: EnrolledByNode | null,
): Promise<Map<AskedEnrolment, string>> {
  // the workflow is there, or its node would have failed: it was never saved
  if (made === null) return new Map(group.map((one) => [one, "empty_workflow"]));
  if (made.enrolled === group.length) return new Map();
  const contactIds = group.map(({ contactId }) => contactId);
  const away = await listTurnedAway(q, made, contactIds);
  return new Map(
    group.flatMap((one, at): [AskedEnrolment, string][] => {
      const isRepeated = contactIds.indexOf(one.contactId) < at;
      const reason = away.get(one.contactId) ?? (isRepeated ? "already_enrolled" : undefined);
      return reason === undefined ? [] : [[one, reason]];
    }),
  );
}
