import { z } from "zod";
import { id, route } from "../route.ts";

/** How a supervisor takes part in a call: they hear both sides, speak to the user alone, or speak to both. */
const supervisionModes = ["listen", "whisper", "join"] as const;
export type SupervisionMode = (typeof supervisionModes)[number];

/** The call between a contact and a user. */
const supervision = z.object({
  /** The user who has the call. */
  userName: z.string(),
  /** It is the call of the caller of this API. */
  isOwn: z.boolean(),
  supervisorName: z.string().nullable(),
  isSupervisor: z.boolean(),
  mode: z.enum(supervisionModes).nullable(),
  /** The phone of the supervisor rings. */
  rings: z.boolean(),
  /** Sound travels. On the simulated carrier it does not. */
  hasSound: z.boolean(),
});
export type Supervision = z.infer<typeof supervision>;

const actions = [...supervisionModes, "leave"] as const;
const params = z.strictObject({ callId: id });

/** Supervising calls of other users. */
export const supervisionRoutes = {
  find: route({
    method: "GET",
    path: "/v4/call/:callId/supervision/",
    summary: "Get who supervises a call",
    description: "Empty when no user is on the call.",
    caller: "account",
    privilege: "call-supervise",
    params,
    item: supervision,
  }),
  save: route({
    method: "PUT",
    path: "/v4/call/:callId/supervision/",
    summary: "Listen to a call, whisper, join or leave",
    description:
      "Listen: you hear both sides, and no one hears you. Whisper: only the user hears you. Join: both hear you. Your browser or your own phone rings where sound travels. One supervisor at a time.",
    caller: "account",
    privilege: "call-supervise",
    params,
    body: z.strictObject({ action: z.enum(actions, { error: `action must be one of ${actions.join(", ")}` }) }),
    item: supervision,
  }),
};
