import { ActionIcon, Text, TextInput, Title } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type GraphNode, isFixed, titleOf } from "@trunkline/workflow/outbound/graph.ts";
import { maxNameLength, nameField } from "@trunkline/workflow/outbound/nodeName.ts";
import { useRef, useState } from "react";
import { edit, useCanvas, useCanvasStore } from "./canvasStore.ts";
import { issuesOf } from "./marks.ts";
import classes from "./NodeHeading.module.css";
import { withName } from "./placing.ts";

/** The heading of a node's form: its kind, or the name that the user gave it, to change in place (decision 0075). */
export function NodeHeading({ node }: { node: GraphNode }) {
  const readOnly = useCanvas((state) => state.readOnly);
  const problem = useCanvas((state) => issuesOf(state, node.id).find(({ field }) => field === nameField)?.message);
  const [isEdited, setEdited] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const isNameable = node.id > 0 && (node.foreign === undefined || !isFixed(node)) && !readOnly;
  const title = node.foreign === undefined ? titleOf(node) : `${titleOf(node)} Node Details`;
  if (isEdited)
    return (
      <NameInput
        node={node}
        close={(isByKey) => {
          setEdited(false);
          // a click elsewhere has moved the focus
          if (isByKey) requestAnimationFrame(() => pencil.current?.focus());
        }}
      />
    );
  return (
    <div className={classes["heading"]}>
      <div className={classes["words"]}>
        <Title order={2} lh="20px" className={classes["title"]} title={node.name}>
          {node.name ?? title}
        </Title>
        {node.name !== undefined && (
          <Text size="xs" c="dimmed">
            {title}
          </Text>
        )}
        {problem !== undefined && (
          <Text size="xs" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
      </div>
      {isNameable && (
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={node.name === undefined ? "Name this node" : "Rename this node"}
          title={node.name === undefined ? "Name this node" : "Rename this node"}
          onClick={() => setEdited(true)}
        >
          <IconPencil size={14} />
        </ActionIcon>
      )}
    </div>
  );
}

function NameInput({ node, close }: { node: GraphNode; close: (isByKey: boolean) => void }) {
  const store = useCanvasStore();
  const names = useCanvas((state) => state.names);
  const [text, setText] = useState(node.name ?? "");
  const isDone = useRef(false);
  const finish = (isSaved: boolean, isByKey: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    if (isSaved) edit(store, (graph) => withName(graph, node.id, text, names));
    close(isByKey);
  };
  return (
    <TextInput
      flex={1}
      size="xs"
      aria-label="Name of the node"
      placeholder={titleOf(node)}
      maxLength={maxNameLength}
      autoFocus
      value={text}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => finish(true, false)}
      onKeyDown={(event) => {
        if (event.key === "Enter") finish(true, true);
        else if (event.key === "Escape") finish(false, true);
        else return;
        event.preventDefault();
      }}
    />
  );
}
