import { Button, Group, Modal, Stack, TagsInput } from "@mantine/core";
import { mostTagLength, mostWorkflowTags, workflowTagRoutes } from "@trunkline/contract/workflows/workflowTag.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../../api/call.ts";
import { useRefresh } from "../../../api/queries.ts";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import type { ListedWorkflow } from "./listedWorkflow.ts";
import { sharedTags, tagsAfter } from "./workflowTags.ts";

interface Props {
  rows: readonly ListedWorkflow[];
  /** The tags of the account's workflows. */
  known: readonly string[];
  close: () => void;
}

/** Edits the tags of one workflow, or those that several have in common. */
export function EditTags({ rows, known, close }: Props) {
  const refresh = useRefresh();
  const [before] = useState(() => sharedTags(rows));
  const [tags, setTags] = useState(before);
  const [isSaving, setSaving] = useState(false);
  const tooMany = rows.find((row) => tagsAfter(row.tags, before, tags).length > mostWorkflowTags);
  const problem = whyNotSaved(tags, tooMany);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined) return;
    setSaving(true);
    try {
      for (const row of rows) await saveTags(row, tagsAfter(row.tags, before, tags));
      toastSuccess("Saved tags", rows.length === 1 ? (rows[0]?.title ?? "") : plural(rows.length, "workflow"));
      close();
    } catch (failure) {
      toastError("Error saving tags", failure);
    } finally {
      await refresh("/v4/campaign/", "/v4/route/");
      setSaving(false);
    }
  };
  return (
    <Modal opened onClose={close} title={rows.length === 1 ? "Tags" : `Tags of ${plural(rows.length, "workflow")}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <TagsInput
            label="Tags"
            description={rows.length === 1 ? "Press Enter after each tag." : "Tags that all of them have."}
            placeholder={tags.length === 0 ? "Such as Retention or Spring sale" : undefined}
            data={[...known]}
            value={tags}
            onChange={setTags}
            acceptValueOnBlur
            clearable
            data-autofocus
            error={problem}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" disabled={isSaving}>
              {isSaving ? "Saving..." : "Save"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function whyNotSaved(tags: readonly string[], tooMany: ListedWorkflow | undefined): string | undefined {
  if (tags.some((tag) => tag.length > mostTagLength)) return `A tag must have at most ${mostTagLength} characters`;
  return tooMany && `A workflow can have at most ${mostWorkflowTags} tags: ${tooMany.title}`;
}

const saveTags = ({ id, route }: ListedWorkflow, tags: string[]) =>
  route === null
    ? callOne(workflowTagRoutes.outbound, { params: { campaignId: id }, body: { tags } })
    : callOne(workflowTagRoutes.inbound, { params: { routeTag: id }, body: { tags } });
