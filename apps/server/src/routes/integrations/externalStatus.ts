import {
  type ExternalProvider,
  type ExternalStatus,
  externalFields,
  externalProviders,
  externalRoutes,
} from "@trunkline/contract/integrations/external.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { type Api, handle } from "../../http/handle.ts";
import { type ExternalConfigRow, listExternalConfig } from "../../store/integrations/externalConfig.ts";
import { type ExternalUseRow, listExternalUses } from "../../store/integrations/externalUse.ts";

/** How the account's integrations work (decision 0107). */
export function registerExternalStatus(api: Api): void {
  handle(api, externalRoutes.status, ({ db, account }) =>
    db.tx([account], async (q) => {
      const rows = await listExternalConfig(q, account, null);
      const uses = await listExternalUses(q, account);
      return (Object.keys(externalProviders) as ExternalProvider[]).map((provider) =>
        statusOf(
          provider,
          rows.filter((row) => row.provider === provider),
          uses.find((use) => use.provider === provider),
        ),
      );
    }),
  );
}

/** Why an e-mail was refused that any other would be refused for as well. */
const ofProvider: ReadonlySet<string> = new Set(["email_account", "email_unavailable", "email_throttled"]);

/** A provider is connected when it has all its values. What failed before they were saved counts no longer. */
function statusOf(
  provider: ExternalProvider,
  rows: readonly ExternalConfigRow[],
  use: ExternalUseRow | undefined,
): ExternalStatus {
  const needed = externalFields[provider].filter(({ optional }) => !optional);
  const isConnected = needed.every(({ key }) => rows.some((row) => row.key === key));
  if (!isConnected) return { provider, state: "notConnected", problem: null, lastUsed: null };
  const isNewer = use !== undefined && rows.every(({ updated }) => updated <= use.at);
  const reason = isNewer && use.state === "rejected" ? (use.reason ?? "") : "";
  const problem = ofProvider.has(reason) ? `${describeReason(reason)}${use?.words ? `: ${use.words}` : ""}` : null;
  return {
    provider,
    state: problem === null ? "connected" : "failing",
    problem,
    lastUsed: use?.at.toISOString() ?? null,
  };
}
