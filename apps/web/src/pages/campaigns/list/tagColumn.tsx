import { Text } from "@mantine/core";
import { IconTag } from "@tabler/icons-react";
import { LaterSelect } from "../../../ui/form/LaterSelect.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { formatCount } from "../../../ui/text/formatFigure.ts";
import type { ListedWorkflow } from "./listedWorkflow.ts";
import { countTags } from "./workflowTags.ts";

/** The tags of a workflow. */
export const tagsColumn: Column<ListedWorkflow> = {
  id: "tags",
  header: "Tags",
  cell: ({ tags }) =>
    tags.length === 0 ? (
      <span data-none>---</span>
    ) : (
      <Text inherit truncate title={tags.join(", ")}>
        {tags.join(", ")}
      </Text>
    ),
  value: ({ tags }) => tags.join(", "),
  width: 130,
  spare: true,
};

interface Props {
  rows: readonly ListedWorkflow[];
  shown: string | undefined;
  show: (tag: string | undefined) => void;
}

/** Filters workflows by a tag. Hidden while none has one. */
export function TagChoice({ rows, shown, show }: Props) {
  const tags = countTags(rows);
  if (tags.length === 0 && shown === undefined) return null;
  return (
    <LaterSelect
      size="xs"
      w={160}
      aria-label="Tag"
      placeholder="Any tag"
      leftSection={<IconTag size={14} />}
      data={tags.map(({ tag, count }) => ({ value: tag, label: `${tag} (${formatCount(count)})` }))}
      value={shown ?? null}
      onChange={(tag) => show(tag ?? undefined)}
      searchable={tags.length > 10}
      clearable
    />
  );
}
