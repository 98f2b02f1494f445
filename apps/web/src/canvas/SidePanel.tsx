import { ActionIcon, Skeleton, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { InboundPickSource } from "@trunkline/workflow/inbound/kind.ts";
import type { PickSource } from "@trunkline/workflow/nodeKind.ts";
import { pathChoices } from "@trunkline/workflow/outbound/connections.ts";
import {
  type Graph,
  type GraphNode,
  kindAndNumber,
  kindOfNode,
  mainSection,
  titleOf,
} from "@trunkline/workflow/outbound/graph.ts";
import { helpOf } from "@trunkline/workflow/outbound/kinds/helps.ts";
import { unusedSections } from "@trunkline/workflow/outbound/sections.ts";
import { variablesAt } from "@trunkline/workflow/outbound/variables.ts";
import { type ReactNode, useMemo } from "react";
import type { Draft, FieldLists, PickOption } from "../fields/formContext.ts";
import { typedPlace } from "../fields/typedPlace.ts";
import { later } from "../ui/page/lazyPart.tsx";
import { usePreload } from "../ui/page/usePreload.ts";
import { edit, graphOf, sealStep, select, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { cardOf, type Names, nameOf } from "./cards.ts";
import { HelpText } from "./HelpText.tsx";
import { iconOf } from "./kindIcons.ts";
import { issuesOf } from "./marks.ts";
import { NodeHeading } from "./NodeHeading.tsx";
import { PanelEdge } from "./panels/PanelEdge.tsx";
import classes from "./panels.module.css";
import { pathSteps } from "./paths/pathSteps.ts";
import { withDraft } from "./placing.ts";

// forms are loaded after the drawing, usually before the user opens one
const loadForm = () => import("../fields/NodeForm.tsx");
const NodeForm = later(async () => (await loadForm()).NodeForm, {
  shape: (
    <Stack gap={16} aria-busy role="status" aria-label="Loading">
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Stack>
  ),
});
const soon = [loadForm];

/** Option lists that the page loads for forms. Sections, variables and paths come from the graph. */
export interface LoadedLists {
  options(source: Exclude<PickSource, "sections" | "variables"> | InboundPickSource): readonly PickOption[] | undefined;
  customFields: readonly string[];
  flag(name: string): boolean;
  problem?: string;
}

interface Props {
  lists: LoadedLists;
  /** Content below the form: used variables and a preview. */
  below: (node: GraphNode) => ReactNode;
}

/** The form of the selected node. It covers the canvas, so the drawing does not move (spec 2 §2.1; look, Side panel). */
export function SidePanel({ lists, below }: Props) {
  usePreload(soon);
  const id = useCanvas(({ opened }) => opened?.id);
  const node = useCanvas((state) => (id === undefined ? undefined : graphOf(state).nodes.get(id)));
  return node === undefined ? null : <Panel key={node.id} node={node} lists={lists} below={below} />;
}

function Panel({ node, lists, below }: Props & { node: GraphNode }) {
  const store = useCanvasStore();
  const kind = kindOfNode(node);
  const Icon = iconOf(kind.icon);
  return (
    <aside
      className={classes["side"]}
      aria-label={`${node.name ?? titleOf(node)} Node Details`}
      onBlur={() => sealStep(store)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) backToCard(node.id);
      }}
    >
      <PanelEdge panel="side" />
      <header className={classes["sideHead"]} data-hue={kind.hue}>
        <span className={classes["sideIcon"]}>
          <Icon size={17} aria-hidden />
        </span>
        <NodeHeading node={node} />
        {node.id > 0 && node.foreign === undefined && (
          <Text size="xs" c="dimmed" ff="monospace">
            Node {node.id}
          </Text>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label="Close node details" onClick={() => select(store, [])}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={classes["sideBody"]}>
        <HelpText text={node.foreign?.kind.help ?? helpOf(node.kind)} />
        <Form node={node} lists={lists} />
        {below(node)}
      </div>
    </aside>
  );
}

function Form({ node, lists }: { node: GraphNode; lists: LoadedLists }) {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const names = useCanvas((state) => state.names);
  const readOnly = useCanvas((state) => state.readOnly);
  const isFlagged = useCanvas((state) => state.flagged.has(node.id));
  const issues = useCanvas((state) => issuesOf(state, node.id));
  const kind = kindOfNode(node);
  const fieldLists = useMemo(
    () => ({ ...listsFor(graph, node, lists, names), steps: pathSteps(store, graph, node) }),
    [store, graph, node, lists, names],
  );
  if (kind.fields.length === 0) return null;
  const change = (draft: Draft, changed: string) => {
    const typed = typedPlace(kind.fields, node.draft as Draft, draft, changed);
    const about = typed === undefined ? {} : { about: `${node.id} ${typed}` };
    edit(store, (before) => withDraft(before, node.id, draft, names), about);
  };
  return (
    <Stack gap={16} data-node-form={node.id}>
      <NodeForm
        fields={kind.fields}
        draft={node.draft as Draft}
        onChange={change}
        issues={issues}
        lists={fieldLists}
        showAll={isFlagged}
        readOnly={readOnly}
      />
    </Stack>
  );
}

function listsFor(graph: Graph, node: GraphNode, lists: LoadedLists, names: Names): FieldLists {
  return {
    flag: lists.flag,
    ...(lists.problem !== undefined && { problem: lists.problem }),
    options(source) {
      if (source === "sections") return sectionOptions(graph, node);
      if (source !== "variables") return lists.options(source);
      return variablesAt(graph, node.id, lists.customFields).map(({ name, words, from, group }) => ({
        value: name,
        label: words,
        note: from,
        group,
      }));
    },
    paths: (_current, anySection) =>
      pathChoices(graph, node.id, anySection).map((choice) => ({
        value: choice.id,
        label: nameOf(choice),
        note: [
          choice.name === undefined ? "" : kindAndNumber(choice),
          choice.section === node.section ? (cardOf(choice, names).lines[0] ?? "") : choice.section,
        ]
          .filter(Boolean)
          .join(" · "),
      })),
  };
}

/** Sections without a Section node, and the chosen one (readings, Outbound editor: the same section node is not offered twice). */
function sectionOptions(graph: Graph, node: GraphNode): PickOption[] {
  const chosen = (node.draft as { section?: string }).section;
  const offered = unusedSections(graph, node.section).filter((name) => name !== mainSection);
  const all = chosen && graph.sections.has(chosen) ? [chosen, ...offered] : offered;
  return [...new Set(all)].map((name) => ({ value: name, label: name }));
}

function backToCard(id: number): void {
  document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`)?.focus();
}
