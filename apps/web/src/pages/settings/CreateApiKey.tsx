import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { roles } from "@trunkline/contract/identity/roles.ts";
import { apiKeyRoutes } from "@trunkline/contract/identity/user.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { RightsFields } from "../../fields/RightsFields.tsx";
import type { Rights } from "../../fields/rightsText.ts";
import { ShownOnce } from "../../ui/dialog/ShownOnce.tsx";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { toastError } from "../../ui/page/toast.tsx";

/** Creates an API key with its own role and privileges. The key is shown once. */
export function CreateApiKey({ close }: { close: () => void }) {
  const refresh = useRefresh();
  const [name, setName] = useState("");
  const [left, setLeft] = useState(false);
  const [rights, setRights] = useState<Rights>({ role: "administrator", privileges: [] });
  const create = useMutation({
    mutationFn: () => callOne(apiKeyRoutes.create, { body: { name, ...rights } }),
    onSuccess: () => refresh("/v4/apikey/"),
    onError: (problem) => toastError("Error creating API key", problem),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (name.trim() !== "") create.mutate();
  };
  const key = create.data?.key;
  return (
    <Modal opened onClose={close} title="Create API key" closeOnClickOutside={key === undefined}>
      {key ? (
        <ShownOnce label="API key" value={key} close={close}>
          <Text size="sm">Store it where only your program can read it.</Text>
        </ShownOnce>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap={16}>
            <TextInput
              label="Name"
              description="The program that uses it"
              data-autofocus
              required
              maxLength={72}
              value={name}
              error={left && name.trim() === "" ? "Name is required" : undefined}
              onBlur={() => setLeft(true)}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <RightsFields value={rights} onChange={setRights} offered={roles.filter((role) => role !== "owner")} />
            <Group gap={8} justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" onMouseDown={keepFocus} loading={create.isPending}>
                Create API key
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
