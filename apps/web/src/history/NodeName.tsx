import { useQuery } from "@tanstack/react-query";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { readName } from "@trunkline/workflow/outbound/nodeName.ts";
import { callOne } from "../api/call.ts";
import { useSoon } from "../ui/page/usePreload.ts";

interface Props {
  /** Null where the workflow is deleted. */
  campaignId: string | null;
  node: number;
}

/** A node of a workflow in lists: the name that it has now, with its number when it is pointed at, else its number (decision 0075). */
export function NodeName({ campaignId, node }: Props) {
  const isSoon = useSoon();
  const names = useQuery({
    queryKey: ["given names of nodes", campaignId],
    queryFn: async () => {
      const params = { campaignId: campaignId ?? "" };
      return namesIn((await callOne(campaignVersionRoutes.workflow, { params })).workflow);
    },
    enabled: isSoon && campaignId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const number = `Node ${node}`;
  const name = names.data?.get(node);
  return name === undefined ? number : <span title={number}>{name}</span>;
}

/** The names in a saved workflow, by node. */
function namesIn(text: string): Map<number, string> {
  const { nodes = [] } = JSON.parse(text) as { nodes?: { id: number; name?: unknown }[] };
  return new Map(
    nodes.flatMap(({ id, name }) => {
      const given = readName(name);
      return given === undefined ? [] : [[id, given] as const];
    }),
  );
}
