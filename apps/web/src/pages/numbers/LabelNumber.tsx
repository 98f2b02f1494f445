import { Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type Number_, numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";

/** Edits the label of a number. */
export function LabelNumber({ number, close }: { number: Number_; close: () => void }) {
  const [label, setLabel] = useState(number.label ?? "");
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: () =>
      callOne(numberRoutes.update, { params: { phone: number.phone }, body: { label: label.trim() || null } }),
    onSuccess: async () => {
      await refresh("/v4/number");
      toastSuccess("Number saved", formatPhone(number.phone));
      close();
    },
    onError: (problem) => toastError("Error saving number", problem),
  });
  return (
    <Modal opened onClose={close} title={`Label ${formatPhone(number.phone)}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap={16}>
          <TextInput
            label="Label"
            description="Only visible in your account"
            data-autofocus
            maxLength={72}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <DialogActions close={close} isBusy={save.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}
