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
import { ImportResult } from "./ImportResult.tsx";

const liveMs = 1_000;

/** What happens when the import is cancelled. */
const whenCancelled = {
  account: "If you cancel, numbers added so far remain on the list.",
  federal: "The lists loaded before are used until the import is done. If you cancel, they remain.",
} as const;

/** The progress and result of an import. It continues when the user leaves the page. */
export function ImportRunning({ started }: { started: DncImport }) {
  const refresh = useRefresh();
  const may = useMay()("dnc-admin");
  const params = { importId: started.id };
  const found = useQuery({
    ...oneOf(dncRoutes.findImport, { params }),
    initialData: started,
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
      toastError("Error cancelling import", problem);
    }
    await found.refetch();
  };
  return (
    <Stack gap={12}>
      {isOver ? null : (
        <Stack gap={8} role="status">
          <Progress wide done={of.done} total={of.total} label={`Import of ${of.fileName ?? "numbers"}`} note="rows" />
          <Text size="sm" c="dimmed">
            You can leave this page. The import continues. {whenCancelled[of.kind]}
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
        <Alert color="red" role="alert" title="Import failed">
          {of.problem ?? "Undefined error"}
        </Alert>
      ) : null}
      {of.status === "cancelled" ? <Text fw={500}>Cancelled</Text> : null}
      {isOver ? <ImportResult of={of} /> : null}
      {isOver && of.rejectedCount > 0 ? (
        <Anchor size="sm" href={addressOf(dncRoutes.rejected, params)}>
          Download rejected rows
        </Anchor>
      ) : null}
    </Stack>
  );
}
