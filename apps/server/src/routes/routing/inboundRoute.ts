import {
  noRouteTest,
  type RouteDestination,
  type RouteTag,
  routeDestinationRoutes,
  routeTagRoutes,
  routeTestRoutes,
  terminalDestTypes,
} from "@trunkline/contract/routing/inboundRoute.ts";
import { routeTagOf } from "@trunkline/contract/routing/routeTag.ts";
import { mostRouteTests } from "@trunkline/workflow/inbound/askRoute.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, Problem } from "../../http/problem.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  findDestination,
  insertDestination,
  insertRouteTag,
  insertRouteTest,
  listDestinations,
  listRouteTags,
  listRouteTests,
  putRouteNumbers,
  type RouteTagRow,
  removeDestination,
  removeRouteTag,
  removeRouteTest,
  updateDestination,
} from "../../store/routing/inboundRoute.ts";
import { checkFields, checkRules } from "./checkedDestination.ts";
import { found, isWorkflow, knownTag, lockTag, refuseRoute } from "./lockTag.ts";
import { checkRouteNumbers } from "./routeNumbers.ts";

/** Route tags, their destinations and tests (spec 1 §7). */
export function registerInboundRoute(api: Api): void {
  registerTags(api);
  registerDestinations(api);
  registerTests(api);
}

function registerTags(api: Api): void {
  handle(api, routeTagRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listRouteTags(q, account)).map(show)),
  );
  handle(api, routeTagRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => [show(await knownTag(q, account, params.routeTag))]),
  );
  handle(api, routeTagRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { routeTag, description } = call.body;
      if (!(await insertRouteTag(q, call.account, routeTag, description)))
        throw conflict("Route Tag already exists. Please use a different name.", "body.routeTag", "name_taken");
      await audit(q, call, "route.create", routeTag, { description });
      return [show(await knownTag(q, call.account, routeTag))];
    }),
  );
  handle(api, routeTagRoutes.assign, (call) =>
    call.db.tx([call.account], async (q) => {
      const before = await lockTag(q, call, call.params.routeTag);
      const { routeTag } = before;
      if (isWorkflow(before)) await refuseRoute(q, call, routeTag);
      const wanted = await checkRouteNumbers(q, call.account, routeTag, call.body);
      await putRouteNumbers(q, call.account, routeTag, wanted);
      const after = await knownTag(q, call.account, routeTag);
      await auditChange(q, call, "route.numbers", routeTag, { before: listed(before), after: listed(after) });
      return [show(after)];
    }),
  );
  handle(api, routeTagRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const tag = await lockTag(q, call, call.params.routeTag);
      const { routeTag, numbers, numberSets, destinations } = tag;
      if (call.query.forceDelete !== "true" && numbers.length + numberSets.length + destinations > 0)
        throw conflict(
          `"${routeTag}" has numbers or destinations. Remove them first, or set forceDelete=true`,
          "query.forceDelete",
          "route_in_use",
        );
      await removeRouteTag(q, call.account, routeTag);
      await audit(q, call, "route.delete", routeTag, { numbers, numberSets: numberSets.map(({ name }) => name) });
      return [{ id: routeTag }];
    }),
  );
}

function registerDestinations(api: Api): void {
  handle(api, routeDestinationRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => (await listDestinations(q, account, query)).map(({ definition }) => definition)),
  );
  handle(api, routeDestinationRoutes.ofTag, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const { routeTag } = await knownTag(q, account, routeTagOf(params.name));
      return (await listDestinations(q, account, { routeTag })).map(({ definition }) => definition);
    }),
  );
  for (const [route, terminal] of [
    [routeDestinationRoutes.create, false],
    [routeDestinationRoutes.createTerminal, true],
  ] as const)
    handle(api, route, (call) =>
      call.db.tx([call.account], async (q) => {
        const { body } = call;
        const { version } = await checkDestination(q, call, body, terminal);
        if (!(await insertDestination(q, call.account, body, version === 0)))
          throw conflict(`A route destination named "${body.name}" already exists`, "body.name", "name_taken");
        await audit(q, call, "destination.create", body.name, aboutDestination(body));
        return [body];
      }),
    );
  handle(api, routeDestinationRoutes.update, (call) => changeDestination(call, call.params.name, false));
  handle(api, routeDestinationRoutes.updateTerminal, (call) => changeDestination(call, call.body.name, true));
  handle(api, routeDestinationRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const row = await found(findDestination(q, call.account, call.params.name), "route destination");
      const tag = await lockTag(q, call, row.routeTag);
      if (isWorkflow(tag)) await refuseRoute(q, call, row.routeTag);
      await removeDestination(q, call.account, row.name);
      await audit(q, call, "destination.delete", row.name, { routeTag: row.routeTag });
      return [{ id: row.name }];
    }),
  );
}

/** A tag's numbers and destinations for the audit log. */
const listed = ({ numbers, numberSets }: RouteTagRow) => ({ numbers, numberSets: numberSets.map(({ name }) => name) });

const aboutDestination = ({ routeTag, srcType, destType, priority }: RouteDestination) => ({
  routeTag,
  srcType,
  destType,
  priority,
});

type DestinationCall = Pick<Call, "account" | "actor" | "db"> & { body: RouteDestination };

function changeDestination(call: DestinationCall, name: string, terminal: boolean): Promise<RouteDestination[]> {
  return call.db.tx([call.account], async (q) => {
    const { body } = call;
    const row = await found(findDestination(q, call.account, name), "route destination");
    if (body.name !== row.name) throw invalid(`The name of "${row.name}" cannot be changed`, "body.name");
    if (body.routeTag !== row.routeTag)
      throw invalid(`"${row.name}" belongs to the route tag "${row.routeTag}"`, "body.routeTag");
    const { version } = await checkDestination(q, call, body, terminal);
    await updateDestination(q, call.account, body, version === 0);
    await auditChange(q, call, "destination.update", body.name, {
      about: { routeTag: row.routeTag },
      before: row.definition,
      after: body,
    });
    return [body];
  });
}

/** Whether a destination leads to the IVR menu of its own tag, which is no workflow. */
const isIvrRule = ({ name, routeTag, destType }: RouteDestination): boolean =>
  destType === "ivr" && name === `ivr-${routeTag}`;

/** Validates a destination against the account: its tag, endpoint, time zone and rules. */
async function checkDestination(
  q: Query,
  call: Pick<Call, "account" | "actor">,
  body: RouteDestination,
  terminal: boolean,
): Promise<RouteTagRow> {
  const { destType } = body;
  if (terminalDestTypes.includes(destType) !== terminal)
    throw invalid(
      `${destType} is ${terminal ? "not " : ""}a terminal kind. Send it to /v4/route/${terminal ? "" : "terminal/"}`,
      "body.destType",
    );
  checkRules(body);
  const held = await lockTag(q, call, body.routeTag);
  if (isWorkflow(held) || !isIvrRule(body)) await refuseRoute(q, call, held.routeTag);
  checkFields(body);
  return held;
}

function registerTests(api: Api): void {
  handle(api, routeTestRoutes.list, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const { routeTag } = await knownTag(q, account, params.routeTag);
      return listRouteTests(q, account, routeTag);
    }),
  );
  handle(api, routeTestRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { routeTag } = await lockTag(q, call, call.params.routeTag);
      const kept = (await listRouteTests(q, call.account, routeTag)).length;
      if (kept >= mostRouteTests)
        throw conflict(
          `"${routeTag}" has ${kept} tests, which is the limit. Remove one first`,
          "params.routeTag",
          "too_many_tests",
        );
      const testId = await insertRouteTest(q, call.account, routeTag, call.body);
      await audit(q, call, "routeTest.create", routeTag, { testId });
      return [{ ...call.body, testId }];
    }),
  );
  handle(api, routeTestRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { routeTag } = await lockTag(q, call, call.params.routeTag);
      const { testId } = call.body;
      if (!(await removeRouteTest(q, call.account, routeTag, testId)))
        throw new Problem(404, { code: noRouteTest, message: "Route test not found", where: "body.testId" });
      await audit(q, call, "routeTest.delete", routeTag, { testId });
      return [{ id: testId }];
    }),
  );
}

const show = ({ routeTag, description, created, version, numberSets, numbers, ivr, tags }: RouteTagRow): RouteTag => ({
  routeTag,
  description,
  created: created.toISOString(),
  numberRouteTags: numberSets,
  numbers,
  workflowUIVersion: version,
  ivr,
  tags,
});
