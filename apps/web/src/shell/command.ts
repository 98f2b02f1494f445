import type { TablerIcon } from "@tabler/icons-react";

/** Something that the command palette goes to or does. */
export interface Command {
  id: string;
  group:
    | "This page"
    | "Recent"
    | "Pages"
    | "Actions"
    | "Settings"
    | "Workflows"
    | "Templates"
    | "Reports"
    | "IVR menus"
    | "Numbers"
    | "Contacts"
    | "Runs";
  label: string;
  note?: string;
  icon: TablerIcon;
  run: () => void;
}
