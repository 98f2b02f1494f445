import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Batch, batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { listOf } from "../../../api/queries.ts";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { Tooltip } from "../../../ui/tip/Tooltip.tsx";

const refreshMs = 15_000;
/** Runs that are looked at; more of one workflow are hardly in progress at a time. */
const newest = 20;

const hasStarted = ({ status }: Batch) => status !== "Not started";
const isUnderWay = ({ status }: Batch) => status === "In Progress" || status === "Paused";

/** A switch in the canvas toolbar that shows the newest run on the drawing, and says how many runs are in progress. */
export function LatestRun({ campaignId }: { campaignId: string }) {
  const [{ run: shown }, setAddress] = useAddress();
  const runs = useQuery({
    ...listOf(batchRoutes.list, { query: { campaignId, limit: newest } }),
    refetchInterval: refreshMs,
  }).data?.filter(hasStarted);
  const [latest] = runs ?? [];
  if (runs === undefined || latest === undefined) return null;
  const underWay = runs.filter(isUnderWay).length;
  const isShown = shown === latest.batchId;
  return (
    <Tooltip label={`${latest.displayName}: contacts on the cards, shares on the lines`}>
      <Button
        size="compact-sm"
        variant={isShown ? "light" : "subtle"}
        color={isShown ? undefined : "gray"}
        aria-pressed={isShown}
        onClick={() => setAddress({ run: isShown ? undefined : latest.batchId })}
      >
        {underWay === 0 ? (
          "Latest run"
        ) : (
          <StatusBadge tone="going">{underWay === 1 ? "Run in progress" : `${underWay} runs in progress`}</StatusBadge>
        )}
      </Button>
    </Tooltip>
  );
}
