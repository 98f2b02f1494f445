import { ActionIcon, Button, Checkbox, Popover, Stack, Text, Tooltip } from "@mantine/core";
import { IconColumns3, IconDownload, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Column } from "./Table.tsx";
import classes from "./TableToolbar.module.css";

interface Props<Row> {
  name: string;
  filters: ReactNode;
  columns: readonly Column<Row>[];
  shown: Record<string, boolean>;
  showColumn: (id: string, isShown: boolean) => void;
  count: string | undefined;
  selected: number;
  bulk: ReactNode;
  clear: () => void;
  onExport: (() => void) | undefined;
  exportDisabled: boolean;
}

/** Above a table: its filters, or while rows are selected how many and what can be done with them; at the right its columns and export. */
export function TableToolbar<Row>(props: Props<Row>) {
  const offered = props.columns.filter((column) => !column.always);
  return (
    <div className={classes["bar"]} data-selected={props.bulk ? true : undefined}>
      {props.bulk ? (
        <div className={classes["left"]} role="toolbar" aria-label="Selected rows">
          <Tooltip label="Clear selection">
            <ActionIcon variant="subtle" color="gray" aria-label="Clear selection" onClick={props.clear}>
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
          <Text size="sm" fw={500} role="status">
            {`${props.selected} selected`}
          </Text>
          {props.bulk}
        </div>
      ) : (
        <div className={classes["left"]}>{props.filters}</div>
      )}
      <div className={classes["right"]}>
        {props.count ? <span className={classes["count"]}>{props.count}</span> : null}
        {offered.length > 0 ? (
          <Popover position="bottom-end" withinPortal trapFocus>
            <Popover.Target>
              <Tooltip label="Choose columns">
                <ActionIcon variant="subtle" color="gray" aria-label={`Choose columns of ${props.name}`}>
                  <IconColumns3 size={16} />
                </ActionIcon>
              </Tooltip>
            </Popover.Target>
            <Popover.Dropdown aria-label="Columns">
              <Stack gap={8}>
                {offered.map(({ id, header }) => (
                  <Checkbox
                    key={id}
                    size="xs"
                    label={header}
                    checked={props.shown[id] !== false}
                    onChange={(event) => props.showColumn(id, event.currentTarget.checked)}
                  />
                ))}
              </Stack>
            </Popover.Dropdown>
          </Popover>
        ) : null}
        {props.onExport && !props.exportDisabled ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconDownload size={16} />}
            onClick={props.onExport}
            aria-label={`Export ${props.name}`}
          >
            Export
          </Button>
        ) : null}
      </div>
    </div>
  );
}
