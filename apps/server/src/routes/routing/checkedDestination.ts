import { type RouteDestination, routeDestination } from "@trunkline/contract/routing/inboundRoute.ts";
import { routeDestination as asRouted, type RouteDestination as Routed } from "@trunkline/workflow/inbound/route.ts";
import { ruleProblem } from "@trunkline/workflow/inbound/ruleProblem.ts";
import { wireIssues } from "@trunkline/workflow/inbound/wireIssues.ts";
import { plainErrors, sayOf } from "@trunkline/workflow/parts/text/plainErrors.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { invalid, Problem } from "../../http/problem.ts";
import { readPart } from "../../http/validate.ts";

/** Checks the destination that a node of an inbound drawing becomes, as the endpoints that write destinations do. */
export function checkDrawnDestination(node: string, drawn: Routed): void {
  const place = `body.workflow ${node}`;
  const read = routeDestination.safeParse(drawn, { error: plainErrors });
  if (!read.success)
    throw new Problem(
      400,
      read.error.issues.map(({ path, message }) => ({
        code: "invalid_workflow",
        message: sayOf(path.join(".") || "It", message),
        where: [place, ...path.map(String)].join("."),
      })),
    );
  checkRules(read.data, place);
  checkFields(read.data, place);
}

/** Refuses a destination with an unknown time zone or rules that cannot be evaluated. */
export function checkRules({ options, ruleDTO }: RouteDestination, place = "body"): void {
  if (zoneOf(options.timezone) === undefined)
    throw invalid(
      "This time zone does not exist. GET /v4/timezone/ lists all time zones.",
      `${place}.options.timezone`,
    );
  for (const list of ["and", "or"] as const)
    for (const [index, rule] of ruleDTO[list].entries()) {
      const problem = ruleProblem(rule);
      if (problem !== undefined) throw invalid(problem.message, `${place}.ruleDTO.${list}[${index}].${problem.field}`);
    }
}

/** Refuses a destination whose fields do not fit its type. */
export function checkFields(destination: RouteDestination, place = "body"): void {
  const issues = wireIssues(readPart(asRouted, destination, "body") as Routed);
  if (issues.length > 0)
    throw new Problem(
      400,
      issues.map(({ field, message }) => ({ code: "invalid", message, where: `${place}.${field}` })),
    );
}
