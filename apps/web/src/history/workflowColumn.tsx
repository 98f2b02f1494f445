import { Anchor } from "@mantine/core";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import type { Column } from "../ui/table/column.ts";

/** A column that links to the row's workflow. */
export const workflowColumn = <Row extends { campaignId: string; campaignName: string }>(
  width: number,
): Column<Row> => ({
  id: "workflow",
  header: "Workflow",
  cell: (row) => (
    <Anchor component={PathLink} to={paths.editCampaign(row.campaignId)} inherit c="inherit">
      {row.campaignName}
    </Anchor>
  ),
  value: (row) => row.campaignName,
  width,
});
