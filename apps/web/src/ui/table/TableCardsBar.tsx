import { ActionIcon, Checkbox } from "@mantine/core";
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import type { Column } from "./column.ts";
import type { Sort } from "./sort.ts";
import classes from "./Table.module.css";

interface Props<Row> {
  name: string;
  /** The sortable columns. */
  columns: readonly Column<Row>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  ticks: { all: boolean; some: boolean; toggle: () => void } | undefined;
}

/** Select all and sorting, for tables whose rows are cards. */
export function TableCardsBar<Row>({ name, columns, sort, onSort, ticks }: Props<Row>) {
  if (columns.length === 0 && !ticks) return null;
  const Direction = sort.descending ? IconSortDescending : IconSortAscending;
  return (
    <div className={classes["cardsBar"]}>
      {ticks ? (
        <Checkbox
          size="xs"
          label="All"
          aria-label={`Select all ${name}`}
          checked={ticks.all}
          indeterminate={ticks.some && !ticks.all}
          onChange={ticks.toggle}
        />
      ) : null}
      <span className={classes["spring"]} />
      {columns.length > 0 ? (
        <>
          <label className={classes["order"]}>
            Sort by
            <select value={sort.by} onChange={(event) => onSort({ ...sort, by: event.currentTarget.value })}>
              {columns.map(({ id, header }) => (
                <option key={id} value={id}>
                  {header}
                </option>
              ))}
            </select>
          </label>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={sort.descending ? "Sort ascending" : "Sort descending"}
            onClick={() => onSort({ ...sort, descending: !sort.descending })}
          >
            <Direction size={16} />
          </ActionIcon>
        </>
      ) : null}
    </div>
  );
}
