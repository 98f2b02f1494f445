import { Anchor } from "@mantine/core";
import { IconArrowDownLeft, IconArrowUpRight } from "@tabler/icons-react";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import type { Column } from "../ui/table/column.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";

/** The direction of a message or call. */
export const Direction = ({ of }: { of: "in" | "out" }) => (
  <>
    {of === "in" ? <IconArrowDownLeft size={14} aria-hidden /> : <IconArrowUpRight size={14} aria-hidden />}
    {of === "in" ? "In" : "Out"}
  </>
);

interface Party {
  direction: "in" | "out";
  from: string;
  to: string;
  contactId: string | null;
  contactName: string | null;
  campaignId: string | null;
  campaignName: string | null;
  batchId: string | null;
  routeTag: string | null;
}

/** The phone number of the other party. */
export const theirNumber = ({ direction, from, to }: Party): string => (direction === "in" ? from : to);

/** The contact and workflow columns of lists with many contacts. */
export const partyColumns = <Row extends Party>(): Column<Row>[] => [
  {
    id: "contact",
    header: "Contact",
    cell: (row) =>
      // the number is in the next column
      row.contactId === null ? (
        "---"
      ) : (
        <Anchor component={PathLink} to={paths.contact(row.contactId)} inherit>
          {row.contactName ?? formatPhone(theirNumber(row))}
        </Anchor>
      ),
    value: (row) => row.contactName ?? theirNumber(row),
    sortable: false,
    width: 140,
  },
  {
    id: "phone",
    header: "Phone",
    cell: (row) => <span className="figures">{formatPhone(theirNumber(row))}</span>,
    value: theirNumber,
    sortable: false,
    width: 150,
  },
  {
    id: "workflow",
    header: "Workflow",
    cell: (row) =>
      row.campaignId !== null && row.batchId !== null && row.campaignName !== null ? (
        <Anchor component={PathLink} to={paths.batch(row.campaignId, row.batchId)} inherit>
          {row.campaignName}
        </Anchor>
      ) : row.routeTag === null ? (
        "---"
      ) : (
        <Anchor component={PathLink} to={paths.editInbound(row.routeTag)} inherit>
          {row.routeTag}
        </Anchor>
      ),
    value: (row) => row.campaignName ?? row.routeTag,
    sortable: false,
    width: 146,
  },
];

/** Turns off sorting for a list that the server returns newest first. */
export const unsorted = <Row,>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.map((column) => ({ ...column, sortable: false }));
