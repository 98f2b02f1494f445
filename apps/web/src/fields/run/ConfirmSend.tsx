import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { formatCount } from "../../ui/text/formatFigure.ts";
import { isTypedBack } from "./largeSend.ts";

interface Props {
  contacts: number;
  /** The label of the button that starts or schedules the run. */
  confirm: string;
  start: () => void;
  cancel: () => void;
}

/** Asks the user to type the number of contacts before a large run starts. */
export function ConfirmSend({ contacts, confirm, start, cancel }: Props) {
  const [typed, setTyped] = useState("");
  const [isTried, setTried] = useState(false);
  const isRight = isTypedBack(typed, contacts);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isRight) start();
  };
  return (
    <Modal opened onClose={cancel} title={`Contact ${formatCount(contacts)} people?`} zIndex={300}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <Text size="sm">This is a large run. What has been sent cannot be undone.</Text>
          <TextInput
            label={`Type ${formatCount(contacts)} to confirm`}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isTried && !isRight ? `Type the number of contacts: ${formatCount(contacts)}` : undefined}
          />
          <Group gap={8} justify="flex-end">
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit">{confirm}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
