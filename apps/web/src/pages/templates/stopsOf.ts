import { plural } from "../../ui/text/formatFigure.ts";

/** Says which workflows stop running after a deletion (spec 2 §5.3). */
export function stopsOf(usedBy: readonly { campaignName: string }[]): string {
  const workflows = [...new Set(usedBy.map(({ campaignName }) => campaignName))];
  if (workflows.length === 0) return "Not used by any workflow. This cannot be undone.";
  const names = workflows.slice(0, 5).join(", ") + (workflows.length > 5 ? ", …" : "");
  return `Used by ${plural(workflows.length, "workflow")}, which will stop running: ${names}. This cannot be undone.`;
}
