import { z } from "zod";
import { id, route } from "../route.ts";

/** What changes are announced by (decision 0112). */
export const changeKinds = [
  "contact",
  "doNotContact",
  "workflow",
  "run",
  "message",
  "conversation",
  "call",
  "agent",
  "notification",
  "number",
  "template",
  "webhook",
  "report",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * What shows which changes: endpoints that begin with a path, the longest first. Drawings and drafts that are being edited
 * are left out, and reports, which are too much work for each change.
 */
export const shownUnder: Readonly<Record<string, readonly ChangeKind[]>> = {
  "/v4/contact/": ["contact"],
  "/v4/contact/:contactId/history/": ["contact", "message", "call"],
  "/v4/audience/": ["contact"],
  "/v4/disposition": ["contact"],
  "/v4/dnc/": ["doNotContact"],
  "/v4/home/": ["run", "workflow"],
  "/v4/campaign/": ["workflow", "run"],
  "/v4/campaign/:campaignId/workflow/": [],
  "/v4/campaign/:campaignId/draft": [],
  "/v4/campaign/:campaignId/test/": [],
  "/v4/campaign/:campaignId/version/": ["workflow"],
  "/v4/campaign/batch/": ["run"],
  "/v4/campaign/:campaignId/batch/": ["run"],
  "/v4/campaign/report/": [],
  "/v4/campaign/status/:contactId/": [],
  "/v4/approval/": ["workflow", "run"],
  "/v4/route/": ["workflow"],
  "/v4/route/tag/:routeTag/draft": [],
  "/v4/ivr": ["workflow"],
  "/v4/ivr/:name": [],
  "/v4/message/": ["message"],
  "/v4/inbox/": ["conversation"],
  "/v4/inbox/:contactId/thread/": ["conversation", "message", "call"],
  "/v4/inbox/report": [],
  "/v4/savedreply/": ["conversation"],
  "/v4/assignmentrule/": ["conversation"],
  "/v4/call/": ["call"],
  "/v4/call-center/": ["call", "agent"],
  "/v4/call-center/report/": [],
  "/v4/call-center/agents/": [],
  "/v4/voicemail/": ["call"],
  "/v4/agentqueue/": ["call", "agent"],
  "/v4/agent/": ["agent"],
  "/v4/agent/phone/": [],
  "/v4/workgroup/": ["agent"],
  "/v4/livelist": ["agent"],
  "/v4/notification/": ["notification"],
  "/v4/number/": ["number"],
  "/v4/numberset/": ["number"],
  "/v4/smstemplate/": ["template"],
  "/v4/emailtemplate/": ["template"],
  "/v4/rcs/": ["template"],
  "/v4/callback/": ["webhook"],
  "/v4/report/": ["report"],
};
const prefixes = Object.keys(shownUnder).sort((a, b) => b.length - a.length);

/** The changes that an endpoint shows. */
export const changesShownBy = (path: string): readonly ChangeKind[] =>
  Object.entries(shownUnder).find(([prefix]) => prefix === prefixes.find((one) => path.startsWith(one)))?.[1] ?? [];

/** Data of the events `ready` and `changed`. */
const changeHint = z.object({
  /** Kinds that have changed since the hint before; in `ready`, in the last ten seconds. */
  kinds: z.array(z.enum(changeKinds)),
  /** A change is announced within so many milliseconds. More where many pages of the account are open. */
  withinMs: z.number().int(),
});
export type ChangeHint = z.infer<typeof changeHint>;

export const changeRoutes = {
  stream: route({
    method: "GET",
    path: "/v4/changes/",
    summary: "Follow changes of the account",
    description:
      "A stream of server-sent events (`text/event-stream`) for pages of signed-in users. `ready` comes first, `changed` names the kinds of things that have changed, at most once a second each, and `beat` comes every 15 seconds. An API key uses webhooks instead.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      /** The account that the page was opened in. Another one than the session's is refused. */
      account: id.optional(),
      /** How long the stream stays open. */
      seconds: z.coerce.number().int().min(0).max(3_600).default(3_600),
    }),
    item: changeHint,
  }),
};
