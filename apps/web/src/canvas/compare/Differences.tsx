import type { Comparison, EdgeDifference, NodeDifference } from "@trunkline/workflow/compare/compareGraphs.ts";
import type { FieldDifference } from "@trunkline/workflow/compare/fieldDifferences.ts";
import { type Graph, type GraphNode, kindAndNumber } from "@trunkline/workflow/outbound/graph.ts";
import { useDeferredValue } from "react";
import { plural } from "../../ui/text/formatFigure.ts";
import { goTo, goToNote, useCanvasStore } from "../canvasStore.ts";
import { nameOf } from "../cards.ts";
import { DifferenceMark, differenceNames } from "./DifferenceMark.tsx";
import classes from "./Differences.module.css";
import { WordChanges } from "./WordChanges.tsx";

interface Props {
  comparison: Comparison;
  /** What the two versions are called. */
  before: string;
  after: string;
}

/** Differences that are listed before the rest follows by itself. */
const fewAtFirst = 100;

/** What differs between two versions, as a list next to the drawing. A click shows the node. */
export function Differences({ comparison, before, after }: Props) {
  const store = useCanvasStore();
  const { nodes, notes, overlay } = comparison;
  const lines = redirected(comparison);
  const listed = useDeferredValue(nodes, nodes.slice(0, fewAtFirst));
  if (nodes.length + notes.length + comparison.edges.length === 0)
    return <p className={classes["none"]}>{`${before} and ${after} are the same.`}</p>;
  return (
    <>
      <p className={classes["sum"]} role="status">
        {summaryOf(comparison)}
      </p>
      <ol className={classes["list"]} aria-label="Differences">
        {listed.map((difference) => (
          <li key={`node ${difference.id}`}>
            <button type="button" className={classes["row"]} onClick={() => goTo(store, difference.id)}>
              <DifferenceMark as={difference.as} inline />
              <NodeTitle difference={difference} />
            </button>
            {difference.fields.length > 0 && <Fields fields={difference.fields} before={before} after={after} />}
          </li>
        ))}
        {lines.map((line) => (
          <li key={`line ${line.as} ${line.source} ${line.target}`}>
            <button type="button" className={classes["row"]} onClick={() => goTo(store, line.source)}>
              <DifferenceMark as={line.as} inline />
              <span>{describeLine(line, overlay)}</span>
            </button>
          </li>
        ))}
        {notes.map(({ id, as, before: was, after: is }) => (
          <li key={`note ${id}`}>
            <button type="button" className={classes["row"]} onClick={() => goToNote(store, id)}>
              <DifferenceMark as={as} inline />
              <span>Note</span>
            </button>
            {as !== "moved" && (
              <Fields
                fields={[{ field: "text", label: "Text", before: was?.text ?? "", after: is?.text ?? "" }]}
                before={before}
                after={after}
              />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function NodeTitle({ difference: { before, after, as, isMoved } }: { difference: NodeDifference }) {
  const node = (after ?? before) as GraphNode;
  const number = node.name === undefined ? "" : `, ${kindAndNumber(node)}`;
  return <span>{`${nameOf(node)}${number}${as === "changed" && isMoved ? ", also moved" : ""}`}</span>;
}

/** A node's fields side by side. */
function Fields({ fields, before, after }: { fields: readonly FieldDifference[]; before: string; after: string }) {
  return (
    <table className={classes["fields"]}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((one) => (
          <tr key={one.field}>
            <th scope="row">{one.label}</th>
            <td>
              <WordChanges before={one.before} after={one.after} side="before" />
            </td>
            <td>
              <WordChanges before={one.before} after={one.after} side="after" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Edges between nodes that both versions have. Those of added and removed nodes go without saying. */
function redirected({ edges, nodes }: Comparison): EdgeDifference[] {
  const whole = new Set(nodes.flatMap(({ id, as }) => (as === "added" || as === "removed" ? [id] : [])));
  return edges.filter(({ source, target }) => !whole.has(source) && !whole.has(target));
}

function describeLine({ source, target, name }: EdgeDifference, overlay: Graph): string {
  const called = (id: number) => {
    const node = overlay.nodes.get(id);
    return node === undefined ? `node ${id}` : nameOf(node);
  };
  return `Line from ${called(source)} to ${called(target)}${name === "" ? "" : ` (${name})`}`;
}

function summaryOf(comparison: Comparison): string {
  const counts = Map.groupBy(comparison.nodes, ({ as }) => as);
  const parts = (["added", "removed", "changed", "moved"] as const).flatMap((as) => {
    const count = counts.get(as)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${differenceNames[as].toLowerCase()}`];
  });
  const { notes } = comparison;
  return [
    ...(parts.length === 0 ? [] : [`Nodes: ${parts.join(", ")}`]),
    ...(notes.length === 0 ? [] : [plural(notes.length, "note differs", "notes differ")]),
  ].join(". ");
}
