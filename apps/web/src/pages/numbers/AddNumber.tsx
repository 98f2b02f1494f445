import { Button, Group, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { CarrierConnection } from "@trunkline/contract/carriers/carrier.ts";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";

/** Adds your own number, which sends through a carrier connection. */
export function AddNumber({ connections, close }: { connections: readonly CarrierConnection[]; close: () => void }) {
  const refresh = useRefresh();
  const [phone, setPhone] = useState("");
  const [label, setLabel] = useState("");
  const [connectionId, setConnection] = useState(connections[0]?.connectionId ?? null);
  const [left, setLeft] = useState(false);
  const problem = /^\+[1-9]\d{6,14}$/.test(phone.replace(/[\s().-]/g, ""))
    ? undefined
    : "Enter the phone with a plus sign and country code, such as +1 202 555 1234";
  const add = useMutation({
    mutationFn: () =>
      callOne(numberRoutes.take, {
        body: { phone, label: label.trim() || null, connectionId: connectionId ?? undefined },
      }),
    onSuccess: async (number) => {
      toastSuccess("Number added", formatPhone(number.phone));
      await refresh("/v4/number", "/v4/carrier", "/auth/me");
      close();
    },
    onError: (failure) => toastError("Error adding number", failure),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (problem === undefined && connectionId !== null) add.mutate();
  };
  return (
    <Modal opened onClose={close} title="Add your own number">
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <TextInput
            label="Phone"
            description="The number your carrier gave you"
            placeholder="+1 202 555 1234"
            inputMode="tel"
            required
            data-autofocus
            maxLength={40}
            value={phone}
            error={left ? problem : undefined}
            onBlur={() => setLeft(phone !== "")}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
          <Select
            label="Carrier connection"
            description="Texts are sent and received through this connection"
            required
            allowDeselect={false}
            data={connections.map((one) => ({ value: one.connectionId, label: one.name }))}
            value={connectionId}
            onChange={setConnection}
          />
          <TextInput
            label="Label"
            description="Only visible in your account"
            maxLength={72}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" onMouseDown={keepFocus} loading={add.isPending}>
              Add number
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
