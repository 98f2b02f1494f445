import { Alert, Button, CopyButton, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy, IconDownload, IconKey } from "@tabler/icons-react";

/** Recovery codes, shown once to copy or save as a file. */
export function RecoveryCodes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <Stack gap={16}>
      <Alert color="yellow" icon={<IconKey size={16} />} title="Save these codes now. They are shown only once.">
        <Text size="sm">If you lose your authenticator, each code signs you in once. Store them somewhere else.</Text>
        <SimpleGrid
          cols={{ base: 1, xs: 2 }}
          spacing={8}
          verticalSpacing={4}
          mt={12}
          role="list"
          aria-label="Recovery codes"
        >
          {codes.map((code) => (
            <Text key={code} role="listitem" ff="monospace" size="sm">
              {code}
            </Text>
          ))}
        </SimpleGrid>
        <Group gap={8} mt={12}>
          <CopyButton value={text} timeout={2000}>
            {({ copied, copy }) => (
              <Button
                size="xs"
                variant="default"
                leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? "Copied" : "Copy all"}
              </Button>
            )}
          </CopyButton>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            component="a"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="trunkline-recovery-codes.txt"
          >
            Save as file
          </Button>
        </Group>
      </Alert>
      <Group justify="flex-end">
        <Button onClick={done}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
