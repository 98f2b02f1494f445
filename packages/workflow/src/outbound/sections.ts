import { withoutNodes } from "./commands.ts";
import { type Graph, mainSection, newSectionStart, type PaletteEntry } from "./graph.ts";
import type { KindName } from "./kinds/index.ts";
import type { Draft as SectionDraft } from "./kinds/section/design.ts";
import { kindNamed, kindNames } from "./kindTable.ts";
import { deleteNotes, notesIn } from "./notes.ts";
import { paletteGroupOf } from "./paletteGroups.ts";

/** The error for the name of a new section, or undefined (spec 2 §5.1). */
export function sectionNameIssue(graph: Graph, name: string): string | undefined {
  if (name.trim() === "") return "Section Name is required";
  return graph.sections.has(name.trim()) ? "Section Name must be unique" : undefined;
}

/** Adds a section with its start node (spec 2 §4.3). An invalid name changes nothing. */
export function addSection(graph: Graph, name: string): Graph {
  if (sectionNameIssue(graph, name) !== undefined) return graph;
  const section = name.trim();
  const node = newSectionStart(Math.min(-1, ...graph.nodes.keys()) - 1, section, null);
  return {
    ...graph,
    nodes: new Map(graph.nodes).set(node.id, node),
    sections: new Map(graph.sections).set(section, node.id),
  };
}

/** Deletes a section with its nodes and its section node. main stays (readings, Outbound editor). */
export function deleteSection(graph: Graph, section: string): Graph {
  if (section === mainSection || !graph.sections.has(section)) return graph;
  const gone = [...graph.nodes.values()].filter(
    (node) => node.section === section || (node.kind === "section" && (node.draft as SectionDraft).section === section),
  );
  const sections = new Map(graph.sections);
  sections.delete(section);
  const lost = notesIn(graph, section).map(({ id }) => id);
  return { ...deleteNotes(withoutNodes(graph, new Set(gone.map(({ id }) => id))), lost), sections };
}

/** The sections offered by Delete Section (spec 2 §4.3). */
export const deletableSections = (graph: Graph): string[] =>
  [...graph.sections.keys()].filter((name) => name !== mainSection);

/** The palette of a section: every placeable kind, and the other sections without a section node (spec 2 §2.1, §4.3). */
export function palette(graph: Graph, current: string): PaletteEntry[] {
  if (graph.language !== undefined) return graph.language.palette(graph);
  const placeable = (kindNames() as KindName[]).filter(
    (kind) => kind !== "section" && kindNamed(kind).placeable !== false,
  );
  return [
    ...placeable.map((kind) => ({ ...entryOf(kind, kindNamed(kind).label), ...paletteGroupOf(kind) })),
    ...unusedSections(graph, current).map((section) => ({
      ...entryOf("section", section),
      ...paletteGroupOf("section"),
      group: "Sections that are not connected yet",
      draft: { section },
    })),
  ];
}

function entryOf(kind: KindName, label: string): PaletteEntry {
  const { icon, hue } = kindNamed(kind);
  return { kind, label, icon, hue };
}

/** Sections other than the current one and main without a section node. */
export function unusedSections(graph: Graph, current: string): string[] {
  const used = new Set(
    [...graph.nodes.values()].flatMap((node) =>
      node.kind === "section" ? [(node.draft as SectionDraft).section] : [],
    ),
  );
  return deletableSections(graph).filter((name) => name !== current && !used.has(name));
}
