import { Group, Skeleton, Stack, Switch, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { agentRoutes } from "@trunkline/contract/agentqueue.ts";
import { callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf, oneOf, useRefresh } from "../../api/queries.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { formatAgo } from "../../ui/formatTime.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { toastError } from "../../ui/toast.tsx";

/** Whether you take contacts now. */
export function Presence() {
  const agent = useQuery(oneOf(agentRoutes.find));
  const refresh = useRefresh();
  const may = useMay()("inbox-use");
  const save = async (isAvailable: boolean): Promise<void> => {
    try {
      await callOne(agentRoutes.update, { body: { status: isAvailable ? "available" : "away" } });
    } catch (problem) {
      toastError("Error changing your presence", problem);
    }
    await refresh("/v4/agent/");
  };
  if (!agent.data) return null;
  return (
    <Switch
      label={agent.data.status === "available" ? "You take contacts" : "You are away"}
      checked={agent.data.status === "available"}
      disabled={!may}
      title={may ? undefined : notAllowed}
      onChange={(event) => void save(event.currentTarget.checked)}
    />
  );
}

/** Who may take contacts, and who does now. */
export function Agents({ refreshMs }: { refreshMs: number }) {
  const agents = useQuery({ ...listOf(agentRoutes.list), refetchInterval: refreshMs });
  if (agents.isError && !agents.data)
    return <ErrorState title="Error loading agents" problem={agents.error} retry={() => agents.refetch()} />;
  if (!agents.data) return <Skeleton height={80} />;
  const isNobody = agents.data.every(({ status }) => status === "away");
  return (
    <Stack component="section" gap={8} aria-label="Agents">
      <Title order={2} fz={16}>
        Agents
      </Title>
      {isNobody ? (
        <Text size="sm" c="var(--waits)">
          Nobody takes contacts now. Whoever comes waits until somebody does, their time runs out, or the queue closes.
        </Text>
      ) : null}
      {agents.data.map(({ userId, name, status, since, holding }) => (
        <Group key={userId} justify="space-between" wrap="nowrap" gap={8}>
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate="end" title={name}>
              {name}
            </Text>
            {holding > 0 || status === "away" ? (
              <Text size="xs" c="dimmed">
                {[
                  status === "away" && since ? formatAgo(since, Date.now()) : "",
                  holding > 0 ? `${holding} not wrapped up` : "",
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            ) : null}
          </div>
          <StatusBadge tone={status === "available" ? "done" : "off"}>
            {status === "available" ? "Available" : "Away"}
          </StatusBadge>
        </Group>
      ))}
    </Stack>
  );
}
