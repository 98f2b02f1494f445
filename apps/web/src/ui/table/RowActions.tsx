import { ActionIcon } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import { Tooltip } from "../tip/Tooltip.tsx";
import classes from "./RowActions.module.css";

export interface RowAction {
  label: string;
  icon: TablerIcon;
  run: () => void;
  destructive?: boolean;
  /** Why it is disabled. */
  disabled?: string | undefined;
  busy?: boolean;
}

/** The actions at the end of a row. */
export function RowActions({ of, actions }: { of: string; actions: RowAction[] }) {
  return (
    <div className={classes["actions"]}>
      {actions.map(({ label, icon: Icon, run, destructive, disabled, busy }) => (
        <Tooltip key={label} label={disabled ?? label} multiline maw={280}>
          <ActionIcon
            variant="subtle"
            color={destructive ? "red" : "gray"}
            size={28}
            aria-label={`${label} ${of}`}
            aria-disabled={disabled !== undefined || undefined}
            data-disabled={disabled !== undefined || undefined}
            loading={busy ?? false}
            onClick={() => (disabled === undefined ? run() : undefined)}
          >
            <Icon size={16} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
