import { useQuery } from "@tanstack/react-query";
import { agentQueueRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { liveListRoutes } from "@trunkline/contract/agents/livelist.ts";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { dispositionRoutes } from "@trunkline/contract/dispositions/disposition.ts";
import { listOf } from "../../api/queries.ts";
import { Choice } from "../../ui/form/Choice.tsx";
import type { Address } from "../../ui/page/useAddress.ts";

/** The filters that only calls have: where the caller waited, the disposition, and the recording. */
export function CallFilters({ address, change }: { address: Address; change: (change: Address) => void }) {
  const queues = useQuery(listOf(agentQueueRoutes.list)).data?.map(({ name }) => name) ?? [];
  const groups = useQuery(listOf(workGroupRoutes.list)).data?.map(({ name }) => name) ?? [];
  const lists = useQuery(listOf(liveListRoutes.list)).data?.map(({ listName }) => listName) ?? [];
  const dispositions = useQuery(listOf(dispositionRoutes.list)).data?.map(({ key }) => key) ?? [];
  return (
    <>
      <Choice
        label="Queue"
        none="Any queue"
        width={128}
        data={optionsOf([...queues, ...groups, ...lists], address["queue"])}
        value={address["queue"]}
        onChange={(queue) => change({ queue })}
      />
      <Choice
        label="Disposition"
        none="Any disposition"
        width={140}
        data={optionsOf(dispositions, address["disposition"])}
        value={address["disposition"]}
        onChange={(disposition) => change({ disposition })}
      />
      <Choice
        label="Recording"
        none="Any recording"
        width={128}
        data={[
          { value: "yes", label: "With recording" },
          { value: "no", label: "Without" },
        ]}
        value={address["recording"]}
        onChange={(recording) => change({ recording })}
      />
    </>
  );
}

/** Names as options, each once whatever its case. The chosen one is there also after it was deleted. */
function optionsOf(names: readonly string[], chosen: string | undefined): { value: string; label: string }[] {
  const all = new Map([...names, ...(chosen ? [chosen] : [])].map((name) => [name.toLowerCase(), name] as const));
  const own = chosen === undefined ? all : all.set(chosen.toLowerCase(), chosen);
  return [...own.values()].sort((a, b) => a.localeCompare(b, "en")).map((value) => ({ value, label: value }));
}
