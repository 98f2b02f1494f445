import type { Call } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import type { VersionListRow } from "../../store/workflows/campaign.ts";
import type { DraftedWorkflow } from "../../store/workflows/draft.ts";
import { saveVersionLabel, type VersionLabel } from "../../store/workflows/versionLabel.ts";
import { versionsPage } from "./newerVersion.ts";

/** Gives a version a name and a note, and returns it. `find` lists the version, or one before it. */
export async function labelVersion(
  q: Query,
  call: Call & { params: { version: number }; body: VersionLabel },
  of: DraftedWorkflow,
  find: () => Promise<VersionListRow[]>,
) {
  const { account, body } = call;
  const { version } = call.params;
  if ((await find())[0]?.version !== version) throw notFound("version of this workflow");
  await saveVersionLabel(q, account, of, version, body);
  const action = of.kind === "outbound" ? "workflow.label" : "route.label";
  await audit(q, call, action, of.workflow, { version, name: body.name, note: body.note });
  return versionsPage(await find(), 1).payload;
}
