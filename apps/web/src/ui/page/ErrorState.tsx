import { Button, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { messageOfFailure } from "./toast.tsx";

/** An error state with the server's message and Retry. */
export function ErrorState({
  title,
  problem,
  retry,
  retryLabel = "Retry",
}: {
  title: string;
  problem: unknown;
  retry?: () => void;
  retryLabel?: string;
}) {
  return (
    <Stack align="center" gap={8} py={48} px={16} ta="center" role="alert">
      <IconAlertTriangle size={32} stroke={1.4} color="var(--failed)" aria-hidden />
      <Title order={2} fz={16}>
        {title}
      </Title>
      <Text c="dimmed" maw={480}>
        {messageOfFailure(problem)}
      </Text>
      {retry ? (
        <Button variant="default" mt={8} leftSection={<IconRefresh size={16} />} onClick={retry}>
          {retryLabel}
        </Button>
      ) : null}
    </Stack>
  );
}
