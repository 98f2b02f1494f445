import { Alert, Button, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { callRoutes } from "@trunkline/contract/calls/call.ts";
import { type Supervision, type SupervisionMode, supervisionRoutes } from "@trunkline/contract/calls/supervision.ts";
import { useId } from "react";
import { callOne } from "../../api/call.ts";
import { useMay } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { toastError } from "../../ui/page/toast.tsx";

const liveMs = 2_000;
const modes: readonly { value: SupervisionMode; label: string }[] = [
  { value: "listen", label: "Listen" },
  { value: "whisper", label: "Whisper" },
  { value: "join", label: "Join" },
];
const words: Readonly<Record<SupervisionMode, (user: string) => string>> = {
  listen: (user) => `You hear both sides. ${user} and the contact do not hear you.`,
  whisper: (user) => `Only ${user} hears you.`,
  join: (user) => `${user} and the contact hear you.`,
};

/** Listening to a call between a contact and another user, whispering and joining, for those who may. */
export function Supervise({ callId }: { callId: string }) {
  return useMay()("call-supervise") ? <Panel callId={callId} /> : null;
}

function Panel({ callId }: { callId: string }) {
  const id = useId();
  const refresh = useRefresh();
  const found = useQuery({
    ...listOf(supervisionRoutes.find, { params: { callId } }),
    refetchInterval: liveMs,
  });
  const sent = useMutation({
    mutationFn: (action: SupervisionMode | "leave") =>
      callOne(supervisionRoutes.save, { params: { callId }, body: { action } }),
    onError: (problem) => toastError("Error supervising call", problem),
    onSettled: () => refresh(callRoutes.find.path),
  });
  const talk = found.data?.[0];
  if (talk === undefined || talk.isOwn) return null;
  return (
    <Paper withBorder p={16} radius={8} component="section" aria-labelledby={id}>
      <Title order={2} id={id} fz={16} mb={4}>
        Supervise
      </Title>
      <Text size="sm" c="dimmed" mb={12} role="status">
        {describe(talk)}
      </Text>
      {talk.supervisorName !== null && !talk.isSupervisor ? null : (
        <Stack gap={8}>
          <SegmentedControl
            fullWidth
            aria-label="How you take part"
            data={[...modes]}
            value={talk.mode ?? ""}
            disabled={sent.isPending}
            onChange={(mode) => sent.mutate(mode as SupervisionMode)}
          />
          {talk.isSupervisor ? (
            <Button variant="default" loading={sent.isPending} onClick={() => sent.mutate("leave")}>
              Leave
            </Button>
          ) : null}
        </Stack>
      )}
      {talk.hasSound ? null : (
        <Alert variant="light" color="gray" mt={12} p={8}>
          The simulated carrier carries no sound between people. Whispering and joining are shown to the user.
        </Alert>
      )}
    </Paper>
  );
}

function describe({ userName, supervisorName, isSupervisor, mode, rings, hasSound }: Supervision): string {
  if (supervisorName === null || mode === null)
    return `${userName} has this call. ${hasSound ? "Choose how you take part, and your phone rings." : "Choose how you take part."}`;
  if (!isSupervisor) return `${userName} has this call, and ${supervisorName} supervises it.`;
  return rings ? "Your phone rings. Answer it to take part." : words[mode](userName);
}
