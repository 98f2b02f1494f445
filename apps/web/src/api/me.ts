import { useSuspenseQuery } from "@tanstack/react-query";
import { authRoutes, type Me } from "@trunkline/contract/identity/auth.ts";
import { holds, type Privilege } from "@trunkline/contract/identity/roles.ts";
import { oneOf } from "./queries.ts";

/** Who is signed in; the shell reads it before any page is drawn. */
export const meQuery = { ...oneOf(authRoutes.me), staleTime: 60_000 };

/** Who is signed in, to which account, with what rights. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** Whether the signed-in user may do what needs a privilege; the server refuses it in any case. */
export function useMay(): (privilege: Privilege) => boolean {
  const { role, privileges } = useMe();
  return (privilege) => holds(role, privileges, privilege);
}

/** What a control that is disabled for want of a privilege says. */
export const notAllowed = "You don't have the privilege for this. An administrator can grant it under Users.";

/** What a control says that every role but viewer may use. */
export const viewersChangeNothing =
  "Viewers can't make changes. An administrator can give you another role under Users.";
