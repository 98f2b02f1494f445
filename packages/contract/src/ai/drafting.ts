import { z } from "zod";
import { route } from "../route.ts";
import { ivr } from "../routing/ivr.ts";

const words = (what: string) =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} is required`)
    .max(2_000, `${what} must have at most 2000 characters`);

/** A drawing that is not saved yet, as `PUT /v4/campaign/{id}/workflow/` or, inbound, `PUT /v4/workflow` accepts it. */
const drawing = {
  type: z.enum(["outbound", "inbound"], { error: "type must be outbound or inbound" }).default("outbound"),
  workflow: z.string().max(5_000_000, "workflow must have at most 5 MB").nullable().default(null),
  /** Texts of SMS Send nodes that are not saved as templates yet, by node id. */
  texts: z
    .record(z.string().regex(/^\d{1,9}$/, { error: "must be the id of a node" }), z.string().max(5_000))
    .default({}),
};
const maxBodyBytes = 6 * 1024 * 1024;
/** Longer than the model may take, because a refused answer is asked for again. */
const timeoutMs = 150_000;

/** A node: its number or id, or the key of a new one. */
const reaches = z.union([z.string(), z.number()]);
const replyTest = z.object({ title: z.string(), replies: z.array(z.string().nullable()), reaches });
/** A call or text to an inbound workflow. */
const callerTest = z.object({
  title: z.string(),
  channel: z.enum(["call", "sms", "rcs"]),
  text: z.string(),
  from: z.string(),
  /** In the workflow's time zone. */
  time: z.string(),
  /** Fields of the contact by name. */
  contact: z.record(z.string(), z.string()),
  reaches,
});

const charged = z.object({
  /** The charge in dollars, at the account's price for each answer of the model. */
  cost: z.number(),
});

const edits = { caller: "account", privilege: "workflow-edit" } as const;
const asks = {
  ...edits,
  method: "POST",
  leased:
    "The audit log lists every draft, explanation and text of the language model, with its charge. Nothing else is saved.",
} as const;

/** Drafts, explanations and texts by the language model (decision 0088). Nothing of them is saved. */
export const draftingRoutes = {
  model: route({
    ...edits,
    orPrivilege: "ivr-admin",
    method: "GET",
    path: "/v4/ai/model",
    summary: "Get the language model",
    description: "Whether a language model is configured, and whether it is the local one, which works by rules.",
    item: z.object({ available: z.boolean(), local: z.boolean() }),
  }),
  draft: route({
    ...asks,
    path: "/v4/ai/workflow/draft",
    summary: "Draft changes of a workflow",
    description: "Proposes changes of an outbound or inbound workflow from a sentence. Nothing is saved, sent or run.",
    body: z.strictObject({
      words: words("words"),
      /** Earlier sentences about the same proposal, which `workflow` already contains. */
      earlier: z.array(words("earlier")).max(20).default([]),
      ...drawing,
    }),
    maxBodyBytes,
    timeoutMs,
    item: charged.extend({
      summary: z.string(),
      /** Changes in order, in the closed schema of docs/drafting.md. */
      edits: z.array(z.record(z.string(), z.unknown())),
      questions: z.array(z.string()),
      tests: z.array(z.union([replyTest, callerTest])),
      /** What the account has that an inbound workflow can lead to, as the model got it. Empty for outbound ones. */
      choices: z.object({
        workGroups: z.array(z.string()),
        liveLists: z.array(z.string()),
        ivrs: z.array(z.string()),
        inboxes: z.array(z.string()),
        workflows: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    }),
  }),
  explain: route({
    ...asks,
    path: "/v4/ai/workflow/explain",
    summary: "Explain a workflow",
    description: "Describes an outbound or inbound workflow in plain words.",
    body: z.strictObject(drawing),
    maxBodyBytes,
    timeoutMs,
    item: charged.extend({ text: z.string() }),
  }),
  menus: route({
    ...asks,
    privilege: "ivr-admin",
    path: "/v4/ai/ivr/draft",
    summary: "Draft the menus of an IVR",
    description: "Proposes menus, keys and messages from a sentence. Nothing is saved or called.",
    body: z.strictObject({
      words: words("words"),
      /** Earlier sentences about the same proposal, which `ivr` already contains. */
      earlier: z.array(words("earlier")).max(20).default([]),
      /** As `POST /v4/ivr` accepts it, also without a name and with menus that are not complete. */
      ivr,
    }),
    maxBodyBytes: 3 * 1024 * 1024,
    timeoutMs,
    item: charged.extend({ summary: z.string(), questions: z.array(z.string()), ivr }),
  }),
  explainMenus: route({
    ...asks,
    privilege: "ivr-admin",
    path: "/v4/ai/ivr/explain",
    summary: "Explain the menus of an IVR",
    description: "Describes what callers hear and what the keys do.",
    body: z.strictObject({ ivr }),
    maxBodyBytes: 3 * 1024 * 1024,
    timeoutMs,
    item: charged.extend({ text: z.string() }),
  }),
  texts: route({
    ...asks,
    path: "/v4/ai/texts",
    summary: "Write a text within one segment",
    description: "Returns variants of a text. Those of more than one segment are left out.",
    body: z.strictObject({
      words: words("words"),
      /** The present text. */
      text: z.string().max(1_600, "text must have at most 1600 characters").default(""),
    }),
    timeoutMs,
    item: charged.extend({
      texts: z.array(
        z.object({
          text: z.string(),
          encoding: z.enum(["GSM7", "LATIN1", "UNICODE"]),
          length: z.number().int(),
          /** What fits into one segment of this encoding. */
          most: z.number().int(),
          segments: z.number().int(),
        }),
      ),
      /** Why other variants are not shown. */
      leftOut: z.array(z.string()),
    }),
  }),
};
