import { Button, Menu, Modal, Stack, TextInput } from "@mantine/core";
import { IconClockPause } from "@tabler/icons-react";
import { mostSnoozeMs } from "@trunkline/contract/inbox/inbox.ts";
import { useState } from "react";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { formatTime } from "../../ui/text/formatTime.ts";
import { snoozeChoices, snoozeIssue } from "./snoozeChoices.ts";

interface Props {
  isBusy: boolean;
  onSnooze: (until: Date) => void;
}

/** Snoozes a conversation until a time in the reader's zone. */
export function Snooze({ isBusy, onSnooze }: Props) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconClockPause size={14} />} loading={isBusy}>
            Snooze
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {snoozeChoices(new Date()).map(({ label, at }) => (
            <Menu.Item key={label} onClick={() => onSnooze(at)} rightSection={formatTime(at.toISOString())}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setAsks(true)}>Date and time…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asks ? (
        <AskTime
          close={() => setAsks(false)}
          onChosen={(at) => {
            setAsks(false);
            onSnooze(at);
          }}
        />
      ) : null}
    </>
  );
}

function AskTime({ close, onChosen }: { close: () => void; onChosen: (at: Date) => void }) {
  const [typed, setTyped] = useState("");
  const [issue, setIssue] = useState<string>();
  return (
    <Modal opened onClose={close} title="Snooze until">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const at = new Date(typed);
          const wrong = snoozeIssue(at, new Date(), mostSnoozeMs);
          setIssue(wrong);
          if (wrong === undefined) onChosen(at);
        }}
      >
        <Stack gap={16}>
          <TextInput
            type="datetime-local"
            label="Date and time"
            description={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. A text of the contact ends the snooze.`}
            data-autofocus
            value={typed}
            error={issue}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <DialogActions close={close} words="Snooze" isBusy={false} />
        </Stack>
      </form>
    </Modal>
  );
}
