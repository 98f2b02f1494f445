import { type SavedInbound, savedInbound } from "@trunkline/workflow/inbound/saved.ts";
import type { Bundle } from "@trunkline/workflow/outbound/bundle.ts";
import { bundledIvr } from "@trunkline/workflow/outbound/bundleParts.ts";
import { listLiveLists } from "../../store/agents/liveList.ts";
import type { Query } from "../../store/database.ts";
import {
  type DestinationRow,
  findDrawing,
  listDestinations,
  listRouteTests,
  type RouteTagRow,
} from "../../store/routing/inboundRoute.ts";
import { findIvr } from "../../store/routing/ivr.ts";

/** The export of inbound workflows, with only the names of work groups. */
export type BundledRoutes = Pick<Bundle, "routes" | "ivrs" | "liveLists"> & { groups: string[] };

/** Inbound workflows with the menus, live lists and work groups that they route to. */
export async function listBundledRoutes(
  q: Query,
  account: string,
  tags: readonly RouteTagRow[],
): Promise<BundledRoutes> {
  if (tags.length === 0) return { routes: [], ivrs: [], liveLists: [], groups: [] };
  const all = Map.groupBy(await listDestinations(q, account), ({ routeTag }) => routeTag);
  const routes: Bundle["routes"] = [];
  const routed: DestinationRow[] = [];
  for (const { routeTag, description } of tags.toSorted((a, b) => (a.routeTag < b.routeTag ? -1 : 1))) {
    const destinations = all.get(routeTag) ?? [];
    routed.push(...destinations);
    routes.push({
      routeTag,
      description,
      drawing: drawingOf((await findDrawing(q, account, routeTag))?.workflow ?? null),
      destinations: destinations.map(({ definition }) => definition),
      tests: (await listRouteTests(q, account, routeTag)).map(({ testId: _, ...test }) => test),
    });
  }
  const targets = (destType: string, of: (row: DestinationRow["definition"]) => string | undefined) =>
    namesOf(routed.flatMap(({ definition }) => (definition.destType === destType ? [of(definition)] : [])));
  const ivrs: Bundle["ivrs"] = [];
  for (const name of targets("ivr", ({ options }) => options.ivr)) {
    const found = await findIvr(q, account, name);
    // A deleted one does not work here either.
    if (found === null) continue;
    const rule = all.get(name)?.find((row) => row.definition.destType === "ivr")?.definition ?? null;
    ivrs.push({ ivr: bundledIvr.shape.ivr.parse({ ...found.ivr, version: 0 }), rule });
  }
  const pickedUp = ivrs.flatMap(({ ivr }) => livelistsOf(ivr));
  const wanted = new Set([...targets("live-list", ({ dest }) => dest), ...pickedUp]);
  const lists = (await listLiveLists(q, account)).filter(({ listName }) => wanted.has(listName));
  return {
    routes,
    ivrs,
    liveLists: lists.map(({ listName }) => ({ name: listName })),
    groups: targets("workgroup", ({ dest }) => dest),
  };
}

const namesOf = (names: readonly (string | undefined)[]): string[] =>
  [...new Set(names.flatMap((name) => (name ? [name] : [])))].sort();

/** The live lists of a menu's options. */
const livelistsOf = (ivr: object): string[] => {
  const { menus = [] } = ivr as { menus?: { options: { actions: { type: string; value: string }[] }[] }[] };
  return menus.flatMap(({ options }) =>
    options.flatMap(({ actions }) => actions.filter(({ type }) => type === "livelist").map(({ value }) => value)),
  );
};

/** A drawing without the numbers of its start node, which belong to its account. */
function drawingOf(text: string | null): SavedInbound | null {
  if (text === null) return null;
  const value: unknown = JSON.parse(text);
  const read = savedInbound.safeParse(value);
  const drawing = read.success ? read.data : (value as SavedInbound);
  return {
    ...drawing,
    nodes: drawing.nodes.map((node) =>
      node.type === "start"
        ? {
            ...node,
            data: {
              ...node.data,
              formData: { ...node.data.formData, selectedNumber: [], selectedNumberSet: [] },
            },
          }
        : node,
    ),
  };
}
