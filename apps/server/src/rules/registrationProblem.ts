import type { CarrierTerms } from "@trunkline/carriers/registry/registry.ts";
import type { NumberRegistration } from "../store/registration/tenDlcTraffic.ts";

/** Toll-free numbers are verified otherwise and are no 10DLC traffic. */
const tollFree = /^\+1(800|822|833|844|855|866|877|888)/;

/** Whether a text between these numbers is 10DLC traffic. */
export const isTenDlcTraffic = (from: string, to: string): boolean =>
  to.startsWith("+1") && from.startsWith("+1") && !tollFree.test(from);

/** Why the registration of a number stops a text to networks with these terms; null: it may go. `demanded`: the connection takes what is registered alone. */
export function registrationProblem(
  registration: Pick<NumberRegistration, "status" | "carriers" | "mock"> | undefined,
  terms: readonly CarrierTerms[],
  demanded: boolean,
): string | null {
  if (registration === undefined) return demanded ? "unregistered" : null;
  const { status, carriers, mock } = registration;
  const states = terms.map(({ network }) => carriers[network]?.status);
  // a number with an unknown network is stopped by all networks together, and by none alone
  if (states.length > 0 && states.every((one) => one === "SUSPENDED" || one === "REJECTED"))
    return states.includes("SUSPENDED") ? "tendlc_suspended" : "tendlc_rejected";
  if (!demanded) return null;
  if (mock) return "unregistered";
  if (status === "DECLINED") return "tendlc_declined";
  return status === "ACCEPTED" && states.includes("APPROVED") ? null : "tendlc_pending";
}
