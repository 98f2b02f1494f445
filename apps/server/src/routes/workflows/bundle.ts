import {
  type BundleChoices,
  type BundleReport,
  type bundleBody,
  bundleRoutes,
  mostBundled,
  tooManyBundled,
} from "@trunkline/contract/workflows/bundle.ts";
import { type Bundle, readBundle } from "@trunkline/workflow/outbound/bundle.ts";
import type { z } from "zod";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { invalid, notFound, Problem } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { listRouteTags } from "../../store/routing/inboundRoute.ts";
import { listCampaigns } from "../../store/workflows/campaign.ts";
import { mustAsk } from "./approvalNeeded.ts";
import { checksumOf } from "./bundleIds.ts";
import { type ImportedWorkflow, importBundle } from "./bundleIn.ts";
import { writeBundle } from "./bundleOut.ts";
import type { BundleImport } from "./bundleReport.ts";
import { needCampaign } from "./campaign.ts";

/** Bundles: files with workflows and everything that they use (readings, Requests of our pages). */
export function registerBundle(api: Api): void {
  handle(api, bundleRoutes.export, ({ db, account, params, config }) =>
    db.tx([account], async (q) => [
      await writeBundle(
        q,
        account,
        { campaigns: [await needCampaign(q, account, params.campaignId)], routes: [] },
        config.publicUrl,
      ),
    ]),
  );
  handle(api, bundleRoutes.exportSeveral, ({ db, account, query, config }) =>
    db.tx([account], async (q) => {
      const wanted = new Set(query.campaignIds.map((id) => id.toLowerCase()));
      const tags = new Set(query.routeTags);
      if (wanted.size + tags.size === 0) throw invalid("campaignIds or routeTags is required", "query.campaignIds");
      if (wanted.size + tags.size > mostBundled) throw invalid(tooManyBundled, "query.campaignIds");
      const campaigns = wanted.size === 0 ? [] : await listCampaigns(q, account);
      const found = campaigns.filter((one) => wanted.has(one.campaignId));
      const routes = tags.size === 0 ? [] : await listRouteTags(q, account);
      const ofTags = routes.filter(({ routeTag, ivr }) => !ivr && tags.has(routeTag));
      if (found.length < wanted.size || ofTags.length < tags.size) throw notFound("workflow");
      return [await writeBundle(q, account, { campaigns: found, routes: ofTags }, config.publicUrl)];
    }),
  );
  handle(api, bundleRoutes.checkImport, async (call) => [await rehearse(call)]);
  handle(api, bundleRoutes.import, (call) =>
    call.db.tx([call.account], async (q) => {
      const { brought, report } = await arrive(q, call);
      if (report.problems.length > 0)
        throw new Problem(
          400,
          report.problems.map(({ message, where }) => ({ code: "invalid_workflow", message, where })),
        );
      await auditArrival(q, call, brought, report);
      const [first] = brought;
      if (first === undefined) throw new RangeError("A bundle must contain at least one workflow");
      return [{ ...report, ...first }];
    }),
  );
}

type ImportCall = Call<z.ZodType, z.ZodType, typeof bundleBody>;

/** Performs the import and rolls it back, so that the preview matches the import. */
async function rehearse(call: ImportCall): Promise<BundleReport> {
  const dryRunEnd = new DryRunEnd();
  const result = await call.db
    .tx([call.account], async (q) => {
      const { report } = await arrive(q, call);
      dryRunEnd.report = report;
      throw dryRunEnd;
    })
    .catch((error: unknown) => {
      if (error !== dryRunEnd) throw error;
      return dryRunEnd.report;
    });
  // Objects created in the preview no longer exist.
  const items = result.items.map((item) => (isMade(item.outcome) ? { ...item, id: null } : item));
  return { ...result, items };
}

const isMade = (outcome: string): boolean => outcome === "new" || outcome === "renamed" || outcome === "missing";

/** Rolls back the transaction of a preview. */
class DryRunEnd extends Error {
  report: BundleReport = { items: [], problems: [], notes: [] };
}

async function arrive(q: Query, call: ImportCall): Promise<{ brought: ImportedWorkflow[]; report: BundleReport }> {
  const { choices = {}, ...file } = call.body as { choices?: BundleChoices };
  const to: BundleImport = {
    q,
    call,
    choices,
    bundle: checkedBundle(file),
    ids: new Map(),
    addresses: new Map(),
    report: { items: [], problems: [], notes: [] },
    asks: await mustAsk(q, call),
  };
  return { brought: await importBundle(to), report: to.report };
}

function checkedBundle(body: object): Bundle {
  const read = readBundle(body);
  if (!read.ok)
    throw new Problem(
      400,
      read.problems.map(({ path, message }) => ({
        code: "invalid_bundle",
        message,
        where: ["body", ...path.map(String)].join("."),
      })),
    );
  if (read.bundle.checksum !== undefined && read.bundle.checksum !== checksumOf(body))
    throw invalid(
      "The file was changed after its export, so its checksum does not match. Export it again, or remove the checksum line to import the file as it is",
      "body.checksum",
      "changed_bundle",
    );
  return read.bundle;
}

/** One audit entry per workflow. The first one lists everything else that was imported. */
async function auditArrival(
  q: Query,
  call: ImportCall,
  brought: readonly ImportedWorkflow[],
  { items }: BundleReport,
): Promise<void> {
  const made = items.filter(({ kind, outcome }) => kind !== "workflow" && kind !== "inbound" && isMade(outcome));
  const names = made.map(({ kind, name, to }) => `${kind} ${to ?? name}`).slice(0, 100);
  for (const [index, { campaignId, campaignName }] of brought.entries())
    await audit(q, call, campaignId === null ? "route.import" : "campaign.import", campaignId ?? campaignName, {
      name: campaignName,
      ...(index === 0 && names.length > 0 ? { made: names.join(", ") } : {}),
    });
}
