import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { agentRoutes } from "@trunkline/contract/agentqueue.ts";
import { callOne } from "../../api/call.ts";
import { messageOfFailure } from "../../ui/toast.tsx";
import classes from "./AgentQueuesPage.module.css";

/** What the account's script webhook says about a contact that you took (spec 2 §3.6 dynamic_script); nothing where there is none. */
export function Script({ holdId }: { holdId: string }) {
  // asked when the contact is opened, and again only by hand: each time is a request to another system
  const script = useQuery({
    queryKey: ["script", holdId],
    queryFn: () => callOne(agentRoutes.script, { body: { holdId } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (script.isPending)
    return (
      <Stack gap={8} mb={12} aria-busy aria-label="Loading the script">
        <Skeleton height={14} />
        <Skeleton height={14} width="70%" />
      </Stack>
    );
  const failure = script.isError ? messageOfFailure(script.error) : script.data.reason;
  if (failure !== null)
    return (
      <Stack gap={4} mb={12} align="start">
        <Text size="sm" c="red" role="alert" style={{ overflowWrap: "anywhere" }}>
          No script: {failure}
        </Text>
        <Button size="compact-sm" variant="default" loading={script.isFetching} onClick={() => script.refetch()}>
          Ask again
        </Button>
      </Stack>
    );
  if (!script.data?.script) return null;
  return (
    <section className={classes["script"]} aria-label="Script">
      {script.data.script}
    </section>
  );
}
