import { bundleRoutes } from "@trunkline/contract/workflows/bundle.ts";
import { callOne } from "../../../api/call.ts";
import { toastError } from "../../../ui/page/toast.tsx";
import { download } from "../../../ui/table/csv.ts";
import type { ListedWorkflow } from "./listedWorkflow.ts";

/** A workflow to export. */
export type Exported = Pick<ListedWorkflow, "id" | "title" | "route">;

/** Downloads workflows and everything they use as one file for Import and `trunkline run`. */
export async function exportBundle(workflows: readonly Exported[]): Promise<void> {
  const [first] = workflows;
  if (first === undefined) return;
  const idsOf = (isInbound: boolean) =>
    workflows.flatMap(({ id, route }) => ((route !== null) === isInbound ? [id] : [])).join(",");
  try {
    const query = { campaignIds: idsOf(false), routeTags: idsOf(true) };
    const bundle = await callOne(bundleRoutes.exportSeveral, { query });
    const name = workflows.length === 1 ? first.title : `${workflows.length} workflows`;
    const fileName = `${name.replace(/[^\p{L}\p{N} _-]/gu, "").trim() || "workflow"}.json`;
    download(fileName, `${JSON.stringify(bundle, null, 2)}\n`, "application/json");
  } catch (problem) {
    toastError("There was an error getting workflow(s)", problem);
  }
}
