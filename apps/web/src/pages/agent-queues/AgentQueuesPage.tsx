import { Button, Group, Stack } from "@mantine/core";
import { IconHeadset, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { agentQueueRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { Presence } from "../../phone/Presence.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import classes from "./AgentQueuesPage.module.css";
import { Agents } from "./Agents.tsx";
import { AnsweredContacts } from "./AnsweredContacts.tsx";
import { QueueList } from "./QueueList.tsx";
import { WaitingContacts } from "./WaitingContacts.tsx";

const loadNewQueue = () => import("./NewQueue.tsx");
const NewQueue = later(async () => (await loadNewQueue()).NewQueue, { frame: overThePage });
const soon = [loadNewQueue];

/** Polling interval, so that changes by other users appear. */
const refreshMs = 2000;
/** Contacts leave a queue when their time is over, without a change. */
const clockMs = 10_000;

/** Agents answer waiting callers and contacts of workflows here (spec 2 §3.3 agentQueue; telecom §8). */
export function AgentQueuesPage() {
  usePreload(soon);
  const pollMs = useLivePoll(refreshMs, clockMs);
  const queues = useQuery({ ...listOf(agentQueueRoutes.list), refetchInterval: pollMs });
  const [address, change] = useAddress();
  const may = useMay();
  const open = queues.data?.find(({ queueId }) => queueId === address["queue"]) ?? queues.data?.[0];
  const create = may("workflow-edit") ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => change({ create: "yes" })}>
      Agent Queue
    </Button>
  ) : null;
  return (
    <Page
      title="Agent Queues"
      purpose="Contacts and callers waiting for an agent."
      actions={
        <Group gap={16}>
          <Presence />
          {create}
        </Group>
      }
    >
      {queues.isError && !queues.data ? (
        <ErrorState title="Error loading agent queues" problem={queues.error} retry={() => queues.refetch()} />
      ) : queues.data?.length === 0 ? (
        <EmptyState icon={IconHeadset} title="No queues yet" action={create}>
          A queue is created when the first contact reaches an Agent Queue node or the first caller waits in it. You can
          also create one here.
        </EmptyState>
      ) : (
        <div className={classes["columns"]}>
          <Stack gap={24}>
            <QueueList queues={queues.data} open={open} onOpen={(queue) => change({ queue })} />
            <Agents refreshMs={pollMs} />
          </Stack>
          <div className={classes["contacts"]}>
            {open ? <WaitingContacts queue={open} refreshMs={pollMs} /> : null}
            <AnsweredContacts />
          </div>
        </div>
      )}
      {address["create"] ? <NewQueue close={() => change({ create: undefined })} /> : null}
    </Page>
  );
}
