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
import { drawingProblems, readDrawing } from "../routing/checkedDrawing.ts";
import { checkedIvr, isSameIvr } from "../routing/ivr.ts";
import { mapTexts, replacing } from "./bundleIds.ts";
import { checkedPart } from "./bundleRcs.ts";
import { type BundleImport, lostNames, madeAs, mayDo, tell } from "./bundleReport.ts";

/** What is taken in the account while a file comes in. */
interface Taken {
  tags: Set<string>;
  destinations: Set<string>;
}

/** Live lists by name: they come without the people in them. */
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
      ...(isThere ? { outcome: "same" } : { outcome: "new", note: "Nobody is in it yet" }),
    });
  }
}

/** Inbound workflows with the menus that they lead callers to. They answer no number until one is chosen for them. Answers their route tags. */
export async function importRoutes(to: BundleImport, lost: ReadonlyMap<string, string>): Promise<string[]> {
  const { q, call, bundle } = to;
  if (bundle.routes.length === 0 && bundle.ivrs.length === 0) return [];
  const taken: Taken = {
    // a menu answers under a tag of its own name, which may not have been made yet
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
  /** Where it stands in the file. */
  place: string;
}

/** One menu; an equal one is used. Answers its name in the file and here. */
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
    tell(to, { ...item, outcome: "left", note: "Making IVR menus needs the privilege ivr-admin" });
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
    tellOfCallback(to, here, checked);
    at.taken.destinations.add(own.name);
  }
  at.taken.tags.add(here);
  tell(to, { ...item, ...madeAs(name, here), id: here, note: "It answers no number of its own yet" });
  return [name, here];
}

/** One inbound workflow under its own title, or one with a number behind it. Answers its route tag. */
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
    note: "It answers no number yet: choose its numbers in its start node",
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
    tellOfCallback(to, tag, checked);
  };
  if (drawing === null) for (const destination of mine) await insert(destination, true);
  else {
    const nodes = drawing.nodes.map((node) => drawnHere(node, names, at.menus));
    const graph = readInbound({ ...drawing, nodes });
    const compiled = compileRoute(graph, tag, mine);
    const drawn = drawingProblems(graph)?.messages;
    const problems = drawn ?? testProblems(graph, compiled, tag, one.tests);
    const where = `${at.place}.${drawn === undefined ? "tests" : "drawing"}`;
    for (const message of problems) to.report.problems.push({ workflow: title, nodeId: null, message, where });
    if (problems.length === 0) {
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

/** Kept tests run here as they do on every save: one that fails would refuse the next one. Ill-formed ones are refused when they are kept. */
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
    (one) => `The kept test fails. ${describeFailure(one)}`,
  );
}

/** Whether it was free until now: what another import made meanwhile is not written over, and nothing of this file comes in. */
function made(isNew: boolean, thing: string, place: string): void {
  if (!isNew)
    throw conflict(
      `There is ${thing} already: remove it, or import the file again if it was made just now`,
      place,
      "name_taken",
    );
}

/** No page shows whom a destination tells of what it leads; the report does, each host once. */
function tellOfCallback(
  { report }: BundleImport,
  tag: string,
  { callbackUrl }: Pick<RouteDestination, "callbackUrl">,
): void {
  if (callbackUrl === "") return;
  const note = `"${tag}" tells ${new URL(callbackUrl).host} of the texts and calls that it leads`;
  if (!report.notes.includes(note)) report.notes.push(note);
}

type DrawnNode = NonNullable<Bundle["routes"][number]["drawing"]>["nodes"][number];

/** A node with the names that its destination and its menu have here. */
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

/** Workflows that it leads to and that are nowhere; whether there were none. */
function tellLost(to: BundleImport, workflow: string, one: object, { lost, place }: At): boolean {
  const names = lostNames(one, lost);
  for (const name of names)
    to.report.problems.push({
      workflow,
      nodeId: null,
      where: place,
      message: `The workflow "${name}" is not in this account. Choose another one, or export both together`,
    });
  return names.length === 0;
}

function tellProblems(to: BundleImport, workflow: string, error: unknown, place: string): void {
  if (!(error instanceof Problem)) throw error;
  for (const { message, where = "body" } of error.errors)
    to.report.problems.push({ workflow, nodeId: null, message, where: where.replace(/^body/, `${place}.ivr`) });
}

/** A route tag that is free: brackets are none of its letters. */
function freeTag(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++) {
    const free = `${name.slice(0, 68)}-${count}`;
    if (!taken.has(free)) return free;
  }
}

/** A destination's name with the new title in it; every name stands once in an account. */
function freeDestination(name: string, title: string, tag: string, { destinations }: Taken): string {
  const wanted = name.includes(title) ? name.replace(title, () => tag) : name;
  let free = wanted;
  for (let count = 2; destinations.has(free); count++) free = `${wanted.slice(0, 190)}_${count}`;
  destinations.add(free);
  return free;
}
