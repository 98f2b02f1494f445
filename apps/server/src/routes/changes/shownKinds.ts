import { type ChangeKind, changesShownBy } from "@trunkline/contract/changes/change.ts";
import { holds, type Privilege, type Role } from "@trunkline/contract/identity/roles.ts";
import { namedRoutes } from "../../http/handle.ts";

/** What a user may do. */
export interface Rights {
  role: Role;
  privileges: readonly Privilege[];
}

/** The changes that a user can see: those shown by an endpoint that the user may read. */
export const shownKinds = ({ role, privileges }: Rights): ReadonlySet<ChangeKind> =>
  new Set(
    namedRoutes()
      .filter(
        ([, route]) => route.method === "GET" && route.caller === "account" && holds(role, privileges, route.privilege),
      )
      .flatMap(([, { path }]) => changesShownBy(path)),
  );
