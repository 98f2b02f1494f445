import type { AssignmentMethod } from "@trunkline/contract/inbox/assignmentRule.ts";
import type { Conversation } from "@trunkline/contract/inbox/inbox.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { formatTime } from "../../ui/text/formatTime.ts";

/** The contact's name in lists. */
export const nameOf = ({ contactName, phone }: Pick<Conversation, "contactName" | "phone">): string =>
  contactName ?? (phone === null ? "Contact without a number" : formatPhone(phone));

/** What handled a conversation, when it is snoozed until, or that it has returned; undefined where there is nothing to say. */
export function describeState(
  { handled, snoozedUntil, status }: Pick<Conversation, "handled" | "snoozedUntil" | "status">,
  now: number,
): string | undefined {
  if (handled) {
    if (handled.word !== null) return `${handled.word.toUpperCase()} was answered automatically`;
    return handled.name === null ? "Handled by a deleted workflow" : `Handled by ${handled.name}`;
  }
  if (snoozedUntil === null) return undefined;
  if (status === "snoozed") return `Snoozed until ${formatTime(snoozedUntil)}`;
  return status === "open" && Date.parse(snoozedUntil) <= now ? "Back from snooze" : undefined;
}

/** How a member of a work group is chosen. */
export const methodLabels: Record<AssignmentMethod, string> = {
  roundRobin: "in turns",
  leastOpen: "fewest open conversations",
};

/** Why a rule assigned a conversation, or could not; undefined if no rule did. */
export function describeAssignment({
  assignedBecause,
  assignedTo,
}: Pick<Conversation, "assignedBecause" | "assignedTo">): string | undefined {
  if (assignedBecause === null) return undefined;
  const { rule, workGroup, method } = assignedBecause;
  return assignedTo === null
    ? `Rule "${rule}" found no member of ${workGroup} who may use the inbox`
    : `Assigned by rule "${rule}": ${workGroup}, ${methodLabels[method]}`;
}
