import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type DncTypeName, dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { type FormEvent, useState } from "react";
import { call } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { typeNames } from "./describeDnc.ts";

const maxNumbers = 1000;

/** Adds numbers to the list, one per line. */
export function AddNumbers({ close }: { close: () => void }) {
  const [text, setText] = useState("");
  const [type, setType] = useState<DncTypeName>("all");
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const refresh = useRefresh();
  const phones = text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const problem = problemOf(phones);
  const add = useMutation({
    mutationFn: () => call(dncRoutes.add, { body: { phones, type, ...(reason.trim() && { reason }) } }),
    onSuccess: async () => {
      toastSuccess("Added to the list", plural(phones.length, "number"));
      await refresh("/v4/dnc/", "/v4/contact/");
      close();
    },
    onError: (failure) => toastError("Error updating the do-not-contact list", failure),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === undefined) add.mutate();
  };
  return (
    <Modal opened onClose={close} title="Add numbers" size="md">
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <Textarea
            label="Numbers"
            description={`One per line, in any common format. Use Import for more than ${maxNumbers}.`}
            required
            data-autofocus
            autosize
            minRows={3}
            maxRows={12}
            value={text}
            error={isTried ? problem : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <TypeSelect value={type} onChange={setType} />
          <TextInput
            label="Reason"
            description="Shown next to each number."
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" onMouseDown={keepFocus} loading={add.isPending}>
              Add
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function problemOf(phones: readonly string[]): string | undefined {
  if (phones.length === 0) return "Phone is required";
  if (phones.length > maxNumbers) return `Add at most ${maxNumbers} numbers at once`;
  for (const phone of phones) {
    const parsed = parsePhone(phone);
    if ("problem" in parsed) return `"${phone}": ${parsed.problem}`;
  }
  return undefined;
}

export const TypeSelect = ({ value, onChange }: { value: DncTypeName; onChange: (type: DncTypeName) => void }) => (
  <Select
    label="Type"
    allowDeselect={false}
    data={Object.entries(typeNames).map(([type, label]) => ({ value: type, label }))}
    value={value}
    onChange={(type) => onChange((type ?? "all") as DncTypeName)}
  />
);
