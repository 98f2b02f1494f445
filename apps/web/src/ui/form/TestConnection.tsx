import { Alert, Button, Group, Loader, Modal, Stack, Text } from "@mantine/core";
import { IconPlugConnected, IconPlugConnectedX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../page/ErrorState.tsx";

/** Tests a connection, shows the result and can test again. */
export function TestConnection({
  of,
  asking,
  ask,
  close,
}: {
  /** The connection's name. */
  of: string;
  /** Describes the test. */
  asking: string;
  ask: (signal: AbortSignal) => Promise<{ ok: boolean; words: string }>;
  close: () => void;
}) {
  const tried = useQuery({
    queryKey: ["test connection", of],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }) => ask(signal),
  });
  const isAsking = tried.isFetching;
  return (
    <Modal opened onClose={close} title={`Test ${of}`}>
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          {asking}
        </Text>
        {isAsking ? (
          <Group gap={12} role="status" aria-busy wrap="nowrap">
            <Loader size={18} />
            <Text size="sm">Waiting for an answer…</Text>
          </Group>
        ) : tried.isError ? (
          <ErrorState title="The connection could not be tested" problem={tried.error} />
        ) : tried.data ? (
          <Alert
            color={tried.data.ok ? "green" : "red"}
            role={tried.data.ok ? "status" : "alert"}
            icon={tried.data.ok ? <IconPlugConnected size={16} /> : <IconPlugConnectedX size={16} />}
            title={tried.data.ok ? "The connection works" : "The connection does not work"}
          >
            {tried.data.words}
          </Alert>
        ) : null}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" disabled={isAsking} onClick={() => void tried.refetch()}>
            Test again
          </Button>
          <Button onClick={close}>Close</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
