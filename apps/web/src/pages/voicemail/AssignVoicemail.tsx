import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconUser, IconUsers } from "@tabler/icons-react";
import type { Voicemail } from "@trunkline/contract/calls/voicemail.ts";

/** Users and work groups that a voicemail can be assigned to. */
export interface Assignees {
  users: readonly { userId: string; name: string }[];
  groups: readonly { workGroupId: string; name: string }[];
}

/** Whom a voicemail is assigned to. */
export type Assignment = { assignedTo: string | null } | { workGroupId: string };

export const nameOfAssigned = ({ assignedTo, workGroup }: Voicemail): string =>
  assignedTo?.name ?? workGroup?.name ?? "Unassigned";

/** Shows who deals with a voicemail, and changes it. */
export function AssignVoicemail({
  row,
  of,
  assignees: { users, groups },
  assign,
}: {
  row: Voicemail;
  of: string;
  assignees: Assignees;
  assign: (to: Assignment) => void;
}) {
  const name = nameOfAssigned(row);
  return (
    <Menu position="bottom-start" width={240} withinPortal>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color={row.assignedTo === null && row.workGroup === null ? "gray" : undefined}
          maw="100%"
          px={4}
          leftSection={row.workGroup && row.assignedTo === null ? <IconUsers size={14} /> : <IconUser size={14} />}
          rightSection={<IconChevronDown size={12} />}
          aria-label={`Assign ${of}, now ${name}`}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        <Menu.Item onClick={() => assign({ assignedTo: null })}>Unassigned</Menu.Item>
        {users.length === 0 ? null : <Menu.Label>Users</Menu.Label>}
        {users.map((user) => (
          <Menu.Item key={user.userId} onClick={() => assign({ assignedTo: user.userId })}>
            {user.name}
          </Menu.Item>
        ))}
        {groups.length === 0 ? null : <Menu.Label>Work groups</Menu.Label>}
        {groups.map(({ workGroupId, name: group }) => (
          <Menu.Item key={workGroupId} onClick={() => assign({ workGroupId })}>
            {group}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
