import { Anchor } from "@mantine/core";
import type { AssignmentRule } from "@trunkline/contract/inbox/assignmentRule.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { methodLabels } from "./describeConversation.ts";

/** What a rule asks for, in words. */
function describeRule({ number, campaignId, campaignName, tag, keywords }: AssignmentRule): string {
  const parts = [
    ...(number === null ? [] : [`texts to ${formatPhone(number)}`]),
    ...(campaignId === null ? [] : [`replies to ${campaignName ?? "a deleted workflow"}`]),
    ...(tag === null ? [] : [`contacts tagged ${tag}`]),
    ...(keywords.length === 0 ? [] : [`texts with ${keywords.map((word) => `"${word}"`).join(" or ")}`]),
  ];
  return parts.length === 0 ? "every conversation" : parts.join(", and ");
}

/** Columns of the assignment rules. */
export const ruleColumns: Column<AssignmentRule & { place: number }>[] = [
  { id: "place", header: "Order", cell: (row) => row.place, value: (row) => row.place, right: true, width: 70 },
  {
    id: "name",
    header: "Name",
    cell: (row) => <span style={{ fontWeight: 500 }}>{row.name}</span>,
    value: (row) => row.name,
    width: 140,
    always: true,
  },
  { id: "fits", header: "Applies to", cell: describeRule, value: describeRule, width: 220 },
  {
    id: "workGroup",
    header: "Work group",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editWorkGroup(row.workGroupId)} inherit>
        {row.workGroupName}
      </Anchor>
    ),
    value: (row) => row.workGroupName,
    width: 120,
  },
  {
    id: "method",
    header: "Member",
    cell: (row) => methodLabels[row.method],
    value: (row) => methodLabels[row.method],
    width: 176,
  },
  {
    id: "isOn",
    header: "State",
    cell: (row) => <StatusBadge tone={row.isOn ? "done" : "off"}>{row.isOn ? "On" : "Off"}</StatusBadge>,
    value: (row) => (row.isOn ? "On" : "Off"),
    width: 70,
  },
];
