import type { Privilege } from "@trunkline/contract/identity/roles.ts";
import {
  isMailedAtFirst,
  type NotificationKind,
  type notificationTones,
} from "@trunkline/contract/notifications/notification.ts";
import { plainColumn, withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** What users are notified of: one sentence and the page that shows more (decision 0103). */
interface News {
  kind: NotificationKind;
  tone: (typeof notificationTones)[number];
  sentence: string;
  path: string;
  search?: Readonly<Record<string, string>>;
  /** False: it has a mail of its own. */
  mailable?: boolean;
}

/** Who is notified. Only users of the account with the privilege. */
type Readers =
  /** The user who began it; if a program did, or the user has left, everyone who may see it. */
  | { author: string | null; privilege: Privilege }
  /** Everyone who may see it except the user who did it. */
  | { but: string | null; privilege: Privilege }
  /** This user alone. */
  | { only: string };

const longestSentence = 500;
const isId = (text: string | null | undefined): text is string =>
  typeof text === "string" && /^[0-9a-f-]{36}$/.test(text);

/** The id of the user in whose name something was made, as `user:{id}` or an id; null for keys and the worker. */
export function userOf(createdBy: string | null): string | null {
  const id = createdBy?.startsWith("user:") ? createdBy.slice(5) : createdBy;
  return isId(id) ? id : null;
}

/** Notifies users in the transaction of the event, each as they have chosen: in the list, by mail, both or neither. */
export async function notify(q: Query, account: string, news: News, readers: Readers): Promise<void> {
  const { kind, tone, sentence, path, search = {}, mailable = true } = news;
  const only = "only" in readers ? readers.only : "author" in readers ? readers.author : null;
  await q.run(
    `with reader as (
       select m.user_id, coalesce(c.listed, true) listed, $11 and coalesce(c.mailed, $12) mailed
       from membership m
       left join notification_choice c on c.account_id = m.account_id and c.user_id = m.user_id and c.kind = $3
       where m.account_id = $1 and m.user_id is distinct from $10::uuid
         and ($8::text is null or m.role in ('owner', 'administrator') or m.role = 'member' and $8 = any (m.privileges))
         and ($9::uuid is null or m.user_id = $9
           or $13 and not exists (select from membership o where o.account_id = $1 and o.user_id = $9))),
     mail as (
       insert into notification_mail_due (account_id, user_id, notification_id)
       select $1, user_id, $2 from reader where mailed)
     insert into notification (account_id, user_id, notification_id, moved_id, kind, tone, sentence, path, search, privilege, listed)
     select $1, user_id, $2, $2, $3, $4, $5, $6, $7::jsonb, $8, listed from reader where listed or mailed`,
    [
      account,
      newId(),
      kind,
      tone,
      withoutNul(sentence).slice(0, longestSentence),
      path,
      JSON.stringify(search),
      "privilege" in readers ? readers.privilege : null,
      isId(only) ? only : null,
      "but" in readers && isId(readers.but) ? readers.but : null,
      mailable,
      isMailedAtFirst(kind),
      "author" in readers,
    ],
  );
}

/** A conversation that a user now has. */
interface Assigned {
  accountId: string;
  contactId: string;
  userId: string;
}

/** Notifies users of conversations that others gave them; those of a user are one entry until the user has read it. */
export async function notifyAssigned(q: Query, assigned: readonly Assigned[]): Promise<void> {
  if (assigned.length === 0) return;
  await q.run(
    {
      name: "notification.assigned",
      text: `with given as (
          select u.a account_id, u.w user_id, count(*)::int many,
            min(coalesce(nullif(btrim(concat_ws(' ', t.first_name, t.last_name)), ''), t.phone, t.email, 'a contact')) who,
            min(u.c::text) contact_id
          from unnest($1::uuid[], $2::uuid[], $3::uuid[]) u (a, c, w)
          join contact t on t.account_id = u.a and t.contact_id = u.c group by u.a, u.w),
        reader as (
          select g.*, trunkline_uuid7() new_id, coalesce(c.listed, true) listed, coalesce(c.mailed, false) mailed
          from given g join membership m on m.account_id = g.account_id and m.user_id = g.user_id
          left join notification_choice c on c.account_id = g.account_id and c.user_id = g.user_id and c.kind = 'conversation'),
        written as (
          insert into notification (account_id, user_id, notification_id, moved_id, kind, tone, sentence, path, search, privilege, topic,
            count, listed)
          select account_id, user_id, new_id, new_id, 'conversation', 'asks', 'The conversation with ' || who || ' was assigned to you',
            '/inbox/' || contact_id, '{}', 'inbox-use', 'conversation', many, listed
          from reader where listed or mailed
          on conflict (account_id, user_id, topic) where read is null and topic is not null
          do update set count = notification.count + excluded.count, moved_id = excluded.moved_id
          returning account_id, user_id, notification_id, moved_id)
        insert into notification_mail_due (account_id, user_id, notification_id)
        select w.account_id, w.user_id, w.notification_id from written w
        join reader r on r.account_id = w.account_id and r.user_id = w.user_id and r.mailed
        where w.notification_id = w.moved_id`,
    },
    [
      plainColumn(assigned, (one) => one.accountId),
      plainColumn(assigned, (one) => one.contactId),
      plainColumn(assigned, (one) => one.userId),
    ],
  );
}
