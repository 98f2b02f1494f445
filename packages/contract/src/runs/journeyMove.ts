import { z } from "zod";
import { id, largestInt, page, route } from "../route.ts";

const nodeOf = z.number().int().min(0).max(largestInt);

/** A node as pages name it. */
const shownNode = z.object({
  node: z.number().int(),
  type: z.string(),
  label: z.string(),
  /** What the user calls the node. Missing if it has no name. */
  name: z.string().optional(),
});

/** Contacts on their way on versions before the published one, node by node. */
const onTheirWay = z.object({
  /** The published version. */
  version: z.number().int(),
  total: z.number().int(),
  nodes: z.array(
    shownNode.extend({
      version: z.number().int(),
      /** Contacts who are at the node. Node 0 counts those who have not started. */
      here: z.number().int(),
      /** What became of the node in the published version. */
      change: z.enum(["gone", "changed", "same"]),
      /** The node of the published version that is most likely the same. Null: none. */
      match: z.number().int().nullable(),
    }),
  ),
  /** The nodes of the published version that contacts can be moved to. */
  targets: z.array(shownNode),
});
export type OnTheirWay = z.infer<typeof onTheirWay>;

const source = {
  /** The version that the contacts are on. */
  version: z.number().int().min(1).max(largestInt),
  /** The node that they are at; 0: they have not started. */
  node: nodeOf,
};

/** What happens to the contacts at one node of one version. Contacts at other nodes stay on their version. */
const moveChoice = z.discriminatedUnion("action", [
  z.strictObject({ ...source, action: z.literal("move"), to: nodeOf }),
  z.strictObject({
    ...source,
    action: z.literal("leave"),
    reason: z
      .string()
      .trim()
      .min(1, "Enter a reason for leaving the workflow")
      .max(200, "reason must be at most 200 characters"),
  }),
]);
export type MoveChoice = z.infer<typeof moveChoice>;

/** What a choice would do to its contacts. */
const choiceResult = z.object({
  count: z.number().int(),
  /** In the middle of a step: a text is being sent, or a reply has just come. They are moved if they stay at the node. */
  inStep: z.number().int(),
  /** They wait for a reply now, and will not at the new node. */
  noReply: z.number().int(),
  /** They wait for a time now, and will not at the new node. */
  noTime: z.number().int(),
  /** They continue at once, as soon as their run is running. */
  atOnce: z.number().int(),
  /** Texts, calls and emails that they had and would get again, if they do not reply. */
  again: z.array(shownNode.extend({ count: z.number().int() })),
});
export type ChoiceResult = z.infer<typeof choiceResult>;

const statuses = [
  "simulating",
  "ready",
  "running",
  "paused",
  "done",
  "cancelled",
  "undoing",
  "undone",
  "failed",
] as const;

const journeyMove = z.object({
  moveId: id,
  campaignId: id,
  campaignName: z.string(),
  /** The version that it moves to. */
  version: z.number().int(),
  /** One run only. Null: all runs of the workflow. */
  batchId: id.nullable(),
  status: z.enum(statuses),
  choices: z.array(
    z.object({
      version: z.number().int(),
      node: z.number().int(),
      action: z.enum(["move", "leave"]),
      to: z.number().int().nullable(),
      reason: z.string().nullable(),
      /** Both nodes by name; there is no target where contacts leave. */
      from: shownNode,
      target: shownNode.nullable(),
      /** Null until the simulation has ended. */
      result: choiceResult.nullable(),
    }),
  ),
  /** Contacts of the choices, exactly those of the simulation. */
  total: z.number().int(),
  moved: z.number().int(),
  left: z.number().int(),
  /** They had continued before the move came to them, and stay on their version. */
  goneOn: z.number().int(),
  undone: z.number().int(),
  /** They had taken a step before the undo came to them. */
  tooLate: z.number().int(),
  /** The time that is left at the present pace. Null while it is not known. */
  secondsLeft: z.number().int().nullable(),
  problem: z.string().nullable(),
  /** Who chose. */
  by: z.string(),
  created: z.string(),
  finished: z.string().nullable(),
});
export type JourneyMove = z.infer<typeof journeyMove>;

const ofCampaign = z.object({ campaignId: id });
const params = z.object({ campaignId: id, moveId: id });

const change = <Path extends string>(name: Path, summary: string, description: string) =>
  route({
    method: "POST",
    path: `/v4/campaign/:campaignId/move/:moveId/${name}`,
    summary,
    description,
    caller: "account",
    privilege: "workflow-run",
    params,
    item: journeyMove,
  });

/** Moves of contacts on their way to the published version (decision 0087). */
export const journeyMoveRoutes = {
  onTheirWay: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/move/waiting",
    summary: "List contacts on their way on older versions",
    description:
      "Per version and node, with what became of the node in the published version. Contacts stay on their version unless they are moved.",
    caller: "account",
    privilege: null,
    params: ofCampaign,
    query: z.strictObject({ batchId: id.optional() }),
    item: onTheirWay,
  }),
  create: route({
    method: "POST",
    path: "/v4/campaign/:campaignId/move/",
    summary: "Simulate a move to the published version",
    description:
      "Finds the contacts of every choice and plays what would happen to each of them. Nothing is changed before the move is started.",
    caller: "account",
    privilege: "workflow-run",
    params: ofCampaign,
    body: z.strictObject({
      /** The published version that the choices were made for. */
      version: z.number().int().min(1).max(largestInt),
      batchId: id.optional(),
      choices: z.array(moveChoice).min(1, "Choose what happens at one node at least").max(500),
    }),
    item: journeyMove,
  }),
  list: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/move/",
    summary: "List the moves of a workflow",
    description: "Newest first.",
    caller: "account",
    privilege: null,
    params: ofCampaign,
    query: z.strictObject(page),
    item: journeyMove,
  }),
  find: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/move/:moveId/",
    summary: "Get a move",
    description: "Its simulation and its progress.",
    caller: "account",
    privilege: null,
    params,
    item: journeyMove,
  }),
  again: route({
    method: "GET",
    path: "/v4/campaign/:campaignId/move/:moveId/again",
    summary: "List contacts who would get a message again",
    description: "The first 1,000 contacts of a choice, by its place in the list of choices, and a node.",
    caller: "account",
    privilege: null,
    params,
    query: z.strictObject({
      choice: z.coerce.number().int().min(0).max(499),
      node: z.coerce.number().int().min(1).max(largestInt),
    }),
    item: z.object({ journeyId: id, contactId: id, phone: z.string().nullable(), name: z.string() }),
  }),
  start: change(
    "start",
    "Start a move",
    "Moves the simulated contacts in the background. Each is moved between two steps.",
  ),
  pause: change("pause", "Pause a move", "Contacts that were moved continue on the published version."),
  resume: change("continue", "Continue a paused move", "Continues with the contacts that are left."),
  cancel: change(
    "cancel",
    "Cancel a move",
    "The contacts that are left stay on their version. Those that were moved stay moved.",
  ),
  undo: change("undo", "Undo a move", "Moves every contact back that has taken no step since, in the background."),
};
