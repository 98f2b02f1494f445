import { Checkbox, Select, Stack } from "@mantine/core";
import { type Privilege, privilegeNames, privileges, type Role, roles } from "@trunkline/contract/identity/roles.ts";
import { type Rights, roleNames } from "./rightsText.ts";

const explained: Record<Role, string> = {
  owner: "Has every privilege and can add other owners.",
  administrator: "Has every privilege.",
  member: "Has the selected privileges.",
  viewer: "Can see everything but change nothing.",
};

/** Role and, for a member, each privilege (readings, Roles). */
export function RightsFields({
  value,
  onChange,
  offered = roles,
  disabled = false,
}: {
  value: Rights;
  onChange: (rights: Rights) => void;
  offered?: readonly Role[];
  disabled?: boolean;
}) {
  return (
    <Stack gap={16}>
      <Select
        label="Role"
        description={explained[value.role]}
        disabled={disabled}
        data={offered.map((role) => ({ value: role, label: roleNames[role] }))}
        value={value.role}
        onChange={(role) => role && onChange({ ...value, role: role as Role })}
      />
      {value.role === "member" ? (
        <Checkbox.Group
          label="Privileges"
          value={value.privileges}
          onChange={(chosen) => onChange({ ...value, privileges: chosen as Privilege[] })}
        >
          <Stack gap={8} mt={8}>
            {privilegeNames.map((name) => (
              <Checkbox
                key={name}
                size="xs"
                disabled={disabled}
                value={name}
                label={privileges[name]}
                description={name}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      ) : null}
    </Stack>
  );
}
