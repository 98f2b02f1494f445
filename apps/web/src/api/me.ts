import { useSuspenseQuery } from "@tanstack/react-query";
import { authRoutes, type Me } from "@trunkline/contract/identity/auth.ts";
import { holds, type Privilege } from "@trunkline/contract/identity/roles.ts";
import { oneOf } from "./queries.ts";

/** The signed-in user. The shell loads it before it renders a page. */
export const meQuery = { ...oneOf(authRoutes.me), staleTime: 60_000 };

/** The signed-in user with account and rights. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** Whether the user has a privilege. The server checks it too. */
export function useMay(): (privilege: Privilege) => boolean {
  const { role, privileges } = useMe();
  return (privilege) => holds(role, privileges, privilege);
}

/** Whether the user has to ask for approval instead of publishing a workflow (decision 0085). */
export function useMustAsk(): boolean {
  const may = useMay();
  return useMe().publishingNeedsApproval && !may("workflow-approve");
}

/** Why a control is disabled without a privilege. */
export const notAllowed = "You don't have the privilege for this. An administrator can grant it under Users.";

/** Why a control is disabled for viewers. */
export const viewersChangeNothing =
  "Viewers can't make changes. An administrator can give you another role under Users.";
