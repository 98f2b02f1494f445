import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { callCenterRoutes } from "@trunkline/contract/agents/callCenter.ts";
import { useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import classes from "./CallStays.module.css";
import { describeStay } from "./describeStay.ts";

const mostStays = 50;

/** The queues in which a call waited, for users who may supervise calls. */
export function CallStays({ callId, refreshMs }: { callId: string; refreshMs: number | false }) {
  const may = useMay()("call-supervise");
  const stays = useQuery({
    ...listOf(callCenterRoutes.stays, { query: { callId, limit: mostStays } }),
    refetchInterval: refreshMs,
    enabled: may,
  });
  if (stays.isError && stays.data === undefined)
    return <ErrorState title="Error loading queues" problem={stays.error} retry={() => stays.refetch()} />;
  if (stays.data === undefined || stays.data.length === 0) return null;
  return (
    <section className={classes["stays"]} aria-label="Queues">
      <Title order={2} fz={14}>
        Queues
      </Title>
      <ol>
        {stays.data.toReversed().map((stay) => (
          <li key={stay.stayId}>
            <strong>{stay.name}</strong>
            <span>{describeStay(stay)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
