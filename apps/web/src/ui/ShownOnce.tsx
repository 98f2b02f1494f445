import { Alert, Button, CopyButton, Group, TextInput } from "@mantine/core";
import { IconCheck, IconCopy, IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** A secret that is shown this once, to be copied. */
export function ShownOnce({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <Alert color="yellow" icon={<IconKey size={16} />} title="Shown once: copy it now">
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
  );
}
