import { Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import type { Item } from "../../api/call.ts";
import { listOf } from "../../api/queries.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { formatAgo } from "../../ui/text/formatTime.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";

/** The agents and their availability. */
export function Agents({ refreshMs }: { refreshMs: number }) {
  const agents = useQuery({ ...listOf(agentRoutes.list), refetchInterval: refreshMs });
  if (agents.isError && !agents.data)
    return <ErrorState title="Error loading agents" problem={agents.error} retry={() => agents.refetch()} />;
  if (!agents.data) return <Skeleton height={80} />;
  const isUnattended = agents.data.every(({ status, phone }) => status === "away" || phone === "closed");
  return (
    <Stack component="section" gap={8} aria-label="Agents">
      <Title order={2} fz={16}>
        Agents
      </Title>
      {isUnattended ? (
        <Text size="sm" c="var(--waits)">
          No agents are available. Contacts wait until an agent is available, their time runs out or the queue closes.
        </Text>
      ) : null}
      {agents.data.map(({ userId, name, status, reason, phone, since, holding }) => (
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
          <Availability status={status} reason={reason} phone={phone} />
        </Group>
      ))}
    </Stack>
  );
}

function Availability({ status, reason, phone }: Pick<Item<typeof agentRoutes.list>, "status" | "reason" | "phone">) {
  if (phone === "busy") return <StatusBadge tone="going">On a call</StatusBadge>;
  if (phone === "closed")
    return (
      <StatusBadge tone="off" why="Signed out, or no page is open in the browser">
        Offline
      </StatusBadge>
    );
  return (
    <StatusBadge tone={status === "available" ? "done" : "off"}>
      {status === "available" ? "Available" : (reason ?? "Away")}
    </StatusBadge>
  );
}
