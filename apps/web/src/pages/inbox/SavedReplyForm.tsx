import { Group, Modal, Stack, Textarea, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type SavedReply, savedReplyBody, savedReplyRoutes } from "@trunkline/contract/inbox/savedReply.ts";
import { contactFields } from "@trunkline/workflow/parts/variables.ts";
import { useRef } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { refusedFields } from "../../fields/refusedFields.ts";
import { SmsCounts } from "../../fields/SmsCounts.tsx";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { InsertVariable } from "../../ui/form/InsertVariable.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";

const variables = contactFields.map((name) => ({ name }));

/** Creates or edits a saved reply. */
export function SavedReplyForm({ reply, close }: { reply: SavedReply | null; close: () => void }) {
  const form = useForm({
    initialValues: { title: reply?.title ?? "", text: reply?.text ?? "" },
    validate: schemaResolver(savedReplyBody, { sync: true }),
    validateInputOnBlur: true,
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: (body: { title: string; text: string }) =>
      reply
        ? callOne(savedReplyRoutes.update, { params: { replyId: reply.replyId }, body })
        : callOne(savedReplyRoutes.create, { body }),
    onSuccess: async ({ title }) => {
      toastSuccess("Saved reply saved", title);
      await refresh(savedReplyRoutes.list.path);
      close();
    },
    onError: (problem) => {
      form.setErrors(refusedFields(problem));
      toastError("Error saving saved reply", problem);
    },
  });
  const leave = async () => {
    const isSure =
      !form.isDirty() ||
      (await confirm({
        title: "Leave without saving?",
        consequence: "Your changes have not been saved and will be lost.",
        confirm: "Leave",
        cancel: "Stay",
      }));
    if (isSure) close();
  };
  const { text } = form.values;
  const insert = (written: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    form.setFieldValue("text", text.slice(0, selectionStart) + written + text.slice(selectionEnd));
    area.current?.focus();
  };
  return (
    <Modal opened onClose={() => void leave()} title={reply ? "Edit saved reply" : "New saved reply"} size="lg">
      <form onSubmit={form.onSubmit((draft) => save.mutate(draft))} noValidate>
        <Stack gap={16}>
          <TextInput label="Title" required maxLength={100} data-autofocus {...form.getInputProps("title")} />
          <Textarea
            ref={area}
            label="Text"
            required
            autosize
            minRows={4}
            maxRows={12}
            placeholder={"Hi ${firstName}, …"}
            {...form.getInputProps("text")}
          />
          <Group justify="space-between" align="flex-start" gap={8}>
            <SmsCounts text={text} shortens={false} onChange={(words) => form.setFieldValue("text", words)} />
            <InsertVariable variables={variables} onInsert={(name) => insert(`\${${name}}`)} />
          </Group>
          <DialogActions close={() => void leave()} isBusy={save.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}
