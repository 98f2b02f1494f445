import { Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { callOne } from "../api/call.ts";
import { notAllowed, useMay } from "../api/me.ts";
import { oneOf, useRefresh } from "../api/queries.ts";
import { toastError } from "../ui/page/toast.tsx";

/** The switch for the user's availability. */
export function Presence() {
  const agent = useQuery(oneOf(agentRoutes.find));
  const refresh = useRefresh();
  const may = useMay()("inbox-use");
  const save = async (isAvailable: boolean): Promise<void> => {
    try {
      await callOne(agentRoutes.update, { body: { status: isAvailable ? "available" : "away" } });
    } catch (problem) {
      toastError("Error changing your availability", problem);
    }
    await refresh("/v4/agent/");
  };
  if (!agent.data) return null;
  return (
    <Switch
      label="Available"
      checked={agent.data.status === "available"}
      disabled={!may}
      title={may ? undefined : notAllowed}
      onChange={(event) => void save(event.currentTarget.checked)}
    />
  );
}
