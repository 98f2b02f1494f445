import { ActionIcon, Button, Checkbox, Group, Popover, Stack, Text, Tooltip } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconColumns3, IconDownload, IconX } from "@tabler/icons-react";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { ReactNode } from "react";
import { formatCount } from "../text/formatFigure.ts";
import classes from "./TableToolbar.module.css";
import type { Columns } from "./useColumns.ts";

interface Props<Row> {
  name: string;
  filters: ReactNode;
  columns: Columns<Row>;
  /** The columns that are visible. */
  seen: readonly { id: string }[];
  count: string | undefined;
  selected: number;
  bulk: ReactNode;
  clear: () => void;
  onExport: (() => void) | undefined;
  exportDisabled: boolean;
}

/** The toolbar of a table: filters, or bulk actions while rows are selected, with columns and export at the right. */
export function TableToolbar<Row>(props: Props<Row>) {
  const { ordered, shown, show, move, reset } = props.columns;
  const offered = ordered.filter((column) => !column.always);
  const isSeen = (id: string) => props.seen.some((column) => column.id === id);
  const lacksRoom = offered.some(({ id }) => ownValue(shown, id) !== false && !isSeen(id));
  const isEmpty = !props.filters && !props.bulk && !props.count && !props.onExport && offered.length === 0;
  if (isEmpty) return null;
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
            {`${formatCount(props.selected)} selected`}
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
              <Stack gap={8} mah="50vh" style={{ overflowY: "auto" }}>
                {lacksRoom ? (
                  <Text size="xs" c="dimmed" maw={240}>
                    Columns without room are left out. Choose one to show it.
                  </Text>
                ) : null}
                {offered.map(({ id, header }, index) => (
                  <Group key={id} gap={4} wrap="nowrap" justify="space-between">
                    <Checkbox
                      size="xs"
                      label={header}
                      checked={isSeen(id)}
                      onChange={(event) => show(id, event.currentTarget.checked)}
                    />
                    <Group gap={0} wrap="nowrap">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size={24}
                        aria-label={`Move ${header} up`}
                        disabled={index === 0}
                        onClick={() => move(id, -1)}
                      >
                        <IconChevronUp size={14} />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size={24}
                        aria-label={`Move ${header} down`}
                        disabled={index === offered.length - 1}
                        onClick={() => move(id, 1)}
                      >
                        <IconChevronDown size={14} />
                      </ActionIcon>
                    </Group>
                  </Group>
                ))}
                {reset ? (
                  <Button size="compact-xs" variant="subtle" color="gray" onClick={reset}>
                    Reset columns
                  </Button>
                ) : null}
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
