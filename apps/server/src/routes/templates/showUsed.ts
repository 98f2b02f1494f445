import type { Query } from "../../store/database.ts";
import { listCampaignsThatMention } from "../../store/workflows/campaign.ts";
import { createdOf } from "../createdOf.ts";

/** Templates with their time of creation and the workflows that use them. */
export async function showUsed<Row extends { templateId: string }>(q: Query, account: string, rows: readonly Row[]) {
  const uses = await listCampaignsThatMention(
    q,
    account,
    rows.map((row) => row.templateId),
  );
  return rows.map((row) => ({
    ...row,
    created: createdOf(row.templateId),
    usedBy: uses
      .filter((use) => use.id === row.templateId)
      .map(({ campaignId, campaignName }) => ({ campaignId, campaignName })),
  }));
}
