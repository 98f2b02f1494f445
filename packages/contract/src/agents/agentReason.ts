import { z } from "zod";
import { id, route } from "../route.ts";

/** Reasons that agents can choose from at most. */
export const mostAgentReasons = 50;

/** Why agents are away, as the account names it: a break, lunch, a training (decision 0100). */
const agentReason = z.object({
  reasonId: id,
  name: z.string(),
  /** Time with this reason is planned work, such as a training: it does not reduce the adherence. */
  isWork: z.boolean(),
  /** Agents can no longer choose it. Reports still name it. */
  archived: z.boolean(),
});
export type AgentReason = z.infer<typeof agentReason>;

const name = z
  .string({ error: "Name is required" })
  .trim()
  .min(1, "Name is required")
  .max(40, "Name must have at most 40 characters");
const params = z.object({ reasonId: id });

export const agentReasonRoutes = {
  list: route({
    method: "GET",
    path: "/v4/agent/reason/",
    summary: "List the reasons for being away",
    description: "In the order in which agents choose, then the archived ones.",
    caller: "account",
    privilege: null,
    item: agentReason,
  }),
  create: route({
    method: "POST",
    path: "/v4/agent/reason/",
    summary: "Create a reason for being away",
    description: "It becomes the last one.",
    caller: "account",
    privilege: "account-config-update",
    body: z.strictObject({ name, isWork: z.boolean().default(false) }),
    item: agentReason,
  }),
  order: route({
    method: "PUT",
    path: "/v4/agent/reason/order",
    summary: "Set the order of the reasons for being away",
    description: "Reasons that are left out follow in their former order.",
    caller: "account",
    privilege: "account-config-update",
    body: z.strictObject({
      reasonIds: z.array(id, { error: "reasonIds must be a list of reason ids" }).max(mostAgentReasons),
    }),
    item: agentReason,
  }),
  update: route({
    method: "PUT",
    path: "/v4/agent/reason/:reasonId/",
    summary: "Rename, archive or restore a reason for being away",
    description:
      "What is left out stays as it is. A reason is archived rather than deleted, because old states name it.",
    caller: "account",
    privilege: "account-config-update",
    params,
    body: z
      .strictObject({ name: name.optional(), isWork: z.boolean().optional(), archived: z.boolean().optional() })
      .refine((body) => Object.values(body).some((value) => value !== undefined), "Send name, isWork or archived"),
    item: agentReason,
  }),
};
