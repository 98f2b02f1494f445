import { Modal, Stack } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type AgentQueue, agentQueueRoutes, queueChangeBody } from "@trunkline/contract/agents/agentqueue.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { type TargetDraft, TargetFields, targetDraftOf, targetOf } from "../../ui/form/TargetFields.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";

/** Sets the service level that a queue is to reach, and its wrap-up. */
export function QueueTarget({ queue, close }: { queue: AgentQueue; close: () => void }) {
  const { queueId, name } = queue;
  const refresh = useRefresh();
  const form = useForm<TargetDraft>({
    initialValues: targetDraftOf(queue),
    validate: schemaResolver(queueChangeBody, { sync: true }),
  });
  const save = useMutation({
    mutationFn: (draft: TargetDraft) =>
      callOne(agentQueueRoutes.update, { params: { queueId }, body: targetOf(draft) }),
    onSuccess: async () => {
      await refresh("/v4/agent");
      toastSuccess("Queue saved", name);
      close();
    },
    onError: (failure) => toastError("Error updating queue", failure),
  });
  return (
    <Modal opened onClose={close} title={`Service level and wrap-up of ${name}`}>
      <form onSubmit={form.onSubmit((draft) => save.mutate(draft))} noValidate>
        <Stack gap={16}>
          <TargetFields
            draft={form.values}
            disabled={false}
            errorOf={(field) => form.errors[field]}
            onChange={(field, value) => form.setFieldValue(field, value)}
            onLeave={(field) => form.validateField(field)}
          />
          <DialogActions close={close} isBusy={save.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}
