import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { type Delivered, delivered, noWorkflow, refused } from "@trunkline/workflow/inbound/arrival/delivered.ts";
import type { Query } from "../../../store/database.ts";
import { addBatchCounts } from "../../../store/runs/count.ts";
import { enrolByNode, listTurnedAway } from "../../../store/runs/nodeEnrolment.ts";
import { receivingSlot } from "../../receivingSlot.ts";
import type { CallDestination, TextDestination } from "../destination.ts";

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Entrant {
  accountId: string;
  contactId: string;
  campaignId: string;
}

/** Contacts enter the newest version of a workflow, by its frequency. Its own sending window applies. */
async function enrol(q: Query, entrants: readonly Entrant[]): Promise<Delivered[]> {
  const answers = new Map<Entrant, Delivered>();
  const groups = Map.groupBy(entrants, ({ accountId, campaignId }) => `${accountId} ${campaignId}`);
  // in one order everywhere, because the counts and locks of a workflow are acquired one after another
  for (const name of [...groups.keys()].sort()) {
    const group = groups.get(name) as Entrant[];
    for (const [entrant, answer] of await enrolGroup(q, group)) answers.set(entrant, answer);
  }
  return entrants.map((entrant) => answers.get(entrant) ?? delivered);
}

async function enrolGroup(q: Query, group: readonly Entrant[]): Promise<[Entrant, Delivered][]> {
  if (!idForm.test(group[0]?.campaignId ?? "")) return group.map((entrant) => [entrant, noWorkflow]);
  const asked = group.map((one) => ({ ...one, journeyId: null, ignoresWindow: false }));
  const made = await enrolByNode(q, asked, "inbound");
  if (made === null) return group.map((entrant) => [entrant, noWorkflow]);
  await addBatchCounts(q, receivingSlot, [{ ...made, started: 0, done: 0, failed: 0 }]);
  if (made.filtered === 0) return group.map((entrant) => [entrant, delivered]);
  const away = await listTurnedAway(
    q,
    made,
    group.map(({ contactId }) => contactId),
  );
  return group.map((entrant) => {
    const reason = away.get(entrant.contactId);
    return [entrant, reason === undefined ? delivered : refused(describeReason(reason))];
  });
}

/** The sender of a text enters a workflow. */
export const workflow: TextDestination = {
  deliver: (q, texts) =>
    enrol(
      q,
      texts.map(({ accountId, contactId, destination }) => ({ accountId, contactId, campaignId: destination.dest })),
    ),
};

/** The caller enters a workflow. */
export const workflowOfCall: CallDestination = {
  async find(q, { accountId, contactId, destination }) {
    if (contactId === null) return { enrolled: refused("No contact has this number") };
    const [enrolled = delivered] = await enrol(q, [{ accountId, contactId, campaignId: destination.dest }]);
    return { enrolled };
  },
};
