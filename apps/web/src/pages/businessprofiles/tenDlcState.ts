import type { TenDlcCampaign } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import type { Tone } from "../../ui/text/StatusBadge.tsx";

interface State {
  tone: Tone;
  word: string;
  why: string | null;
}

/** A 10DLC campaign's status as it is shown. */
export function tenDlcState(row: Pick<TenDlcCampaign, "status" | "reason" | "problem" | "rateConfigs">): State {
  if (row.problem !== null) return { tone: "failed", word: "Refused", why: row.problem };
  switch (row.status) {
    case "PENDING":
      return { tone: "going", word: "Pending", why: "A reviewer is looking at it." };
    case "DECLINED":
      return { tone: "failed", word: "Declined", why: row.reason };
    case "EXPIRED":
      return { tone: "off", word: "Expired", why: "It is over, and its number set is free." };
    case "ACCEPTED":
      return acceptedState(row.rateConfigs);
  }
}

function acceptedState(rates: TenDlcCampaign["rateConfigs"]): State {
  const approved = rates.filter(({ status }) => status === "APPROVED").length;
  const suspended = rates.filter(({ status }) => status === "SUSPENDED" || status === "REJECTED");
  if (suspended.length > 0)
    return { tone: "waits", word: "Suspended", why: `Not by ${suspended.map(({ carrier }) => carrier).join(", ")}` };
  return approved === rates.length
    ? { tone: "done", word: "Approved", why: "By every carrier" }
    : { tone: "going", word: "Accepted", why: `${approved} of ${rates.length} carriers have approved it` };
}

/** What one carrier says. */
export const carrierState: Record<TenDlcCampaign["rateConfigs"][number]["status"], Omit<State, "why">> = {
  PENDING: { tone: "off", word: "Not asked yet" },
  REVIEW: { tone: "going", word: "In review" },
  APPROVED: { tone: "done", word: "Approved" },
  REJECTED: { tone: "failed", word: "Rejected" },
  SUSPENDED: { tone: "waits", word: "Suspended" },
};
