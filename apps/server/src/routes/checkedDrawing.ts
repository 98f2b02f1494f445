import { zoneOf } from "@trunkline/workflow/parts/timezones.ts";
import { z } from "zod";
import { invalid } from "../http/problem.ts";

const drawing = z.looseObject({
  nodes: z.array(
    z.looseObject({
      id: z.string(),
      type: z.string(),
      data: z.looseObject({ routeDest: z.string().optional(), formData: z.looseObject({}).optional() }).optional(),
    }),
  ),
  edges: z.array(z.looseObject({ source: z.string(), target: z.string() })),
});

/** A drawing that can be saved: it is one, and the destinations that its nodes name are there. Answers them, and the zone of its start. */
export function checkedDrawing(
  workflow: string,
  known: ReadonlySet<string>,
): { workflow: string; timezone: number; names: string[] } {
  const { nodes } = parse(workflow);
  const names = nodes.flatMap(({ data }) => (data?.routeDest === undefined ? [] : [data.routeDest]));
  const missing = names.find((name) => !known.has(name));
  if (missing !== undefined)
    throw invalid(
      `The drawing names the destination "${missing}", which is not there: make it by POST /v4/route/ first`,
      "body.workflow",
      "no_destination",
    );
  const zone = Number(nodes.find(({ type }) => type === "start")?.data?.formData?.["globalTimezone"] ?? 0);
  if (zoneOf(zone) === undefined)
    throw invalid("The start node's time zone does not exist. Choose one of GET /v4/timezone/.", "body.workflow");
  return { workflow, timezone: zone, names };
}

function parse(workflow: string): z.infer<typeof drawing> {
  let value: unknown;
  try {
    value = JSON.parse(workflow);
  } catch {
    throw invalid("workflow must be the workflow as JSON text", "body.workflow");
  }
  const read = drawing.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw invalid(`workflow.${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is wrong"}`, "body.workflow");
}
