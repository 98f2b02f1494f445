import { Menu } from "@mantine/core";
import { PopMenu } from "../../ui/tip/PopMenu.tsx";
import type { PopupState } from "../../ui/tip/usePopup.ts";

/** Users and work groups that a voicemail can be assigned to. */
export interface Assignees {
  users: readonly { userId: string; name: string }[];
  groups: readonly { workGroupId: string; name: string }[];
}

/** Whom a voicemail is assigned to. */
export type Assignment = { assignedTo: string | null } | { workGroupId: string };

interface Props {
  popup: PopupState;
  assignees: Assignees;
  assign: (to: Assignment) => void;
}

/** Offers the users and work groups. */
export const AssigneeMenu = ({ popup, assignees: { users, groups }, assign }: Props) => (
  <PopMenu {...popup} look={{ position: "bottom-start", width: 240, withinPortal: true }}>
    <Menu.Item onClick={() => assign({ assignedTo: null })}>Unassigned</Menu.Item>
    {users.length === 0 ? null : <Menu.Label>Users</Menu.Label>}
    {users.map((user) => (
      <Menu.Item key={user.userId} onClick={() => assign({ assignedTo: user.userId })}>
        {user.name}
      </Menu.Item>
    ))}
    {groups.length === 0 ? null : <Menu.Label>Work groups</Menu.Label>}
    {groups.map(({ workGroupId, name }) => (
      <Menu.Item key={workGroupId} onClick={() => assign({ workGroupId })}>
        {name}
      </Menu.Item>
    ))}
  </PopMenu>
);
