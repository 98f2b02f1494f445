import { Anchor, Modal, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type JourneyMove, journeyMoveRoutes } from "@trunkline/contract/runs/journeyMove.ts";
import type { Item } from "../../../api/call.ts";
import { listOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { useSort } from "../../../ui/table/sort.ts";
import { Table } from "../../../ui/table/Table.tsx";
import { formatCount, formatPhone } from "../../../ui/text/formatFigure.ts";

type Contact = Item<typeof journeyMoveRoutes.again>;

const columns: Column<Contact>[] = [
  {
    id: "name",
    header: "Journey of",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.journey(row.journeyId)} inherit fw={500} truncate>
        {row.name || formatPhone(row.phone)}
      </Anchor>
    ),
    value: (row) => row.name,
    width: 240,
    always: true,
  },
  { id: "phone", header: "Phone", cell: (row) => formatPhone(row.phone), value: (row) => row.phone, width: 180 },
];

/** The first thousand contacts whom a node would send again what they have had. */
export function AgainContacts({
  move: { campaignId, moveId },
  opened: { choice, node, title, count },
  close,
}: {
  move: JourneyMove;
  opened: { choice: number; node: number; title: string; count: number };
  close: () => void;
}) {
  const contacts = useQuery(
    listOf(journeyMoveRoutes.again, { params: { campaignId, moveId }, query: { choice, node } }),
  );
  return (
    <Modal opened onClose={close} title={title} size={640}>
      {count > 1_000 && <Text size="sm" c="dimmed" mb={8}>{`The first 1,000 of ${formatCount(count)} contacts.`}</Text>}
      <Table
        name="Contacts who would get it again"
        columns={columns}
        rows={contacts}
        rowId={(row) => row.journeyId}
        rowName={(row) => row.name || formatPhone(row.phone)}
        {...useSort({ by: "name", descending: false }, "againSort")}
        errorTitle="Could not load the contacts"
        maxHeight={480}
        empty="No contacts"
      />
    </Modal>
  );
}
