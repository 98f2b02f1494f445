import type { Privilege } from "@trunkline/contract/identity/roles.ts";
import {
  isMailedAtFirst,
  type NotificationChoice,
  type NotificationKind,
} from "@trunkline/contract/notifications/notification.ts";
import type { Query } from "../database.ts";

/** A notification of a user. */
export interface NotificationRow {
  notificationId: string;
  kind: NotificationKind;
  tone: "done" | "failed" | "asks" | "info";
  sentence: string;
  path: string;
  search: Record<string, string>;
  /** How many events are in it. */
  count: number;
  /** Its place in the list, made at its last event. */
  movedId: string;
  read: boolean;
}

/** Whose notifications: those that the user may still see. `privileges` is null for users who hold all of them. */
export interface Reader {
  userId: string;
  privileges: readonly Privilege[] | null;
}

const columns = `n.notification_id "notificationId", n.kind, n.tone, n.sentence, n.path, n.search, n.count, n.moved_id "movedId",
  n.read is not null "read"`;
const seen = `n.account_id = $1 and n.user_id = $2 and n.listed
  and ($3::text[] is null or n.privilege is null or n.privilege = any ($3))`;
const valuesOf = (account: string, { userId, privileges }: Reader) => [account, userId, privileges];

/** A user's notifications, newest first. */
export const listNotifications = (
  q: Query,
  account: string,
  reader: Reader,
  page: { limit: number; before: string | undefined },
): Promise<NotificationRow[]> =>
  q.rows(
    `select ${columns} from notification n where ${seen} and ($4::uuid is null or n.moved_id < $4)
     order by n.moved_id desc limit $5`,
    [...valuesOf(account, reader), page.before ?? null, page.limit],
  );

/** More unread notifications than this are not counted. */
const mostUnread = 100;

/** A user's unread notifications, up to a hundred. */
export async function countUnreadNotifications(q: Query, account: string, reader: Reader): Promise<number> {
  const row = await q.one<{ unread: number }>(
    `select count(*)::int unread from (select from notification n where ${seen} and n.read is null limit ${mostUnread}) u`,
    valuesOf(account, reader),
  );
  return row?.unread ?? 0;
}

/** Marks one as read or unread. What has a topic stays read, because a newer one may have taken its place. */
export const markNotification = (
  q: Query,
  account: string,
  userId: string,
  notificationId: string,
  read: boolean,
): Promise<number> =>
  q.run(
    `update notification set read = case when $4 then coalesce(read, now()) when topic is null then null else read end
     where account_id = $1 and user_id = $2 and notification_id = $3`,
    [account, userId, notificationId, read],
  );

/** Marks all as read. */
export const markAllNotifications = (q: Query, account: string, userId: string): Promise<number> =>
  q.run("update notification set read = now() where account_id = $1 and user_id = $2 and listed and read is null", [
    account,
    userId,
  ]);

/** What a user has chosen. */
export const listNotificationChoices = (q: Query, account: string, userId: string): Promise<NotificationChoice[]> =>
  q.rows("select kind, listed, mailed from notification_choice where account_id = $1 and user_id = $2", [
    account,
    userId,
  ]);

/** Saves a user's choice. */
export const saveNotificationChoice = (
  q: Query,
  account: string,
  userId: string,
  { kind, listed, mailed }: NotificationChoice,
): Promise<number> =>
  q.run(
    `insert into notification_choice (account_id, user_id, kind, listed, mailed) values ($1, $2, $3, $4, $5)
     on conflict (account_id, user_id, kind) do update set listed = excluded.listed, mailed = excluded.mailed`,
    [account, userId, kind, listed, mailed],
  );

/** A choice as it is before the user makes one. */
export const firstChoice = (kind: NotificationKind): NotificationChoice => ({
  kind,
  listed: true,
  mailed: isMailedAtFirst(kind),
});
