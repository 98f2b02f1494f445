import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconPencil,
  IconPlugConnectedX,
  IconTrash,
  type TablerIcon,
} from "@tabler/icons-react";
import { isFixed, kindAndNumber, kindOfNode, numberOf } from "@trunkline/workflow/outbound/graph.ts";
import { Handle, type NodeProps, Position } from "@xyflow/react";
import { memo } from "react";
import { formatCount } from "../ui/text/formatFigure.ts";
import { Tooltip } from "../ui/tip/Tooltip.tsx";
import { edit, goTo, type NodeCount, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { nameOf } from "./cards.ts";
import { DifferenceMark } from "./compare/DifferenceMark.tsx";
import type { Away, FlowNode } from "./flow.ts";
import { iconOf } from "./kindIcons.ts";
import { type Mark, markOf, marksOf, reasonOf, trialMarkOf } from "./marks.ts";
import classes from "./NodeCard.module.css";
import { deleteAndClose } from "./placing.ts";

const markIcons: Record<Exclude<Mark, "normal">, TablerIcon> = {
  updated: IconPencil,
  error: IconAlertCircle,
  orphan: IconPlugConnectedX,
  never: IconAlertTriangle,
};

/** The card of a node: title, `label: value` lines, message, state and contact counts (spec 2 §2.1; look, Canvas). */
export const NodeCard = memo(function NodeCard({ data, selected }: NodeProps<FlowNode>) {
  const { node, card, branch, order, away } = data;
  const kind = kindOfNode(node);
  const mark = useCanvas((state) => markOf(state, node.id));
  // a string, because a new array would render every card again
  const marks = useCanvas((state) => marksOf(state, node.id).join(" "));
  const readOnly = useCanvas((state) => state.readOnly);
  const counts = useCanvas((state) => state.counts);
  const light = useCanvas((state) => state.lit?.nodes.get(node.id));
  const isDimmed = useCanvas((state) => state.lit !== null) && light === undefined;
  const tried = useCanvas((state) => trialMarkOf(state, node.id));
  const difference = useCanvas((state) => state.compared?.nodes.get(node.id));
  const Icon = iconOf(kind.icon);
  return (
    <div
      className={classes["card"]}
      data-difference={difference}
      data-trial={tried}
      data-mark={mark}
      data-light={light?.as}
      data-dimmed={isDimmed || undefined}
      data-hue={kind.hue}
      data-selected={selected || undefined}
      data-bare={card.lines.length === 0 || undefined}
    >
      {branch !== "" && (
        <div className={classes["branch"]} data-low={counts !== null || undefined} title={branch}>
          {branch}
        </div>
      )}
      {order !== "" && (
        <div className={classes["order"]} title={`Tried ${order}`} aria-hidden>
          {order}
        </div>
      )}
      {kind.target !== false && <Handle type="target" position={Position.Top} className={classes["handle"]} />}
      <div className={classes["head"]}>
        <span className={classes["icon"]}>
          <Icon size={15} stroke={1.8} aria-hidden />
        </span>
        <span
          className={classes["title"]}
          title={node.name === undefined ? card.title : `${card.title} (${kindAndNumber(node)})`}
        >
          {card.title}
        </span>
        {marks !== "" &&
          marks.split(" ").map((one) => <MarkIcon key={one} mark={one as Exclude<Mark, "normal">} id={node.id} />)}
        {!isFixed(node) && !readOnly && <DeleteButton id={node.id} name={nameOf(node)} />}
        <span className={classes["id"]}>
          {node.name !== undefined && <span className={classes["kind"]}>{`${kind.label} `}</span>}
          {numberOf(node)}
        </span>
      </div>
      {card.lines.map((line) => (
        <div key={line} className={classes["line"]} title={line}>
          {line}
        </div>
      ))}
      {card.message !== undefined && (
        <div className={classes["message"]} title={card.message}>
          {card.message}
        </div>
      )}
      {light !== undefined && light.words !== "" && <div className={classes["verdict"]}>{light.words}</div>}
      {tried !== undefined && tried !== "passed" && (
        <div className={classes["tried"]} data-as={tried}>
          {tried === "here" ? "The contact is here" : "Not tried"}
        </div>
      )}
      {difference !== undefined && <DifferenceMark as={difference} />}
      {counts !== null && <Counts count={counts.get(node.id)} />}
      {away.length > 0 && <AwayLines away={away} />}
      {kind.source !== false && (
        <Handle type="source" position={Position.Bottom} className={classes["handle"]} isConnectable={!readOnly} />
      )}
    </div>
  );
});

function MarkIcon({ mark, id }: { mark: Exclude<Mark, "normal">; id: number }) {
  const reason = useCanvas((state) => reasonOf(state, id, mark));
  const Icon = markIcons[mark];
  return (
    <Tooltip label={reason} multiline maw={300}>
      <span className={classes["mark"]} data-as={mark} role="img" aria-label={mark}>
        <Icon size={15} />
      </span>
    </Tooltip>
  );
}

/** Buttons for lines into other sections. */
function AwayLines({ away }: { away: readonly Away[] }) {
  const store = useCanvasStore();
  return (
    <div className={classes["away"]}>
      {away.map(({ id, words }) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          className="nodrag nopan"
          title={words}
          onClick={(event) => {
            event.stopPropagation();
            goTo(store, id);
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

function DeleteButton({ id, name }: { id: number; name: string }) {
  const store = useCanvasStore();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${classes["delete"]} nodrag nopan`}
      aria-label={`Delete ${name}`}
      title="Delete"
      onClick={(event) => {
        event.stopPropagation();
        edit(store, (graph) => deleteAndClose(graph, [id]), { glide: true });
      }}
    >
      <IconTrash size={14} aria-hidden />
    </button>
  );
}

function Counts({ count = { entered: 0, here: 0, failed: 0 } }: { count: NodeCount | undefined }) {
  const words = `${formatCount(count.entered)} entered, ${formatCount(count.here)} here now, ${formatCount(count.failed)} failed`;
  return (
    <Tooltip label={words}>
      <div className={classes["counts"]} data-empty={count.entered === 0 || undefined} role="img" aria-label={words}>
        <span>{formatCount(count.entered)}</span>
        {count.here > 0 && (
          <span className={classes["here"]}>
            <span className={classes["dot"]} />
            {formatCount(count.here)} here
          </span>
        )}
        {count.here === 0 && count.entered > 0 && count.failed === 0 && (
          <IconCircleCheckFilled size={12} className={classes["through"]} />
        )}
        {count.failed > 0 && <span className={classes["failed"]}>{formatCount(count.failed)} failed</span>}
      </div>
    </Tooltip>
  );
}
