import { z } from "zod";

/** What counts as success of a workflow: a reply, a click on a short link, a call answered by a person, or a field's value. */
const goalKinds = ["reply", "click", "call", "field"] as const;

/** The longest window of a goal: 90 days. */
const mostHours = 2_160;

/** A goal as a bundle has it. `field` and `value` belong to the kind `field`. */
export const goalSchema = z
  .object({
    kind: z.enum(goalKinds),
    /** Hours after a contact's start in which it counts. */
    windowHours: z.int().min(1).max(mostHours),
    field: z.string().trim().min(1).max(100).optional(),
    value: z.string().trim().min(1).max(1_000).optional(),
  })
  .refine(({ kind, field, value }) => kind !== "field" || (field !== undefined && value !== undefined), {
    error: "must name a field and its value",
  });
export type Goal = z.infer<typeof goalSchema>;

/** What is measured where a workflow has no goal: replies within seven days. */
export const noGoal: Goal = { kind: "reply", windowHours: 168 };

const windows = new Map([
  [1, "1 hour"],
  [24, "1 day"],
  [72, "3 days"],
  [168, "7 days"],
  [336, "14 days"],
  [720, "30 days"],
  [mostHours, "90 days"],
]);

/** The windows that the form offers, by their hours. */
export const goalWindows = [...windows].map(([value, label]) => ({ value, label }));

const describeWindow = (hours: number): string =>
  windows.get(hours) ?? (hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`);

/** A goal as text, such as `Reply within 7 days`. */
export function describeGoal({ kind, windowHours, field = "", value = "" }: Goal): string {
  const what = {
    reply: "Reply",
    click: "Click on a link",
    call: "Call answered by a person",
    field: `${field} is ${value}`,
  }[kind];
  return `${what} within ${describeWindow(windowHours)}`;
}
