import { Anchor } from "@mantine/core";
import type { Disposition } from "@trunkline/contract/dispositions/disposition.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";

export const directionLabels = { inbound: "Inbound", outbound: "Outbound", both: "Both" } as const;

/** Columns of the dispositions table. */
export const dispositionColumns: Column<Disposition>[] = [
  {
    id: "key",
    header: "Name",
    cell: (row) => <span style={{ fontWeight: 500 }}>{row.key}</span>,
    value: (row) => row.key,
    width: 150,
    always: true,
  },
  {
    id: "description",
    header: "Description",
    cell: (row) => row.description,
    value: (row) => row.description,
    width: 225,
  },
  {
    id: "direction",
    header: "Direction",
    cell: (row) => directionLabels[row.direction],
    value: (row) => directionLabels[row.direction],
    width: 90,
  },
  {
    id: "tags",
    header: "Tags",
    cell: (row) => row.tags.join(", ") || "---",
    value: (row) => row.tags.join(", "),
    sortable: false,
    width: 160,
  },
  {
    id: "workflow",
    header: "Workflow",
    cell: (row) =>
      row.triggeredCampaignId === null ? (
        "---"
      ) : row.triggeredCampaignName === null ? (
        <StatusBadge tone="failed">Deleted workflow</StatusBadge>
      ) : (
        <Anchor component={PathLink} to={paths.editCampaign(row.triggeredCampaignId)} inherit>
          {row.triggeredCampaignName}
        </Anchor>
      ),
    value: (row) => row.triggeredCampaignName,
    width: 150,
  },
  {
    id: "workGroups",
    header: "Work groups",
    cell: (row) => (row.workGroups.length === 0 ? "Everyone" : row.workGroups.join(", ")),
    value: (row) => row.workGroups.join(", "),
    width: 120,
  },
  {
    id: "selectable",
    header: "Selectable",
    cell: (row) =>
      row.selectable ? <StatusBadge tone="done">Yes</StatusBadge> : <StatusBadge tone="off">No</StatusBadge>,
    value: (row) => (row.selectable ? "Yes" : "No"),
    width: 90,
  },
  {
    id: "kind",
    header: "Type",
    cell: (row) => (row.deletable ? "Custom" : "System"),
    value: (row) => (row.deletable ? "Custom" : "System"),
    width: 105,
  },
];
