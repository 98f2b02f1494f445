import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Asked } from "../../api/useAsking.ts";

/** How long a model may take, in seconds: two answers of a minute. */
const longestSeconds = 120;

/** Progress of a question to the language model. A model does not say how far it is, so the time is shown. */
export function ModelWaiting({ asked: { what, startMs }, cancel }: { asked: Asked; cancel: () => void }) {
  const [nowMs, setNowMs] = useState(startMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((nowMs - startMs) / 1_000));
  return (
    <Group gap={8} wrap="nowrap">
      <Stack gap={4} flex={1}>
        <Text size="xs" role="status">
          {what}…
        </Text>
        <Progress
          size="sm"
          animated
          value={Math.min(100, 10 + (90 * seconds) / longestSeconds)}
          aria-label="Time that the model has used"
        />
        <Text size="xs" c="dimmed">
          {seconds < 2 ? "Usually a few seconds" : `${seconds} seconds so far`}
        </Text>
      </Stack>
      <Button size="compact-xs" variant="default" onClick={cancel}>
        Cancel
      </Button>
    </Group>
  );
}
