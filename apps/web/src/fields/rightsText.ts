import type { Privilege, Role } from "@trunkline/contract/identity/roles.ts";

export interface Rights {
  role: Role;
  privileges: Privilege[];
}

/** Labels of the roles. */
export const roleNames: Record<Role, string> = {
  owner: "Owner",
  administrator: "Administrator",
  member: "Member",
  viewer: "Viewer",
};

/** Rights as one line, for tables. */
export const rightsText = ({ role, privileges: granted }: Rights): string =>
  role === "owner" || role === "administrator"
    ? "all"
    : role === "viewer" || granted.length === 0
      ? "none"
      : granted.join(", ");
