import {
  inboundWorkflowRoutes,
  type RouteDestination as StoredDestination,
} from "@trunkline/contract/routing/inboundRoute.ts";
import { compileRoute, sameRoute, withNames } from "@trunkline/workflow/inbound/compile.ts";
import { type RouteDestination, routeDestination } from "@trunkline/workflow/inbound/route.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import { z } from "zod";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  findDrawing,
  insertDestination,
  listDestinations,
  listDrawings,
  listRouteTests,
  listVersionDestinations,
  putRouteNumbers,
  type RouteTagRow,
  saveDrawing,
  updateDestination,
} from "../../store/routing/inboundRoute.ts";
import { labelVersion } from "../workflows/labelVersion.ts";
import { refuseLate, versionsPage } from "../workflows/newerVersion.ts";
import { checkDrawnDestination } from "./checkedDestination.ts";
import { checkDrawing, checkedDestinations, checkRouteTests, readDrawing } from "./checkedDrawing.ts";
import { found, knownTag, lockTag, refuseRoute } from "./lockTag.ts";
import { checkRouteNumbers } from "./routeNumbers.ts";

/** Drawings of inbound workflows and their versions (spec 1 §7). */
export function registerInboundDrawing(api: Api): void {
  handle(api, inboundWorkflowRoutes.find, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      const { routeTag } = await tagOf(q, account, params);
      const saved = await findDrawing(q, account, routeTag, query.version);
      if (saved === null && query.version !== undefined) throw notFound("version of this workflow");
      return saved === null ? [] : [show(account, routeTag, saved)];
    }),
  );
  handle(api, inboundWorkflowRoutes.versions, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      const { routeTag } = await tagOf(q, account, params);
      const { limit, cursor } = query;
      return versionsPage(await listDrawings(q, account, routeTag, { limit, before: cursor }), limit);
    }),
  );
  handle(api, inboundWorkflowRoutes.label, (call) =>
    call.db.tx([call.account], async (q) => {
      const { routeTag } = await tagOf(q, call.account, call.params);
      return labelVersion(q, call, { kind: "inbound", workflow: routeTag }, () =>
        listDrawings(q, call.account, routeTag, { limit: 1, before: call.params.version + 1 }),
      );
    }),
  );
  for (const [route, isFirst] of [
    [inboundWorkflowRoutes.create, true],
    [inboundWorkflowRoutes.update, false],
  ] as const)
    handle(api, route, (call) =>
      call.db.tx([call.account], async (q) => {
        const { account, body } = call;
        if (body.accountSid !== account) throw notFound("route tag");
        const { routeTag, version } = await lockTag(q, call, body.routeTag);
        // Checked first: a save in the meantime must be reviewed before the next one, whether POST or PUT.
        refuseLate(version, body.basedOn);
        if (isFirst && version > 0)
          throw conflict(`The drawing of "${routeTag}" already exists. Use PUT`, "body.routeTag", "already_saved");
        if (!isFirst && version === 0)
          throw conflict(`The drawing of "${routeTag}" does not exist yet. Use POST`, "body.routeTag", "never_saved");
        await refuseRoute(q, call, routeTag);
        await save(q, account, {
          routeTag,
          workflow: body.workflow,
          stored: await listStored(q, account, routeTag),
          author: call.actor.id,
        });
        await audit(q, call, "route.save", routeTag, { version: version + 1 });
        return [show(account, routeTag, { workflow: body.workflow, version: version + 1 })];
      }),
    );
  registerRestore(api);
}

/** An earlier version becomes the newest one. */
function registerRestore(api: Api): void {
  handle(api, inboundWorkflowRoutes.restore, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, params, body } = call;
      if (params.accountSid !== account) throw notFound("route tag");
      const { routeTag, version } = await lockTag(q, call, params.routeTag);
      refuseLate(version, body.basedOn);
      const old = await found(findDrawing(q, account, routeTag, params.version), "version of this workflow");
      await refuseRoute(q, call, routeTag);
      const earlier = (await listVersionDestinations(q, account, routeTag, old.version)).map((one) =>
        routeDestination.parse(one),
      );
      const made = await writeDestinations(q, account, routeTag, {
        workflow: old.workflow,
        earlier,
        place: "params.version",
      });
      await save(q, account, { routeTag, ...made, author: call.actor.id });
      await audit(q, call, "route.restore", routeTag, { version: version + 1, from: params.version });
      return [show(account, routeTag, { workflow: made.workflow, version: version + 1 })];
    }),
  );
}

/** Checks a drawing like a save, whose destinations and numbers are not stored yet. Returns the numbers of its start node. */
export async function checkRoute(
  q: Query,
  account: string,
  routeTag: string,
  workflow: string,
): Promise<{ phones: string[]; numberSetIds: string[] }> {
  const read = readDrawing(workflow);
  checkDrawing(read);
  const compiled = compileRoute(read.graph, routeTag, await listStored(q, account, routeTag));
  for (const { destination, node } of compiled.destinations) checkDrawnDestination(node, destination);
  checkRouteTests(
    { ...read, graph: withNames(read.graph, compiled) },
    routeTag,
    compiled.destinations.map(({ destination }) => destination),
    await listRouteTests(q, account, routeTag),
  );
  const numbers = startNumbers.safeParse(read.graph.nodes.get("start")?.form ?? {});
  if (!numbers.success) throw invalid("The numbers of the start node must be lists", "body.workflow start");
  return checkRouteNumbers(q, account, routeTag, numbers.data);
}

const startNumbers = z
  .object({
    selectedNumber: z.array(z.string().max(40)).max(10_000).default([]),
    selectedNumberSet: z.array(z.uuid()).max(1000).default([]),
  })
  .transform(({ selectedNumber: numbers, selectedNumberSet: numberSetIds }) => ({ numbers, numberSetIds }));

/** Checks and publishes an approved drawing with its numbers and destinations in the author's name. Returns its version. */
export async function publishRoute(
  q: Query,
  by: Pick<Call, "account" | "actor">,
  { routeTag, version }: RouteTagRow,
  { workflow, author }: { workflow: string; author: string },
): Promise<number> {
  const { account } = by;
  await putRouteNumbers(q, account, routeTag, await checkRoute(q, account, routeTag, workflow));
  const made = await writeDestinations(q, account, routeTag, { workflow, earlier: [], place: "params.approvalId" });
  await save(q, account, { routeTag, ...made, author });
  await audit(q, by, "route.save", routeTag, { version: version + 1 });
  return version + 1;
}

/** A drawing with its stored destinations. */
interface Drawn {
  workflow: string;
  stored: readonly RouteDestination[];
}

/** Saves a drawing whose destinations are stored and whose tests pass, and makes it active (spec 1 §4.4). */
async function save(
  q: Query,
  account: string,
  { routeTag, workflow, stored, author }: Drawn & { routeTag: string; author: string },
): Promise<void> {
  const read = readDrawing(workflow);
  checkDrawing(read);
  const names = checkedDestinations(read, routeTag, stored);
  checkRouteTests(read, routeTag, stored, await listRouteTests(q, account, routeTag));
  await saveDrawing(q, account, routeTag, { ...read, names }, author);
}

/**
 * Writes the destinations of a drawing, as the designer does before saving, and returns the drawing with their current names. `earlier` are those of an older version, which has fields that only the API can set.
 */
async function writeDestinations(
  q: Query,
  account: string,
  routeTag: string,
  { workflow, earlier, place }: { workflow: string; earlier: readonly RouteDestination[]; place: string },
): Promise<Drawn> {
  const { graph } = readDrawing(workflow);
  const now = byName(await listStored(q, account, routeTag));
  const compiled = compileRoute(graph, routeTag, [...new Map([...now, ...byName(earlier)]).values()]);
  for (const { destination } of compiled.destinations) {
    // In the form of the endpoints that write it.
    const body = destination as StoredDestination;
    const stored = now.get(body.name);
    if (stored !== undefined && !sameRoute(stored, destination)) await updateDestination(q, account, body, false);
    if (stored === undefined && !(await insertDestination(q, account, body, false)))
      throw conflict(`A route destination named "${body.name}" already exists`, place, "name_taken");
  }
  return {
    workflow: JSON.stringify(writeInbound(withNames(graph, compiled))),
    stored: await listStored(q, account, routeTag),
  };
}

const byName = (destinations: readonly RouteDestination[]): Map<string, RouteDestination> =>
  new Map(destinations.map((destination) => [destination.name, destination]));

/** The stored route of a tag for the designer. */
const listStored = async (q: Query, account: string, routeTag: string): Promise<RouteDestination[]> =>
  (await listDestinations(q, account, { routeTag })).map(({ definition }) => routeDestination.parse(definition));

async function tagOf(q: Query, account: string, params: { accountSid: string; routeTag: string }) {
  if (params.accountSid !== account) throw notFound("route tag");
  return knownTag(q, account, params.routeTag);
}

const show = (accountSid: string, routeTag: string, saved: { workflow: string; version: number }) => ({
  routeTag,
  accountSid,
  workflow: saved.workflow,
  workflowUIVersion: saved.version,
});
