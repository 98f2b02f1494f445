import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { useEffect, useState } from "react";
import { callOne, type Input } from "../api/call.ts";
import { messageOfFailure } from "../ui/page/toast.tsx";
import classes from "./Script.module.css";

/** A faster answer shows no loading state. */
const skeletonDelayMs = 400;

/**
 * The agent script that the account's webhook returns (spec 2 §3.6 dynamic_script). Renders nothing without such a
 * webhook. `about` names the queue entry, the conversation or the call.
 */
export function Script({ about }: { about: Input<typeof agentRoutes.script>["body"] }) {
  // requested once and again only on demand, because each request goes to another system
  const script = useQuery({
    queryKey: ["script", about],
    queryFn: () => callOne(agentRoutes.script, { body: about }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const isLate = useLate();
  if (script.isPending)
    return isLate ? (
      <Stack gap={8} className={classes["loading"]} aria-busy aria-label="Loading the script">
        <Skeleton height={14} />
        <Skeleton height={14} width="70%" />
      </Stack>
    ) : null;
  const failure = script.isError ? messageOfFailure(script.error) : script.data.reason;
  if (failure !== null)
    return (
      <Stack gap={4} className={classes["loading"]} align="start">
        <Text size="sm" c="red" role="alert" style={{ overflowWrap: "anywhere" }}>
          No script: {failure}
        </Text>
        <Button size="compact-sm" variant="default" loading={script.isFetching} onClick={() => script.refetch()}>
          Try again
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

function useLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), skeletonDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
