import { Alert, Button, CopyButton, Group, Stack, TextInput } from "@mantine/core";
import { IconCheck, IconCopy, IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";

interface Props {
  label: string;
  value: string;
  close: () => void;
  /** What to do with the secret. */
  children: ReactNode;
}

/** Shows a new secret once, with copy and close buttons. */
export const ShownOnce = ({ label, value, close, children }: Props) => (
  <Stack gap={16}>
    <Alert color="yellow" icon={<IconKey size={16} />} title="Copy it now. It is shown only once.">
      {children}
      <Group gap={8} mt={8} wrap="nowrap" align="flex-end">
        <TextInput
          flex={1}
          readOnly
          aria-label={label}
          value={value}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={value} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              onClick={copy}
            >
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
    <Group justify="flex-end">
      <Button onClick={close}>Done</Button>
    </Group>
  </Stack>
);
