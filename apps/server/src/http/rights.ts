import { holds, privileges as known, type Privilege, type Role, roles } from "@trunkline/contract/identity/roles.ts";
import type { Rights } from "../store/identity/membership.ts";
import { forbidden } from "./problem.ts";

const rank = (role: Role): number => roles.length - roles.indexOf(role);

/** Rights as stored. Only members have grants, because the other roles determine all rights. */
export const tidyRights = ({ role, privileges }: Rights): Rights => ({
  role,
  privileges: role === "member" ? [...new Set(privileges)].sort() : [],
});

/** Users cannot grant a role above their own or a privilege they lack. `had` are the previous rights. */
export function refuseGrantingMore(
  actor: { role: Role; privileges: readonly Privilege[] },
  granted: Rights,
  had: Rights | null,
): void {
  if (rank(granted.role) > rank(actor.role))
    throw forbidden(`Your role cannot grant the role ${granted.role}`, "role_above");
  const lacking = granted.privileges.filter(
    (privilege) => !had?.privileges.includes(privilege) && !holds(actor.role, actor.privileges, privilege),
  );
  if (lacking.length > 0)
    throw forbidden(
      `You cannot grant privileges that you do not have: ${lacking.map((name) => `${name} (${known[name]})`).join(", ")}`,
      "grant_above",
    );
}

/** Users cannot change or remove a user with a higher role. */
export function refuseAbove(actor: { role: Role }, target: Rights): void {
  if (rank(target.role) > rank(actor.role))
    throw forbidden(`Your role cannot change a user with the role ${target.role}`, "role_above");
}
