import { z } from "zod";
import type { Privilege } from "../identity/roles.ts";
import { id, page, route } from "../route.ts";

interface Kind {
  label: string;
  description: string;
  /** Users with one of these are notified; null: the users that it is about. */
  privileges: readonly Privilege[] | null;
  /** Mailed unless the user chose otherwise. */
  mailed?: true;
}

/** What users are notified of, with the words of the settings (decision 0103). */
export const notificationKinds = {
  run: {
    label: "Runs",
    description:
      "A run that you started has finished. Runs that a program started notify everyone who may run workflows.",
    privileges: ["workflow-run"],
  },
  approval: {
    label: "Approval",
    description: "A run or a workflow waits for your approval, or yours was approved or declined.",
    privileges: null,
    mailed: true,
  },
  held: {
    label: "Sending is held",
    description: "The spending limit is reached, or another user holds all sending.",
    privileges: ["workflow-run"],
  },
  import: {
    label: "Imports and bulk changes",
    description: "A file or a change of many contacts that you started has finished or failed.",
    privileges: ["contact-admin", "dnc-admin"],
  },
  webhook: {
    label: "Failing webhooks",
    description: "The requests of a webhook fail. At most once in six hours for each webhook.",
    privileges: ["workflow-edit"],
  },
  carrier: {
    label: "Carriers",
    description: "A connection to a carrier has been down for a minute, or its carrier refuses texts or calls.",
    privileges: ["account-config-update"],
  },
  registration: {
    label: "Registrations",
    description: "A brand or a 10DLC campaign was accepted, declined or suspended.",
    privileges: ["registration-admin"],
  },
  conversation: {
    label: "Conversations",
    description: "Another user or an assignment rule assigned a conversation to you.",
    privileges: ["inbox-use"],
  },
} as const satisfies Record<string, Kind>;
export type NotificationKind = keyof typeof notificationKinds;
export const notificationKindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];

/** Whether a kind is mailed to users who chose nothing. */
export const isMailedAtFirst = (kind: NotificationKind): boolean => (notificationKinds[kind] as Kind).mailed === true;

export const notificationTones = ["done", "failed", "asks", "info"] as const;

const entry = z.object({
  notificationId: id,
  kind: z.enum(notificationKindNames),
  tone: z.enum(notificationTones),
  /** One plain sentence. */
  sentence: z.string(),
  /** The page that shows more, and its search. */
  path: z.string(),
  search: z.record(z.string(), z.string()),
  read: z.boolean(),
  created: z.string(),
});
export type NotificationEntry = z.infer<typeof entry>;

const choice = z.object({
  kind: z.enum(notificationKindNames),
  /** In the list of the product. */
  listed: z.boolean(),
  mailed: z.boolean(),
});
export type NotificationChoice = z.infer<typeof choice>;

/** The notification center of the signed-in user (decision 0103). */
export const notificationCenterRoutes = {
  list: route({
    method: "GET",
    path: "/v4/notification/",
    summary: "List your notifications",
    description: "Newest first, of the last 90 days. An API key has none.",
    caller: "account",
    privilege: null,
    query: z.strictObject(page),
    item: entry,
  }),
  unread: route({
    method: "GET",
    path: "/v4/notification/unread/",
    summary: "Count your unread notifications",
    caller: "account",
    privilege: null,
    item: z.object({ unread: z.number().int() }),
  }),
  read: route({
    method: "PUT",
    path: "/v4/notification/read/",
    summary: "Mark notifications as read",
    description: "One by its id, or all.",
    caller: "account",
    privilege: null,
    notViewers: true,
    body: z.union(
      [
        z.strictObject({ notificationId: id, read: z.boolean().default(true) }),
        z.strictObject({ all: z.literal(true) }),
      ],
      { error: "Send a notificationId or all" },
    ),
    item: z.object({ unread: z.number().int() }),
  }),
  choices: route({
    method: "GET",
    path: "/v4/notification/choice/",
    summary: "List what you are notified of",
    description: "The kinds that you have the privileges for, and whether this installation sends mail.",
    caller: "account",
    privilege: null,
    item: z.object({ choices: z.array(choice), canMail: z.boolean() }),
  }),
  choose: route({
    method: "PUT",
    path: "/v4/notification/choice/",
    summary: "Choose how you are notified of a kind",
    caller: "account",
    privilege: null,
    notViewers: true,
    body: choice.strict(),
    item: choice,
  }),
};
