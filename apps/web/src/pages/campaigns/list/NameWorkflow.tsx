import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { type RouteTag, routeTagRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { whyNoRouteTag } from "@trunkline/contract/routing/routeTag.ts";
import { type FormEvent, useRef, useState } from "react";
import { callOne } from "../../../api/call.ts";
import { toastError } from "../../../ui/page/toast.tsx";

interface Props {
  close: () => void;
  /** Saves the drawing with the new route tag. Resolves to whether it succeeded. */
  named: (tag: RouteTag) => Promise<boolean>;
}

/** Asks for the name of a new inbound workflow (spec 1 §5.1; readings, Inbound designer). */
export function NameWorkflow({ close, named }: Props) {
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const made = useRef<RouteTag>(undefined);
  const problem =
    name.trim() === "" ? "Workflow name is required" : whyNoRouteTag(name)?.replace("Title", "Workflow name");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== undefined) return;
    setSaving(true);
    try {
      if (made.current?.routeTag !== name.trim().toLowerCase())
        made.current = await callOne(routeTagRoutes.create, { body: { routeTag: name } });
      if (!(await named(made.current))) close();
    } catch (failure) {
      toastError("Error saving workflow.", failure);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Modal opened onClose={close} title="Name this workflow">
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <TextInput
            label="Workflow Name"
            description="This workflow handles calls and messages to its numbers."
            withAsterisk
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={isTried ? problem : undefined}
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
