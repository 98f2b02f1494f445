import { Group, Modal, Select, Skeleton } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useMemo, useState } from "react";
import { listOf, rowsOf } from "../../../api/queries.ts";
import type { Names } from "../../../canvas/cards.ts";
import { ComparedDrawing } from "../../../canvas/compare/ComparedDrawing.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { CopyButton } from "../../../ui/text/CopyButton.tsx";
import { type Pair, writePair } from "./comparePair.ts";
import { titleOfVersion, type Versioned } from "./versioned.ts";

interface Props {
  of: Versioned;
  pair: Pair;
  choose: (pair: Pair) => void;
  close: () => void;
  /** The drawing on the canvas, with its unsaved changes. */
  drawing: Graph;
  /** What it is called. */
  drawingTitle: string;
  names: Names;
}

/** Compares two versions, or a version and the drawing on the canvas, as one drawing (decision 0086). */
export function CompareVersions({ of, pair, choose, close, drawing: now, drawingTitle, names }: Props) {
  // the canvas does not change while it is compared
  const [drawing] = useState(now);
  const versions = useInfiniteQuery({ ...of.pages, staleTime: 0 });
  const numberSets = useQuery(listOf(numberSetRoutes.list)).data;
  const rows = rowsOf(versions.data) ?? [];
  const before = useGraph(of, pair.before, drawing);
  const after = useGraph(of, pair.after, drawing);
  const known = useMemo(
    () =>
      new Map([...names, ...(numberSets ?? []).map(({ numberSetId, name }): [string, string] => [numberSetId, name])]),
    [names, numberSets],
  );
  const titleOf = (version: number | null): string => {
    if (version === null) return drawingTitle;
    return titleOfVersion(rows.find((one) => one.version === version) ?? { version, name: "" });
  };
  const listed = [...new Set([...rows.map(({ version }) => version), pair.before, pair.after])].filter(
    (version) => version !== null,
  );
  const data = [
    { value: "drawing", label: drawingTitle },
    ...listed.sort((a, b) => b - a).map((version) => ({ value: String(version), label: titleOf(version) })),
  ];
  const pick = (label: string, side: keyof Pair) => (
    <Select
      label={label}
      size="xs"
      w={196}
      data={data}
      allowDeselect={false}
      value={pair[side] === null ? "drawing" : String(pair[side])}
      onChange={(value) => choose({ ...pair, [side]: value === "drawing" ? null : Number(value) })}
    />
  );
  const failed = before.isError ? before : after.isError ? after : undefined;
  return (
    <Modal
      opened
      fullScreen
      onClose={close}
      title="Compare versions"
      styles={{ content: { display: "flex", flexDirection: "column" }, body: { flex: 1, minHeight: 0, padding: 0 } }}
    >
      {failed !== undefined ? (
        <ErrorState title="Error loading versions" problem={failed.error} retry={() => void failed.refetch()} />
      ) : before.data === undefined || after.data === undefined ? (
        <Skeleton height="100%" aria-busy role="status" aria-label="Loading" />
      ) : (
        <ComparedDrawing
          before={before.data}
          after={after.data}
          titles={{ before: titleOf(pair.before), after: titleOf(pair.after) }}
          names={known}
        >
          <Group gap={8} align="end" mb={16}>
            {pick("Earlier", "before")}
            {pick("Later", "after")}
            <CopyButton value={addressOf(pair)} what="link to this comparison" />
          </Group>
        </ComparedDrawing>
      )}
    </Modal>
  );
}

/** The graph of a version. Versions never change; null is the drawing. */
const useGraph = (of: Versioned, version: number | null, drawing: Graph) => {
  const saved = useQuery({
    queryKey: [...of.key, "graph", version],
    queryFn: () => of.graph(version ?? 0),
    enabled: version !== null,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  return version === null ? { ...saved, data: drawing, isError: false as const } : saved;
};

function addressOf(pair: Pair): string {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}?compare=${writePair(pair)}`;
}
