import type { Query } from "../database.ts";

/** How long a viewer counts after the last request. It is renewed three times in that time. */
const countsFor = "interval '5 seconds'";

/** Another user with the conversation open. */
export interface ViewerRow {
  id: string;
  name: string;
  typing: boolean;
}

/** Notes that a user has the conversation open, forgets those who have not for a while, and lists the others by name. */
export const enterConversation = (
  q: Query,
  account: string,
  contactId: string,
  { viewer, typing }: { viewer: string; typing: boolean },
): Promise<ViewerRow[]> =>
  q.rows(
    {
      name: "viewer.enter",
      text: `with gone as (
          delete from conversation_viewer
          where account_id = $1 and contact_id = $2 and viewer_id <> $3 and seen < now() - ${countsFor}),
        mine as (
          insert into conversation_viewer (account_id, contact_id, viewer_id, typing) values ($1, $2, $3, $4)
          on conflict (account_id, contact_id, viewer_id) do update set typing = excluded.typing, seen = now())
        select e.viewer_id id, coalesce(u.name, 'API key ' || k.name, 'Someone') name, e.typing from conversation_viewer e
        left join auth_user u on u.user_id = e.viewer_id
        left join api_key k on k.account_id = e.account_id and k.api_key_id = e.viewer_id
        where e.account_id = $1 and e.contact_id = $2 and e.viewer_id <> $3 and e.seen >= now() - ${countsFor}
        order by name, id`,
    },
    [account, contactId, viewer, typing],
  );

/** Notes that a user has closed the conversation. */
export const leaveConversation = (q: Query, account: string, contactId: string, viewer: string): Promise<number> =>
  q.run("delete from conversation_viewer where account_id = $1 and contact_id = $2 and viewer_id = $3", [
    account,
    contactId,
    viewer,
  ]);
