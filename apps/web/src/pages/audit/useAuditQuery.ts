import { auditOutcomes, type auditRoutes } from "@trunkline/contract/audit/audit.ts";
import type { Input } from "../../api/call.ts";
import { daysOf } from "../../history/useHistory.ts";
import type { Address } from "../../ui/page/useAddress.ts";

/** Names of the audit log filters in the address bar. */
const names = ["q", "who", "about", "action", "of", "outcome", "from", "to"] as const;

type Query = NonNullable<Input<typeof auditRoutes.list>["query"]>;

/** The audit log query of the address, with a function that clears all filters. */
export function useAuditQuery(
  address: Address,
  change: (change: Address) => void,
): { query: Query; clear: (() => void) | undefined } {
  const { q, who, about, action, of, from, to } = address;
  const outcome = auditOutcomes.find((one) => one === address["outcome"]);
  const search = q?.trim();
  return {
    query: {
      ...(search && { search: search.slice(0, 100) }),
      ...(who && { actor: who }),
      ...(about && { subject: about }),
      ...(action && { action }),
      ...(of && { target: of }),
      ...(outcome && { outcome }),
      ...daysOf(from, to),
    },
    clear: names.some((name) => address[name] !== undefined)
      ? () => change(Object.fromEntries(names.map((name) => [name, undefined])))
      : undefined,
  };
}
