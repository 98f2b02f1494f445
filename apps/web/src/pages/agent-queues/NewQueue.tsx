import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { agentQueueRoutes, newQueueBody } from "@trunkline/contract/agents/agentqueue.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";

/** Creates a queue by hand. */
export function NewQueue({ close }: { close: () => void }) {
  const [name, setName] = useState("");
  const [isTouched, setTouched] = useState(false);
  const refresh = useRefresh();
  const problem = newQueueBody.safeParse({ name }).error?.issues[0]?.message;
  const create = useMutation({
    mutationFn: () => callOne(agentQueueRoutes.create, { body: { name } }),
    onSuccess: async ({ name: made }) => {
      await refresh("/v4/agent");
      toastSuccess("Queue created", made);
      close();
    },
    onError: (failure) => toastError("Error creating queue", failure),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (problem === undefined) create.mutate();
  };
  return (
    <Modal opened onClose={close} title="New agent queue">
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <TextInput
            label="Queue Name"
            description="Use this name in Agent Queue nodes, call scripts and work groups."
            required
            data-autofocus
            value={name}
            error={isTouched ? problem : undefined}
            onBlur={() => setTouched(name !== "")}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" onMouseDown={keepFocus} loading={create.isPending}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
