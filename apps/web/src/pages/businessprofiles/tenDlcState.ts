import type { TenDlcCampaign } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import type { Tone } from "../../ui/text/StatusBadge.tsx";

interface State {
  tone: Tone;
  word: string;
  why: string | null;
}

/** The badge of a 10DLC campaign's status. */
export function tenDlcState(row: Pick<TenDlcCampaign, "status" | "reason" | "problem" | "rateConfigs">): State {
  if (row.problem !== null) return { tone: "failed", word: "Rejected", why: row.problem };
  switch (row.status) {
    case "PENDING":
      return { tone: "going", word: "Pending", why: "A reviewer is checking this campaign." };
    case "DECLINED":
      return { tone: "failed", word: "Declined", why: row.reason };
    case "EXPIRED":
      return { tone: "off", word: "Expired", why: "The campaign has expired and its number set is available again." };
    case "ACCEPTED":
      return acceptedState(row.rateConfigs);
  }
}

function acceptedState(rates: TenDlcCampaign["rateConfigs"]): State {
  const approved = rates.filter(({ status }) => status === "APPROVED").length;
  const suspended = rates.filter(({ status }) => status === "SUSPENDED" || status === "REJECTED");
  if (suspended.length > 0)
    return {
      tone: "waits",
      word: "Suspended",
      why: `Suspended or rejected by ${suspended.map(({ carrier }) => carrier).join(", ")}`,
    };
  return approved === rates.length
    ? { tone: "done", word: "Approved", why: "Approved by every carrier" }
    : { tone: "going", word: "Accepted", why: `Approved by ${approved} of ${rates.length} carriers` };
}

/** The badge of a campaign's status at one carrier. */
export const carrierState: Record<TenDlcCampaign["rateConfigs"][number]["status"], Omit<State, "why">> = {
  PENDING: { tone: "off", word: "Not submitted" },
  REVIEW: { tone: "going", word: "In review" },
  APPROVED: { tone: "done", word: "Approved" },
  REJECTED: { tone: "failed", word: "Rejected" },
  SUSPENDED: { tone: "waits", word: "Suspended" },
};
