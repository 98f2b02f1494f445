import { Button } from "@mantine/core";
import { IconChevronDown, IconUser, IconUsers } from "@tabler/icons-react";
import type { Voicemail } from "@trunkline/contract/calls/voicemail.ts";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { usePopup } from "../../ui/tip/usePopup.ts";
import type { Assignees, Assignment } from "./AssigneeMenu.tsx";

const loadMenu = () => import("./AssigneeMenu.tsx");
const AssigneeMenu = later(async () => (await loadMenu()).AssigneeMenu, { frame: overThePage });

export const nameOfAssigned = ({ assignedTo, workGroup }: Voicemail): string =>
  assignedTo?.name ?? workGroup?.name ?? "Unassigned";

/** Shows who deals with a voicemail, and changes it. */
export function AssignVoicemail({
  row,
  of,
  assignees,
  assign,
}: {
  row: Voicemail;
  of: string;
  assignees: Assignees;
  assign: (to: Assignment) => void;
}) {
  const { button, popup } = usePopup(loadMenu, "menu");
  const name = nameOfAssigned(row);
  return (
    <>
      <Button
        {...button}
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
      {popup && <AssigneeMenu popup={popup} assignees={assignees} assign={assign} />}
    </>
  );
}
