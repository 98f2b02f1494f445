import { Alert, Anchor, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type DncImport, dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import { useEffect } from "react";
import { addressOf, callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { Progress } from "../../ui/page/Progress.tsx";
import { messageOfFailure, toastError } from "../../ui/page/toast.tsx";
import { Taken } from "./Taken.tsx";

const liveMs = 1_000;

/** What cancelling leaves behind. */
const whenCancelled = {
  account: "What was stopped stays on the list when it is cancelled.",
  federal: "The lists that were loaded before answer until it is whole, and stay when it is cancelled.",
} as const;

/** A file that was taken: how far the worker is with it, and what came of it; leaving is safe. */
export function ImportRunning({ taken }: { taken: DncImport }) {
  const refresh = useRefresh();
  const may = useMay()("dnc-admin");
  const params = { importId: taken.id };
  const found = useQuery({
    ...oneOf(dncRoutes.findImport, { params }),
    initialData: taken,
    refetchInterval: ({ state }) => (state.data?.status === "running" ? liveMs : false),
  });
  const of = found.data;
  const isOver = of.status !== "running";
  useEffect(() => {
    if (isOver) void refresh("/v4/dnc/", "/v4/contact/");
  }, [isOver, refresh]);
  const cancel = async () => {
    try {
      await callOne(dncRoutes.cancelImport, { params });
    } catch (problem) {
      toastError("Error cancelling the import", problem);
    }
    await found.refetch();
  };
  return (
    <Stack gap={12}>
      {isOver ? null : (
        <Stack gap={8} role="status">
          <Progress wide done={of.done} total={of.total} label={`Import of ${of.fileName ?? "numbers"}`} note="rows" />
          <Text size="sm" c="dimmed">
            You can leave: it goes on. {whenCancelled[of.kind]}
          </Text>
          <Group>
            <ReasonButton
              variant="default"
              size="compact-sm"
              reason={may ? undefined : notAllowed}
              onClick={() => void cancel()}
            >
              Cancel import
            </ReasonButton>
          </Group>
        </Stack>
      )}
      {found.isError ? <Text size="sm">{messageOfFailure(found.error)}</Text> : null}
      {of.status === "failed" ? (
        <Alert color="red" role="alert" title="The import failed">
          {of.problem ?? "Undefined error"}
        </Alert>
      ) : null}
      {of.status === "cancelled" ? <Text fw={500}>Cancelled</Text> : null}
      {isOver ? <Taken of={of} /> : null}
      {isOver && of.rejectedCount > 0 ? (
        <Anchor size="sm" href={addressOf(dncRoutes.rejected, params)}>
          Download rejected rows
        </Anchor>
      ) : null}
    </Stack>
  );
}
