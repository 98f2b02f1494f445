import { ActionIcon, Button, Text } from "@mantine/core";
import { IconColumns3, IconDownload, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { later, overThePage } from "../page/lazyPart.tsx";
import { formatCount } from "../text/formatFigure.ts";
import { Tooltip } from "../tip/Tooltip.tsx";
import { usePopup } from "../tip/usePopup.ts";
import type { Chooser } from "./chooser.ts";
import classes from "./TableToolbar.module.css";
import type { Columns } from "./useColumns.ts";

const loadColumns = () => import("./ChooseColumns.tsx");
const ChooseColumns = later(async () => (await loadColumns()).ChooseColumns, { frame: overThePage });

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
  const offered = props.columns.ordered.filter((column) => !column.always);
  const isSeen = (id: string) => props.seen.some((column) => column.id === id);
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
          <ColumnsButton name={props.name} offered={offered} isSeen={isSeen} columns={props.columns} />
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

function ColumnsButton({ name, ...chooser }: Chooser & { name: string }) {
  const { button, popup } = usePopup(loadColumns);
  return (
    <>
      <Tooltip label="Choose columns">
        <ActionIcon {...button} variant="subtle" color="gray" aria-label={`Choose columns of ${name}`}>
          <IconColumns3 size={16} />
        </ActionIcon>
      </Tooltip>
      {popup && <ChooseColumns popup={popup} {...chooser} />}
    </>
  );
}
