import {
  inboundWorkflowRoutes,
  type RouteDestination as StoredDestination,
} from "@trunkline/contract/routing/inboundRoute.ts";
import { compileRoute, sameRoute, withNames } from "@trunkline/workflow/inbound/compile.ts";
import { type RouteDestination, routeDestination } from "@trunkline/workflow/inbound/route.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  findDrawing,
  insertDestination,
  listDestinations,
  listDrawings,
  listRouteTests,
  listVersionDestinations,
  saveDrawing,
  updateDestination,
} from "../../store/routing/inboundRoute.ts";
import { refuseLate, versionsPage } from "../workflows/newerVersion.ts";
import { checkDrawing, checkedDestinations, checkRouteTests, readDrawing } from "./checkedDrawing.ts";
import { found, knownTag, lockTag } from "./lockTag.ts";

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
        await save(q, call, { routeTag, workflow: body.workflow, stored: await listStored(q, account, routeTag) });
        await audit(q, call, "route.save", routeTag, { version: version + 1 });
        return [show(account, routeTag, { workflow: body.workflow, version: version + 1 })];
      }),
    );
  handle(api, inboundWorkflowRoutes.restore, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, params, body } = call;
      if (params.accountSid !== account) throw notFound("route tag");
      const { routeTag, version } = await lockTag(q, call, params.routeTag);
      refuseLate(version, body.basedOn);
      const old = await found(findDrawing(q, account, routeTag, params.version), "version of this workflow");
      const made = await writeDestinations(q, account, routeTag, old);
      await save(q, call, { routeTag, ...made });
      await audit(q, call, "route.restore", routeTag, { version: version + 1, from: params.version });
      return [show(account, routeTag, { workflow: made.workflow, version: version + 1 })];
    }),
  );
}

/** A drawing with its stored destinations. */
interface Drawn {
  workflow: string;
  stored: readonly RouteDestination[];
}

/** Saves a drawing whose destinations are stored and whose tests pass, and makes it active (spec 1 §4.4). */
async function save(
  q: Query,
  { account, actor }: Pick<Call, "account" | "actor">,
  { routeTag, workflow, stored }: Drawn & { routeTag: string },
): Promise<void> {
  const read = readDrawing(workflow);
  checkDrawing(read);
  const names = checkedDestinations(read, routeTag, stored);
  checkRouteTests(read, routeTag, stored, await listRouteTests(q, account, routeTag));
  await saveDrawing(q, account, routeTag, { ...read, names }, actor.id);
}

/**
 * Writes the destinations of an older drawing, as the designer does before saving, and returns the drawing with their current names. Fields that only the API can set are restored from the version.
 */
async function writeDestinations(
  q: Query,
  account: string,
  routeTag: string,
  old: { workflow: string; version: number },
): Promise<Drawn> {
  const { graph } = readDrawing(old.workflow);
  const now = byName(await listStored(q, account, routeTag));
  const then = (await listVersionDestinations(q, account, routeTag, old.version)).map((one) =>
    routeDestination.parse(one),
  );
  const compiled = compileRoute(graph, routeTag, [...new Map([...now, ...byName(then)]).values()]);
  for (const { destination } of compiled.destinations) {
    // In the form of the endpoints that write it.
    const body = destination as StoredDestination;
    const stored = now.get(body.name);
    if (stored !== undefined && !sameRoute(stored, destination)) await updateDestination(q, account, body, false);
    if (stored === undefined && !(await insertDestination(q, account, body, false)))
      throw conflict(`A route destination named "${body.name}" already exists`, "params.version", "name_taken");
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
