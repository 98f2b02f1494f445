import { liveListBody } from "@trunkline/contract/agents/livelist.ts";
import { routeDestination, routeTestBody } from "@trunkline/contract/routing/inboundRoute.ts";
import { ivr as ivrBody } from "@trunkline/contract/routing/ivr.ts";
import { whyNoRouteTag } from "@trunkline/contract/routing/routeTag.ts";
import { describeFailure, failingTests } from "@trunkline/workflow/inbound/askRoute.ts";
import { type CompiledRoute, compileRoute, withNames } from "@trunkline/workflow/inbound/compile.ts";
import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import type { Bundle } from "@trunkline/workflow/outbound/bundle.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { ivrNameOf } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { conflict, invalid, Problem } from "../../http/problem.ts";
import { insertLiveList, listLiveLists } from "../../store/agents/liveList.ts";
import {
  insertDestination,
  insertRouteTag,
  insertRouteTest,
  listDestinations,
  listRouteTags,
  saveDrawing,
} from "../../store/routing/inboundRoute.ts";
import { findIvr, insertIvr, listIvrs } from "../../store/routing/ivr.ts";
import { saveDraft } from "../../store/workflows/draft.ts";
import { drawingProblems, readDrawing } from "../routing/checkedDrawing.ts";
import { checkedIvr, isSameIvr } from "../routing/ivr.ts";
import { approvalNeeded } from "./approvalNeeded.ts";
import { mapTexts, replacing } from "./bundleIds.ts";
import { checkedPart } from "./bundleRcs.ts";
import { type BundleImport, lostNames, madeAs, mayDo, tell } from "./bundleReport.ts";

/** Names in use in the account during an import. */
interface Taken {
  tags: Set<string>;
  destinations: Set<string>;
}

/** Live lists by name, without their users. */
export async function importLiveLists(to: BundleImport): Promise<void> {
  const { q, call, bundle } = to;
  if (bundle.liveLists.length === 0) return;
  const there = new Set((await listLiveLists(q, call.account)).map(({ listName }) => listName));
  for (const [index, { name }] of bundle.liveLists.entries()) {
    checkedPart(liveListBody, { listName: name, clientIds: [] }, `body.liveLists.${index}`);
    const isThere = there.has(name);
    if (!isThere) await insertLiveList(q, call.account, name, []);
    tell(to, {
      kind: "liveList",
      name,
      id: name,
      ...(isThere ? { outcome: "same" } : { outcome: "new", note: "Has no users yet" }),
    });
  }
}

/** Imports inbound workflows with their menus. They have no numbers until the user chooses some. Returns their route tags. */
export async function importRoutes(to: BundleImport, lost: ReadonlyMap<string, string>): Promise<string[]> {
  const { q, call, bundle } = to;
  if (bundle.routes.length === 0 && bundle.ivrs.length === 0) return [];
  const taken: Taken = {
    // A menu answers under a tag with its name, which may not exist yet.
    tags: new Set([
      ...(await listRouteTags(q, call.account)).map(({ routeTag }) => routeTag),
      ...(await listIvrs(q, call.account)).map(({ ivrName }) => ivrName),
    ]),
    destinations: new Set((await listDestinations(q, call.account)).map(({ name }) => name)),
  };
  const menus = new Map<string, string>();
  for (const [index, one] of bundle.ivrs.entries()) {
    const [name, here] = await bringInIvr(to, one, { lost, taken, place: `body.ivrs.${index}` });
    menus.set(name, here);
  }
  const tags: string[] = [];
  for (const [index, one] of bundle.routes.entries())
    tags.push(await bringInRoute(to, one, { lost, taken, menus, place: `body.routes.${index}` }));
  return tags;
}

interface At {
  lost: ReadonlyMap<string, string>;
  taken: Taken;
  /** The position in the file. */
  place: string;
}

/** Imports one menu or uses an equal one. Returns its name in the file and in the account. */
async function bringInIvr(
  to: BundleImport,
  one: Bundle["ivrs"][number],
  at: At,
): Promise<[name: string, here: string]> {
  const { q, call } = to;
  const { ivr, rule } = mapTexts(one, replacing(to.ids, to.addresses));
  const body = checkedPart(ivrBody, { ...ivr, version: 0 }, `${at.place}.ivr`);
  const name = ivrNameOf(body.ivrName);
  const item = { kind: "ivr", name } as const;
  const known = await findIvr(q, call.account, name);
  if (known && isSameIvr({ ...known.ivr, version: 0 }, body)) {
    tell(to, { ...item, outcome: "same", id: name });
    return [name, name];
  }
  if (!mayDo(to, "ivr-admin")) {
    tell(to, { ...item, outcome: "left", note: "Not created: creating IVR menus needs the privilege ivr-admin" });
    return [name, name];
  }
  const here = freeTag(name, at.taken.tags);
  const isWhole = tellLost(to, name, one, at);
  if (isWhole) {
    const checked = await checkedIvr(q, call.account, { ...body, ivrName: here }).catch((error: unknown) =>
      tellProblems(to, name, error, at.place),
    );
    if (checked)
      made(
        await insertIvr(q, call.account, { ...checked, version: 0 }, call.actor.name),
        `an IVR menu named "${here}"`,
        `${at.place}.ivr`,
      );
  }
  if (rule !== null) {
    const isTagNew = await insertRouteTag(q, call.account, here, body.configurationOptions.description);
    made(isTagNew, `a route tag "${here}"`, `${at.place}.rule`);
    const renamed = { ...rule, name: `ivr-${here}`, routeTag: here } as unknown as RouteDestination;
    const own = { ...renamed, options: { ...renamed.options, ivr: here } };
    const checked = checkedPart(routeDestination, own, `${at.place}.rule`);
    const isNew = await insertDestination(q, call.account, checked, true);
    made(isNew, `a route destination named "${checked.name}"`, `${at.place}.rule`);
    noteCallback(to, here, checked);
    at.taken.destinations.add(own.name);
  }
  at.taken.tags.add(here);
  tell(to, { ...item, ...madeAs(name, here), id: here, note: "Has no number of its own yet" });
  return [name, here];
}

/** Imports one inbound workflow with its title, numbered if the title is used. Returns its route tag. */
async function bringInRoute(
  to: BundleImport,
  one: Bundle["routes"][number],
  at: At & { menus: ReadonlyMap<string, string> },
): Promise<string> {
  const { q, call } = to;
  const bad = whyNoRouteTag(one.routeTag);
  if (bad !== undefined) throw invalid(bad, `${at.place}.routeTag`);
  const title = one.routeTag.toLowerCase();
  const tag = freeTag(title, at.taken.tags);
  at.taken.tags.add(tag);
  tell(to, {
    kind: "inbound",
    name: title,
    ...madeAs(title, tag),
    id: tag,
    note: "Has no number yet. Choose its numbers in its start node",
  });
  tellLost(to, title, one, at);
  made(await insertRouteTag(q, call.account, tag, one.description), `a route tag "${tag}"`, `${at.place}.routeTag`);
  const { drawing, destinations } = mapTexts(one, replacing(to.ids, to.addresses));
  const names = new Map(destinations.map(({ name }) => [name, freeDestination(name, title, tag, at.taken)]));
  const mine = destinations.map((it) => {
    const destination = it as unknown as RouteDestination;
    const menu = at.menus.get(destination.options?.ivr ?? "");
    return {
      ...destination,
      name: names.get(it.name) ?? it.name,
      routeTag: tag,
      ...(menu === undefined ? {} : { options: { ...destination.options, ivr: menu } }),
    };
  });
  const insert = async (destination: RouteDestination, live: boolean) => {
    const checked = checkedPart(routeDestination, destination, `${at.place}.destinations`);
    if (zoneOf(checked.options.timezone) === undefined)
      throw invalid(`${checked.description || checked.name}: the time zone does not exist`, `${at.place}.destinations`);
    const isNew = await insertDestination(q, call.account, checked, live);
    made(isNew, `a route destination named "${checked.name}"`, `${at.place}.destinations`);
    noteCallback(to, tag, checked);
  };
  if (drawing === null) {
    if (to.asks && mine.length > 0)
      throw approvalNeeded(`"${title}" has destinations without a drawing. Ask a user who may approve to import it`);
    for (const destination of mine) await insert(destination, true);
  } else {
    const nodes = drawing.nodes.map((node) => drawnHere(node, names, at.menus));
    const graph = readInbound({ ...drawing, nodes });
    const compiled = compileRoute(graph, tag, mine);
    const drawn = drawingProblems(graph)?.messages;
    const problems = drawn ?? testProblems(graph, compiled, tag, one.tests);
    const where = `${at.place}.${drawn === undefined ? "tests" : "drawing"}`;
    for (const message of problems) to.report.problems.push({ workflow: title, nodeId: null, message, where });
    if (problems.length === 0 && to.asks) {
      const draft = JSON.stringify(writeInbound(graph));
      await saveDraft(q, call.account, call.actor.id, { kind: "inbound", workflow: tag }, { version: 0, draft });
    } else if (problems.length === 0) {
      for (const { destination } of compiled.destinations) await insert(destination, false);
      const names = compiled.destinations.map(({ destination }) => destination.name);
      const { workflow, timezone } = readDrawing(JSON.stringify(writeInbound(withNames(graph, compiled))));
      await saveDrawing(q, call.account, tag, { workflow, timezone, names }, call.actor.id);
    }
  }
  for (const [index, test] of one.tests.entries())
    await insertRouteTest(q, call.account, tag, checkedPart(routeTestBody, test, `${at.place}.tests.${index}`));
  return tag;
}

/** Runs the saved tests as every save does, because a failing one would block the next save. Malformed tests are refused when they are saved. */
function testProblems(
  graph: InboundGraph,
  { destinations }: CompiledRoute,
  routeTag: string,
  tests: readonly unknown[],
): string[] {
  const wellFormed = tests.flatMap((test, index) => {
    const read = routeTestBody.safeParse(test);
    return read.success ? [{ ...read.data, testId: String(index) }] : [];
  });
  const now = { routeTag, destinations: destinations.map(({ destination }) => destination) };
  return failingTests(withNames(graph, { destinations, removed: [] }), now, wellFormed).map(
    (one) => `A saved test fails. ${describeFailure(one)}`,
  );
}

/** Refuses the import if another one has created the object in the meantime. */
function made(isNew: boolean, thing: string, place: string): void {
  if (!isNew)
    throw conflict(
      `${thing.replace(/^an? /, "The ")} already exists. Remove it, or import the file again if it was created just now`,
      place,
      "name_taken",
    );
}

/** Reports each host that destinations notify once, because no page shows their callback URLs. */
function noteCallback(
  { report }: BundleImport,
  tag: string,
  { callbackUrl }: Pick<RouteDestination, "callbackUrl">,
): void {
  if (callbackUrl === "") return;
  const note = `"${tag}" notifies ${new URL(callbackUrl).host} about the texts and calls that it routes`;
  if (!report.notes.includes(note)) report.notes.push(note);
}

type DrawnNode = NonNullable<Bundle["routes"][number]["drawing"]>["nodes"][number];

/** A node with the imported names of its destination and menu. */
function drawnHere(node: DrawnNode, names: ReadonlyMap<string, string>, menus: ReadonlyMap<string, string>): DrawnNode {
  const { routeDest, formData, type } = node.data;
  const menu = type === "ivr" ? menus.get(String(formData?.["ivrName"])) : undefined;
  const named = routeDest === undefined ? undefined : names.get(routeDest);
  const { routeDest: _, ...rest } = node.data;
  return {
    ...node,
    data: {
      ...rest,
      ...(named === undefined ? {} : { routeDest: named }),
      ...(menu === undefined ? {} : { formData: { ...formData, ivrName: menu } }),
    },
  };
}

/** Reports missing workflows that it routes to. Returns whether there were none. */
function tellLost(to: BundleImport, workflow: string, one: object, { lost, place }: At): boolean {
  const names = lostNames(one, lost);
  for (const name of names)
    to.report.problems.push({
      workflow,
      nodeId: null,
      where: place,
      message: `The workflow "${name}" is not in this account. Choose another workflow, or export both together`,
    });
  return names.length === 0;
}

function tellProblems(to: BundleImport, workflow: string, error: unknown, place: string): void {
  if (!(error instanceof Problem)) throw error;
  for (const { message, where = "body" } of error.errors)
    to.report.problems.push({ workflow, nodeId: null, message, where: where.replace(/^body/, `${place}.ivr`) });
}

/** An unused route tag. Tags cannot contain brackets. */
function freeTag(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++) {
    const free = `${name.slice(0, 68)}-${count}`;
    if (!taken.has(free)) return free;
  }
}

/** A destination's name with the new title. Names are unique in an account. */
function freeDestination(name: string, title: string, tag: string, { destinations }: Taken): string {
  const wanted = name.includes(title) ? name.replace(title, () => tag) : name;
  let free = wanted;
  for (let count = 2; destinations.has(free); count++) free = `${wanted.slice(0, 190)}_${count}`;
  destinations.add(free);
  return free;
}
