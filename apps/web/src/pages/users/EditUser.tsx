import { Button, Group, Modal, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { roles } from "@trunkline/contract/roles.ts";
import { type User, userRoutes } from "@trunkline/contract/user.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { useMe } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { type Rights, RightsFields } from "../../fields/RightsFields.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";

/** Changes the role and privileges of a user. */
export function EditUser({ user, close }: { user: User; close: () => void }) {
  const me = useMe();
  const refresh = useRefresh();
  const [rights, setRights] = useState<Rights>({ role: user.role, privileges: user.privileges });
  const name = user.name ?? user.email;
  const save = useMutation({
    mutationFn: () => callOne(userRoutes.update, { params: { userId: user.userId }, body: rights }),
    onSuccess: async () => {
      await refresh("/v4/user/");
      toastSuccess("User saved", name);
      close();
    },
    onError: (problem) => toastError("Error saving user", problem),
  });
  return (
    <Modal opened onClose={close} title={`Rights of ${name}`} size="md">
      <Stack gap={16}>
        <RightsFields
          value={rights}
          onChange={setRights}
          offered={me.role === "owner" ? roles : roles.filter((role) => role !== "owner" || role === user.role)}
        />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
