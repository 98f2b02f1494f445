import { holds, privileges as known, type Privilege, type Role, roles } from "@trunkline/contract/identity/roles.ts";
import type { Rights } from "../store/identity/membership.ts";
import { forbidden } from "./problem.ts";

const rank = (role: Role): number => roles.length - roles.indexOf(role);

/** Rights as they are kept: only members have grants, the other roles say everything. */
export const tidyRights = ({ role, privileges }: Rights): Rights => ({
  role,
  privileges: role === "member" ? [...new Set(privileges)].sort() : [],
});

/** Nobody grants more than they hold: neither a role above their own nor a privilege that they lack. `had` is what was there before. */
export function refuseGrantingMore(
  actor: { role: Role; privileges: readonly Privilege[] },
  granted: Rights,
  had: Rights | null,
): void {
  if (rank(granted.role) > rank(actor.role))
    throw forbidden(`Your role cannot make somebody ${granted.role}`, "role_above");
  const lacking = granted.privileges.filter(
    (privilege) => !had?.privileges.includes(privilege) && !holds(actor.role, actor.privileges, privilege),
  );
  if (lacking.length > 0)
    throw forbidden(
      `You cannot grant what you do not hold: ${lacking.map((name) => `${name} (${known[name]})`).join(", ")}`,
      "grant_above",
    );
}

/** Nobody changes or removes somebody whose role stands above their own. */
export function refuseAbove(actor: { role: Role }, target: Rights): void {
  if (rank(target.role) > rank(actor.role))
    throw forbidden(`Your role cannot change somebody who is ${target.role}`, "role_above");
}
