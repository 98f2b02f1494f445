import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { engineColumns } from "../contacts/contactColumns.ts";
import type { Query } from "../database.ts";

/** A journey that has ended, with its contact as it is now. */
export interface RecordedJourney extends Contact {
  journeyId: string;
  campaignId: string;
  campaignName: string;
  version: number;
  vars: Record<string, string>;
  /** When the contact was last changed or opted out. */
  changed: Date;
}

/** Journeys that have ended, newest first, from before an id on. */
export const listRecorded = (
  q: Query,
  account: string,
  before: string | null,
  limit: number,
): Promise<RecordedJourney[]> =>
  q.rows(
    `select j.journey_id "journeyId", j.campaign_id "campaignId", k.name "campaignName", j.version, j.vars,
       greatest(c.updated, (select max(d.created) from dnc d where d.account_id = c.account_id and d.phone = c.phone)) changed,
       c.contact_id "contactId", ${engineColumns}
     from journey j
     join campaign k on k.account_id = j.account_id and k.campaign_id = j.campaign_id
     join contact c on c.account_id = j.account_id and c.contact_id = j.contact_id
     where j.account_id = $1 and j.status in (3, 4) and j.journey_id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     order by j.journey_id desc limit $3`,
    [account, before, limit],
  );
