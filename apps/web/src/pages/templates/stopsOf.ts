import { plural } from "../../ui/text/formatFigure.ts";

/** What deleting something means for the workflows that use it: they stop running (spec 2 §5.3). */
export function stopsOf(usedBy: readonly { campaignName: string }[]): string {
  const workflows = [...new Set(usedBy.map(({ campaignName }) => campaignName))];
  if (workflows.length === 0) return "No workflow uses what is deleted. This cannot be undone.";
  const names = workflows.slice(0, 5).join(", ") + (workflows.length > 5 ? ", …" : "");
  const verb = workflows.length === 1 ? "uses" : "use";
  return `${plural(workflows.length, "workflow")} ${verb} what is deleted and will stop running: ${names}. This cannot be undone.`;
}
