import { z } from "zod";
import { isZone } from "../parts/time/clock.ts";
import { parseInstant } from "../parts/time/instant.ts";

/** Most tests of a workflow. All of them run before a save. */
export const mostTests = 200;
/** Most events of a test, and most steps that it expects. */
const mostEvents = 500;
const mostExpectedSteps = 1_000;

const node = z.int();
const instant = z
  .string()
  .max(40)
  .refine((text) => parseInstant(text) !== undefined, {
    error: "must be a date and time such as 2026-03-02T15:00:00Z",
  });
const short = z.string().max(1_000);
const words = z.string().max(70_000);
const channel = z.enum(["sms", "rcs", "call"]);

/** The contact of a test. What is left out is empty. */
const testContact = z.strictObject({
  phone: short.optional(),
  email: short.optional(),
  firstName: short.optional(),
  lastName: short.optional(),
  address: short.optional(),
  city: short.optional(),
  state: short.optional(),
  postalCode: short.optional(),
  country: short.optional(),
  tags: z.array(short).max(500).optional(),
  /** Custom fields by lower-case name. */
  fields: z.record(short, words).optional(),
  /** Default: those of its postal code, state or area code. */
  zones: z
    .array(z.string().refine(isZone, { error: "must be a time zone such as America/New_York" }))
    .min(1)
    .max(50)
    .optional(),
  /** Channels that the account blocked, and those that the contact opted out of. */
  blocked: z.array(channel).optional(),
  optedOut: z.array(channel).optional(),
});
export type TestContact = z.infer<typeof testContact>;

const answeredBy = z.enum(["human", "machineBeep", "machineSilent", "fax", "unknown"]);
const seconds = z.number().min(0).max(1_000_000);

/** Events of a call that the contact or the line causes. */
const lineEvent = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("answered"), by: answeredBy }),
  z.strictObject({ type: z.literal("finished") }),
  z.strictObject({ type: z.literal("digits"), digits: short }),
  z.strictObject({ type: z.literal("speech"), speech: short }),
  z.strictObject({
    type: z.literal("recorded"),
    seconds,
    recordingUrl: short.optional(),
    digits: short.optional(),
  }),
  z.strictObject({
    type: z.literal("dialEnded"),
    status: z.enum(["completed", "busy", "noAnswer", "failed"]),
    seconds,
    answeredBy: short.optional(),
  }),
  z.strictObject({
    type: z.literal("leftQueue"),
    result: z.enum(["bridged", "hangup", "full", "error", "leave"]),
    seconds,
  }),
  z.strictObject({ type: z.literal("broken"), reason: short }),
  z.strictObject({ type: z.literal("notAnswered"), status: z.enum(["busy", "noAnswer", "failed", "cancelled"]) }),
  z.strictObject({ type: z.literal("hungUp"), seconds }),
]);

/** `at`: the event comes while this node waits for an answer, and before the usual answer. */
const at = { at: node.optional() };

/** What the contact, a carrier, a service or the clock does. */
const testEvent = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("reply"), text: words.min(1), ...at }),
  z.strictObject({ do: z.literal("click"), address: words, ...at }),
  z.strictObject({
    do: z.literal("answer"),
    id: short,
    vars: z.record(short, words).optional(),
    text: words.optional(),
    ...at,
  }),
  z.strictObject({ do: z.literal("line"), event: lineEvent, ...at }),
  z.strictObject({ do: z.literal("wait"), until: instant.optional(), ...at }),
]);
export type TestEvent = z.infer<typeof testEvent>;

const message = z.strictObject({
  kind: z.enum(["text", "rcs", "email", "call"]),
  text: words,
  mediaUrl: words.optional(),
});

const expectedStep = z.strictObject({
  node,
  /** What the node was called. Only shown. */
  name: short.optional(),
  at: instant.optional(),
  outcome: z.enum(["went", "asked", "waited", "replied", "ended", "failed", "said"]),
  /** Of `went`: the next node. */
  to: node.optional(),
  /** Of a wait: its end. */
  until: instant.optional(),
  message: message.optional(),
});
export type ExpectedStep = z.infer<typeof expectedStep>;

const expectation = z.strictObject({
  steps: z.array(expectedStep).min(1).max(mostExpectedSteps),
  /** Final values by name. Null: the variable has no value. Others are not compared. */
  variables: z.record(short, words.nullable()).default({}),
  end: z.strictObject({
    status: z.enum(["moving", "asking", "waiting", "done", "failed"]),
    node: node.nullable().default(null),
  }),
});
export type Expectation = z.infer<typeof expectation>;

const answers = z
  .strictObject({
    sendSms: short,
    sendRcs: short,
    placeCall: short,
    callWebhook: short,
    lookUpCarrier: short,
    sendEmail: short,
    askModel: short,
    holdForAgent: short,
    drawMeme: short,
    claimTurn: short,
    askAudiences: short,
  })
  .partial();

/** A test of a workflow: a contact, what happens to it, and what is expected (decision 0082, docs/tests.md). */
export const workflowTest = z.strictObject({
  /** Format version. */
  format: z.literal(1).default(1),
  title: z
    .string({ error: "Title is required" })
    .trim()
    .min(1, "Title is required")
    .max(200, "Title must have at most 200 characters"),
  contact: testContact.default({}),
  start: instant,
  /** Decides chances, such as those of a Percent node. */
  seed: short.default("1"),
  /** How carriers and services answer by default, by effect. */
  answers: answers.default({}),
  /** Call scripts by their address. Others are not fetched. */
  documents: z.record(short, words).optional(),
  /** Whether the number is on the federal do-not-call list. Null: no list is loaded. */
  federalDnc: z.boolean().nullable().default(null),
  hasModel: z.boolean().default(false),
  /** Settings of the account when the test was saved. Only the terminal uses them, which knows no account. */
  account: z
    .strictObject({
      legalHours: z.boolean().default(false),
      carrierLookup: z.boolean().default(false),
      rcsDeliveredWithinSeconds: z.number().positive().max(1_000_000).optional(),
    })
    .default({ legalHours: false, carrierLookup: false }),
  events: z.array(testEvent).max(mostEvents).default([]),
  expects: expectation,
});
export type WorkflowTest = z.infer<typeof workflowTest>;

/** A test without what it expects: what is played. */
export type PlayedTest = Omit<WorkflowTest, "title" | "expects" | "format">;
