import { holds, privilegeNames } from "@trunkline/contract/identity/roles.ts";
import {
  type NotificationChoice,
  type NotificationEntry,
  type NotificationKind,
  notificationCenterRoutes,
  notificationKindNames,
  notificationKinds,
} from "@trunkline/contract/notifications/notification.ts";
import type { Actor } from "../../http/caller.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import {
  countUnreadNotifications,
  firstChoice,
  listNotificationChoices,
  listNotifications,
  markAllNotifications,
  markNotification,
  type NotificationRow,
  type Reader,
  saveNotificationChoice,
} from "../../store/notifications/notification.ts";
import { createdOf } from "../createdOf.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";

/** The notification center of a user (decision 0103). */
export function registerNotificationCenter(api: Api): void {
  handle(api, notificationCenterRoutes.list, ({ db, account, actor, query }) =>
    db.tx([account], async (q) => {
      if (actor.kind !== "user") return { payload: [], next: null };
      const { limit, cursor } = query;
      const rows = await listNotifications(q, account, readerOf(actor), { limit, before: readIdCursor(cursor) });
      return { payload: rows.map(show), next: nextCursor(rows, limit, ({ movedId }) => movedId) };
    }),
  );
  handle(api, notificationCenterRoutes.unread, ({ db, account, actor }) =>
    db.tx([account], async (q) => [
      { unread: actor.kind === "user" ? await countUnreadNotifications(q, account, readerOf(actor)) : 0 },
    ]),
  );
  handle(api, notificationCenterRoutes.read, ({ db, account, actor, body }) =>
    db.tx([account], async (q) => {
      const reader = readerOf(needUser(actor));
      if ("all" in body) await markAllNotifications(q, account, reader.userId);
      else if ((await markNotification(q, account, reader.userId, body.notificationId, body.read)) === 0)
        throw notFound("notification");
      return [{ unread: await countUnreadNotifications(q, account, reader) }];
    }),
  );
  handle(api, notificationCenterRoutes.choices, ({ db, account, actor, mailer }) =>
    db.tx([account], async (q) => {
      const chosen = actor.kind === "user" ? await listNotificationChoices(q, account, actor.id) : [];
      const choices = notificationKindNames
        .filter((kind) => isOffered(actor, kind))
        .map((kind) => chosen.find((one) => one.kind === kind) ?? firstChoice(kind));
      return [{ choices, canMail: mailer !== null }];
    }),
  );
  handle(api, notificationCenterRoutes.choose, ({ db, account, actor, body }) =>
    db.tx([account], async (q): Promise<NotificationChoice[]> => {
      await saveNotificationChoice(q, account, needUser(actor).id, body);
      return [body];
    }),
  );
}

function needUser(actor: Actor): Actor {
  if (actor.kind !== "user") throw conflict("An API key has no notifications. Sign in as a user");
  return actor;
}

/** What the user may still see. */
const readerOf = ({ id, role, privileges }: Actor): Reader => ({
  userId: id,
  privileges:
    role === "owner" || role === "administrator" ? null : privilegeNames.filter((one) => holds(role, privileges, one)),
});

const isOffered = ({ role, privileges }: Actor, kind: NotificationKind): boolean => {
  const needed = notificationKinds[kind].privileges;
  return needed === null ? role !== "viewer" : needed.some((one) => holds(role, privileges, one));
};

/** Several events of one topic are one sentence, which links to all of them. */
function show({ movedId, count, ...row }: NotificationRow): NotificationEntry {
  const entry = { ...row, created: createdOf(movedId) ?? "" };
  if (count === 1) return entry;
  const { sentence, path, search } = describeSeveral(count);
  return { ...entry, sentence, path, search };
}

const describeSeveral = (count: number) => ({
  sentence: `${count.toLocaleString("en-US")} conversations were assigned to you`,
  path: "/inbox",
  search: { show: "mine" },
});
