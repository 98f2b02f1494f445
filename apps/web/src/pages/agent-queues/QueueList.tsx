import { ActionIcon, Button, Group, Skeleton, Stack, Switch, Text, UnstyledButton } from "@mantine/core";
import { IconTarget, IconTrash } from "@tabler/icons-react";
import { type AgentQueue, agentQueueRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";
import { useState } from "react";
import { call, callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { countUpTo } from "../../ui/text/formatFigure.ts";
import { formatAgo } from "../../ui/text/formatTime.ts";
import classes from "./AgentQueuesPage.module.css";

const QueueTarget = later(async () => (await import("./QueueTarget.tsx")).QueueTarget, { frame: overThePage });

/** The queues, with the number of people waiting and a switch that opens and closes each queue. */
export function QueueList({
  queues,
  open,
  onOpen,
}: {
  queues: readonly AgentQueue[] | undefined;
  open: AgentQueue | undefined;
  onOpen: (queueId: string) => void;
}) {
  if (queues === undefined) return <Skeleton height={140} />;
  return (
    <Stack component="section" gap={8} aria-label="Queues">
      {queues.map((queue) => (
        <Queue
          key={queue.queueId}
          queue={queue}
          isOpen={queue.queueId === open?.queueId}
          onOpen={() => onOpen(queue.queueId)}
        />
      ))}
    </Stack>
  );
}

function Queue({ queue, isOpen, onOpen }: { queue: AgentQueue; isOpen: boolean; onOpen: () => void }) {
  const { change, remove } = useQueueActions(queue);
  const [isTargetOpen, setTargetOpen] = useState(false);
  const may = useMay();
  return (
    <div className={classes["queue"]} data-open={isOpen || undefined}>
      <UnstyledButton onClick={onOpen} w="100%" aria-current={isOpen || undefined}>
        <Group justify="space-between" wrap="nowrap" align="start">
          <Text fw={500} className={classes["name"] ?? ""}>
            {queue.name}
          </Text>
          <Text className="figures" fw={600}>
            {`${countUpTo(queue.waiting)} waiting`}
          </Text>
        </Group>
        <Text size="xs" c="dimmed">
          {queue.oldest ? `Oldest ${formatAgo(queue.oldest, Date.now())} · ` : ""}
          {countUpTo(queue.taken)} answered
        </Text>
      </UnstyledButton>
      {queue.isOfGroup ? null : (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          mt={4}
          leftSection={<IconTarget size={14} />}
          disabled={!may("workflow-run")}
          title={may("workflow-run") ? undefined : notAllowed}
          aria-label={`Target ${formatPercent(queue.targetPercent)} in ${queue.targetSeconds} s of queue ${queue.name}`}
          onClick={() => setTargetOpen(true)}
        >
          {`Target ${formatPercent(queue.targetPercent)} in ${queue.targetSeconds} s`}
        </Button>
      )}
      {isTargetOpen ? <QueueTarget queue={queue} close={() => setTargetOpen(false)} /> : null}
      <Group justify="space-between" mt={8}>
        <Switch
          size="xs"
          label={queue.open ? "Open" : "Closed"}
          aria-label={`Queue ${queue.name} is open`}
          checked={queue.open}
          disabled={!may("workflow-run")}
          title={may("workflow-run") ? undefined : notAllowed}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        {may("workflow-edit") ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Delete queue ${queue.name}`}
            onClick={() => void remove()}
          >
            <IconTrash size={16} />
          </ActionIcon>
        ) : null}
      </Group>
    </div>
  );
}

function useQueueActions({ queueId, name, waiting }: AgentQueue) {
  const refresh = useRefresh();
  const released =
    waiting > 0
      ? `${countUpTo(waiting)} waiting ${waiting === 1 ? "person continues" : "people continue"} without an agent. `
      : "";
  const change = async (isOpen: boolean): Promise<void> => {
    const isSure =
      isOpen ||
      waiting === 0 ||
      (await confirm({
        title: `Close queue ${name}?`,
        consequence: `${released}New contacts skip the queue while it is closed.`,
        confirm: "Close queue",
      }));
    if (!isSure) return;
    try {
      await callOne(agentQueueRoutes.update, { params: { queueId }, body: { open: isOpen } });
    } catch (problem) {
      toastError("Error updating queue", problem);
    }
    await refresh("/v4/agent");
  };
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Delete queue ${name}?`,
      consequence: `${released}The queue is created again when the next contact arrives.`,
      confirm: "Delete queue",
    });
    if (!isSure) return;
    try {
      await call(agentQueueRoutes.remove, { params: { queueId } });
      toastSuccess("Queue deleted", name);
    } catch (problem) {
      toastError("Error deleting queue", problem);
    }
    await refresh("/v4/agent");
  };
  return { change, remove };
}
