import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

const key = (what: string) =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .regex(
      /^[a-z0-9][a-z0-9_-]{0,59}$/,
      `${what} must contain only lower-case letters, digits, _ and -, at most 60 characters`,
    );
const address = (what: string) =>
  z
    .string()
    .trim()
    .max(2000)
    .refine((text) => text.includes("${") || (/^https?:\/\//i.test(text) && URL.canParse(text)), {
      error: `${what} must be a valid URL`,
    });
const mediaUrl = z.union([address("Media URL"), z.literal("").transform(() => null), z.null()]).default(null);

const suggestion = z
  .strictObject({
    kind: z.enum(["reply", "openUrl", "dial"]),
    text: z.string().trim().min(1, "Button text is required").max(25, "Button text must have at most 25 characters"),
    target: z.string().trim().max(2000).default(""),
  })
  .refine(({ kind, target }) => kind !== "openUrl" || address("").safeParse(target).success, {
    error: "Button address must be a valid URL",
    path: ["target"],
  })
  .refine(({ kind, target }) => kind !== "dial" || target.includes("${") || /^\+[1-9]\d{6,14}$/.test(target), {
    error: "Button number must be an E.164 number such as +12025550100",
    path: ["target"],
  });

const card = z
  .strictObject({
    title: z.string().trim().max(200, "Card title must have at most 200 characters").default(""),
    description: z.string().max(2000, "Card description must have at most 2,000 characters").default(""),
    mediaUrl,
    height: z.enum(["short", "medium", "tall"]).default("medium"),
    suggestions: z.array(suggestion).max(4, "A card must have at most 4 buttons").default([]),
  })
  .refine(({ title, description, mediaUrl: media }) => title !== "" || description.trim() !== "" || media !== null, {
    error: "A card needs a title, a description or a picture",
    path: ["title"],
  });

/** Content of an RCS message, within the channel's limits (telecom §3). */
const rcsContent = z
  .strictObject({
    type: z.enum(["text", "picture", "cards"]),
    text: z.string().max(3072, "Content must have at most 3,072 characters").default(""),
    mediaUrl,
    cards: z.array(card).max(10, "A message must have at most 10 cards").default([]),
    suggestions: z.array(suggestion).max(11, "A message must have at most 11 buttons").default([]),
    /** Shorten its links. */
    shortenLinks: z.boolean().optional(),
  })
  .refine(({ type, text }) => type !== "text" || text.trim() !== "", {
    error: "Content is required",
    path: ["text"],
  })
  .refine(({ type, mediaUrl: media }) => type !== "picture" || media !== null, {
    error: "Media URL is required",
    path: ["mediaUrl"],
  })
  .refine(({ type, cards }) => type !== "cards" || cards.length > 0, {
    error: "At least one card is required",
    path: ["cards"],
  }) satisfies z.ZodType<RcsContent>;

/** An RCS message as it was sent to one contact. */
export const rcsMessage = z.object({
  agentId: z.string(),
  agentName: z.string(),
  templateKey: z.string(),
  type: z.enum(["text", "picture", "cards"]),
  text: z.string(),
  mediaUrl: z.string().nullable(),
  cards: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      mediaUrl: z.string().nullable(),
      height: z.enum(["short", "medium", "tall"]),
      suggestions: z.array(
        z.object({ kind: z.enum(["reply", "openUrl", "dial"]), text: z.string(), target: z.string() }),
      ),
    }),
  ),
  suggestions: z.array(z.object({ kind: z.enum(["reply", "openUrl", "dial"]), text: z.string(), target: z.string() })),
});

const usedBy = z.array(z.object({ campaignId: id, campaignName: z.string() }));
const owned = { created: z.unknown().optional(), usedBy: z.unknown().optional() };

const rcsTemplate = z.object({
  templateKey: z.string(),
  content: rcsContent,
  created: z.string(),
  usedBy,
});
export type RcsTemplate = z.infer<typeof rcsTemplate>;

export const rcsTemplateBody = z.strictObject({ ...owned, templateKey: key("Message Key"), content: rcsContent });

const rcsAgent = z.object({
  agentId: z.string(),
  name: z.string(),
  description: z.string(),
  logoUrl: z.string().nullable(),
  /** The carrier connection that its messages are sent through. Null: the carrier of the number. */
  connectionId: id.nullable(),
  created: z.string(),
  usedBy,
});
export type RcsAgent = z.infer<typeof rcsAgent>;

const connection = z.union([id, z.literal("").transform(() => null), z.null()]);
const agentShape = {
  name: z.string({ error: "Name is required" }).trim().min(1, "Name is required").max(100),
  description: z.string().trim().max(100).default(""),
  logoUrl: z.union([address("Logo URL"), z.literal("").transform(() => null), z.null()]).default(null),
  connectionId: connection.default(null),
};
export const rcsAgentBody = z.strictObject({ ...owned, agentId: key("Agent ID"), ...agentShape });

const agentParam = z.object({ agentId: z.string().max(60) });
const templateParam = z.object({ templateKey: z.string().max(60) });
/** The key that nodes refer to cannot change. A body may repeat it. */
const unchanged = z.unknown().optional();

export const rcsRoutes = {
  agents: route({
    method: "GET",
    path: "/v4/rcs/agent/",
    summary: "List RCS agents",
    description: "The senders that contacts see.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: rcsAgent,
    pagedBy: "agentId",
  }),
  createAgent: route({
    method: "POST",
    path: "/v4/rcs/agent/",
    summary: "Create an RCS agent",
    caller: "account",
    privilege: "workflow-edit",
    body: rcsAgentBody,
    item: rcsAgent,
  }),
  findAgent: route({
    method: "GET",
    path: "/v4/rcs/agent/:agentId/",
    summary: "Get an RCS agent",
    caller: "account",
    privilege: null,
    params: agentParam,
    item: rcsAgent,
  }),
  updateAgent: route({
    method: "PUT",
    path: "/v4/rcs/agent/:agentId/",
    summary: "Update an RCS agent",
    description: "Without connectionId, its connection stays.",
    caller: "account",
    privilege: "workflow-edit",
    params: agentParam,
    body: z.strictObject({ ...owned, agentId: unchanged, ...agentShape, connectionId: connection.optional() }),
    item: rcsAgent,
  }),
  removeAgent: route({
    method: "DELETE",
    path: "/v4/rcs/agent/:agentId/",
    summary: "Delete an RCS agent",
    description: "Workflows that use it stop running.",
    caller: "account",
    privilege: "workflow-edit",
    params: agentParam,
    item: done,
  }),
  templates: route({
    method: "GET",
    path: "/v4/rcs/template/",
    summary: "List RCS messages",
    description: "Sorted by key.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: rcsTemplate,
    pagedBy: "templateKey",
  }),
  createTemplate: route({
    method: "POST",
    path: "/v4/rcs/template/",
    summary: "Create an RCS message",
    caller: "account",
    privilege: "workflow-edit",
    body: rcsTemplateBody,
    item: rcsTemplate,
  }),
  findTemplate: route({
    method: "GET",
    path: "/v4/rcs/template/:templateKey/",
    summary: "Get an RCS message",
    caller: "account",
    privilege: null,
    params: templateParam,
    item: rcsTemplate,
  }),
  updateTemplate: route({
    method: "PUT",
    path: "/v4/rcs/template/:templateKey/",
    summary: "Update an RCS message",
    caller: "account",
    privilege: "workflow-edit",
    params: templateParam,
    body: z.strictObject({ ...owned, templateKey: unchanged, content: rcsContent }),
    item: rcsTemplate,
  }),
  removeTemplate: route({
    method: "DELETE",
    path: "/v4/rcs/template/:templateKey/",
    summary: "Delete an RCS message",
    description: "Workflows that use it stop running.",
    caller: "account",
    privilege: "workflow-edit",
    params: templateParam,
    item: done,
  }),
};
