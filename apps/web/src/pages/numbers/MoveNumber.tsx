import { Modal, Select, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type CarrierConnection, carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { type Number_, numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { useState } from "react";
import { ApiFailure, callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";

interface Props {
  number: Number_;
  connections: readonly CarrierConnection[];
  close: () => void;
}

/** Moves a number to another connection. What uses it stays as it is. */
export function MoveNumber({ number: { phone, connection }, connections, close }: Props) {
  const others = connections.filter(({ connectionId }) => connectionId !== connection?.connectionId);
  const [connectionId, setConnection] = useState(others[0]?.connectionId ?? null);
  const refresh = useRefresh();
  const to = others.find((one) => one.connectionId === connectionId);
  const move = useMutation({
    mutationFn: async () => (to === undefined ? false : moveTo(to, phone)),
    onSuccess: async (isMoved) => {
      if (!isMoved) return;
      await refresh("/v4/number", "/v4/carrier", "/auth/me");
      toastSuccess("Number moved", `${formatPhone(phone)} sends through ${to?.name}`);
      close();
    },
    onError: (problem) => toastError("Error moving number", problem),
  });
  return (
    <Modal opened onClose={close} title={`Move ${formatPhone(phone)}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          move.mutate();
        }}
      >
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            Move the number when the new carrier has it. Its number sets, workflows and routes stay, and runs continue:
            what is queued leaves through the new carrier, and replies arrive there.
          </Text>
          <Select
            label="Carrier connection"
            description={`Now ${connection?.name}`}
            required
            allowDeselect={false}
            data={others.map((one) => ({ value: one.connectionId, label: one.name }))}
            value={connectionId}
            onChange={setConnection}
          />
          <DialogActions close={close} words="Move" isBusy={move.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}

/** Moves the number, and sets its webhooks where the provider has a list of numbers. False if the user does not take them over. */
async function moveTo({ connectionId, name, listsNumbers }: CarrierConnection, phone: string): Promise<boolean> {
  if (!listsNumbers) {
    await callOne(numberRoutes.update, { params: { phone }, body: { connectionId } });
    return true;
  }
  const add = (takeOver: boolean) =>
    callOne(carrierRoutes.addNumber, { params: { connectionId }, body: { phone, move: true, takeOver } });
  try {
    await add(false);
  } catch (problem) {
    if (!(problem instanceof ApiFailure && problem.errors[0]?.code === "webhook_elsewhere")) throw problem;
    const isSure = await confirm({
      title: `Take over ${formatPhone(phone)}?`,
      consequence: `Its webhooks at ${name} point elsewhere. From now on its texts and calls arrive here, and no longer there.`,
      confirm: "Take over",
    });
    if (!isSure) return false;
    await add(true);
  }
  return true;
}
