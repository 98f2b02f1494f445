import { Alert, Button, Group, Modal, Radio, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { MergeConflict, Side } from "@trunkline/workflow/compare/conflicts.ts";
import { mergeGraphs } from "@trunkline/workflow/compare/mergeGraphs.ts";
import { mergeProblems } from "@trunkline/workflow/compare/mergeProblems.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useMemo, useState } from "react";
import { graphToSave, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { cardOf } from "../../../canvas/cards.ts";
import { ComparedDrawing } from "../../../canvas/compare/ComparedDrawing.tsx";
import { WordChanges } from "../../../canvas/compare/WordChanges.tsx";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import { formatAgo } from "../../../ui/text/formatTime.ts";
import classes from "./MergeVersions.module.css";
import type { Versioned } from "./versioned.ts";

/** The versions to merge, and the newest one's number. */
export interface MergeVersionsResult {
  theirs: Graph;
  merged: Graph;
  newest: number;
}

interface Props {
  of: Versioned;
  /** The version that the user's changes are based on. */
  version: number;
  close: () => void;
  reload: () => void;
  saveOver: (newest: number) => void;
  merge: (result: MergeVersionsResult) => void;
  /** Completes the versions with what is saved elsewhere. */
  completed?: (versions: { base: Graph; theirs: Graph }) => Promise<{ base: Graph; theirs: Graph }>;
}

/** Merges the drawing with a newer version that another user saved (decision 0086). */
export function MergeVersions({ of, version, close, reload, saveOver, merge, completed }: Props) {
  // a choice must not be lost when the window gets the focus
  const newest = useQuery({ ...of.newest, staleTime: 0, refetchOnWindowFocus: false });
  const number = newest.isFetching ? undefined : newest.data?.version;
  const versions = useQuery({
    queryKey: [...of.key, "merge", version, number],
    queryFn: async () => {
      const [base, theirs] = await Promise.all([of.graph(version), of.graph(number ?? 0)]);
      return completed === undefined ? { base, theirs } : completed({ base, theirs });
    },
    enabled: number !== undefined,
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });
  const failed = newest.isError ? newest : versions.isError ? versions : undefined;
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      title="A newer version exists"
      styles={{ content: { display: "flex", flexDirection: "column" }, body: { flex: 1, minHeight: 0, padding: 0 } }}
    >
      {failed !== undefined ? (
        <ErrorState title="Error loading versions" problem={failed.error} retry={() => void failed.refetch()} />
      ) : versions.data === undefined || newest.data == null ? (
        <Skeleton height="100%" aria-busy role="status" aria-label="Loading" />
      ) : (
        <Merge
          {...versions.data}
          version={version}
          newest={newest.data}
          close={close}
          reload={reload}
          saveOver={saveOver}
          merge={merge}
        />
      )}
    </Modal>
  );
}

interface MergeProps extends Omit<Props, "of" | "completed"> {
  base: Graph;
  theirs: Graph;
  newest: { version: number; createdBy: string; created: string };
}

function Merge({ base, theirs, version, newest, close, reload, saveOver, merge }: MergeProps) {
  const store = useCanvasStore();
  const [{ mine, names, context }] = useState(() => {
    const state = store.getState();
    return { mine: graphToSave(state), names: state.names, context: state.context };
  });
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const { graph, conflicts } = useMemo(() => {
    const lookups = {
      name: (id: string) => names.get(id),
      message: (node: Parameters<typeof cardOf>[0]) => cardOf(node, names).message ?? "",
    };
    return mergeGraphs({ base, mine, theirs }, choices, lookups);
  }, [base, mine, theirs, choices, names]);
  const open = conflicts.filter(({ id }) => !choices.has(id));
  const problems = useMemo(
    () => (open.length === 0 ? mergeProblems(graph, context) : []),
    [graph, context, open.length],
  );
  return (
    <ComparedDrawing
      before={theirs}
      after={graph}
      titles={{ before: `Version ${newest.version}`, after: "Merged" }}
      names={names}
    >
      <Stack gap={16} mb={16}>
        <Text size="sm">
          {`${newest.createdBy} saved version ${newest.version} ${formatAgo(newest.created, Date.now())}. You are editing version ${version}.`}
        </Text>
        <Text size="sm">{`The drawing shows what your changes make of version ${newest.version}.`}</Text>
        {conflicts.length === 0 ? (
          <Text size="sm" fw={600} role="status">
            All changes fit together.
          </Text>
        ) : (
          <section aria-label="Conflicts">
            <Text size="sm" fw={600} mb={8} role="status">
              {open.length === 0
                ? "All conflicts are decided."
                : `${plural(open.length, "conflict", "conflicts")} to decide`}
            </Text>
            {conflicts.map((conflict) => (
              <Conflict
                key={conflict.id}
                conflict={conflict}
                author={newest.createdBy}
                value={choices.get(conflict.id)}
                choose={(side) => setChoices(new Map(choices).set(conflict.id, side))}
              />
            ))}
          </section>
        )}
        {problems.length > 0 && (
          <Alert color="orange" title="This cannot be saved yet">
            <ul className={classes["problems"]}>
              {problems.slice(0, 8).map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Alert>
        )}
        <Group gap={8}>
          <ReasonButton
            reason={open.length > 0 ? "Decide all conflicts first." : undefined}
            onClick={() => merge({ theirs, merged: graph, newest: newest.version })}
          >
            {problems.length > 0 ? "Merge and fix" : "Merge and save"}
          </ReasonButton>
          <Button variant="default" data-autofocus onClick={close}>
            Keep editing
          </Button>
          <Button variant="default" onClick={reload}>
            {`Load version ${newest.version}`}
          </Button>
          <Button variant="subtle" color="red" onClick={() => saveOver(newest.version)}>
            Save anyway
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          {`Loading version ${newest.version} discards your changes. Saving anyway leaves its changes out. It stays in the version list.`}
        </Text>
      </Stack>
    </ComparedDrawing>
  );
}

interface ConflictProps {
  conflict: MergeConflict;
  author: string;
  value: Side | undefined;
  choose: (side: Side) => void;
}

/** A conflict with the two texts, of which one is chosen. Nothing is preselected. */
function Conflict({ conflict, author, value, choose }: ConflictProps) {
  const { id, subject, label, mine, theirs } = conflict;
  return (
    <Radio.Group
      className={classes["conflict"]}
      label={`${subject}: ${label}`}
      value={value ?? ""}
      onChange={(side) => choose(side as Side)}
    >
      <Stack gap={6} mt={6}>
        <Radio
          name={id}
          value="mine"
          label={
            <>
              <span className={classes["side"]}>Yours: </span>
              <WordChanges before={theirs} after={mine} side="after" />
            </>
          }
        />
        <Radio
          name={id}
          value="theirs"
          label={
            <>
              <span className={classes["side"]}>{`${author}: `}</span>
              <WordChanges before={theirs} after={mine} side="before" />
            </>
          }
        />
      </Stack>
    </Radio.Group>
  );
}
