import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Progress } from "../../ui/page/Progress.tsx";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import type { useSendFile } from "./useSendFile.ts";

/** The progress of an upload, or why it failed. */
export function SendingFile({
  of: { sending, failure, stop },
  stopped,
}: {
  of: Pick<ReturnType<typeof useSendFile>, "sending" | "failure" | "stop">;
  /** What happens when the upload is stopped. */
  stopped: string;
}) {
  if (sending)
    return (
      <Stack gap={8} role="status">
        <Progress wide done={sending.sent} total={sending.total} label={`Upload of ${sending.name}`} note="bytes" />
        <Text size="sm" c="dimmed">
          {stopped}
        </Text>
        <Group>
          <Button variant="default" size="compact-sm" onClick={stop}>
            Stop
          </Button>
        </Group>
      </Stack>
    );
  if (failure === undefined) return null;
  return (
    <Alert color="red" role="alert" title="Upload failed">
      {messageOfFailure(failure)}
    </Alert>
  );
}
