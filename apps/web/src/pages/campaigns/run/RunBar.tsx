import { ActionIcon, Button, Text } from "@mantine/core";
import { IconArrowRight, IconX } from "@tabler/icons-react";
import { useCanvasStore } from "../../../canvas/canvasStore.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { Progress } from "../../../ui/page/Progress.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { Tooltip } from "../../../ui/tip/Tooltip.tsx";
import classes from "../editor/Editor.module.css";
import { BatchStatus } from "./BatchStatus.tsx";
import { underWay } from "./progressNote.ts";
import { useRunCounts } from "./useRunCounts.ts";

/** The bar of the run shown on the canvas, with its progress, a link to its page and a Hide button. */
export function RunBar({ campaignId }: { campaignId: string }) {
  const [address, setAddress] = useAddress();
  const store = useCanvasStore();
  const batchId = address["run"];
  const batch = useRunCounts(store, campaignId, batchId).data;
  if (batchId === undefined || batch === undefined) return null;
  const moving = underWay(batch);
  return (
    <section className={classes["run"]} aria-label="Run">
      <Text fw={500} truncate maw={320} title={batch.displayName}>
        {batch.displayName}
      </Text>
      <BatchStatus batch={batch} />
      <div className={classes["runProgress"]}>
        <Progress
          done={batch.started}
          total={batch.total}
          isContinued={batch.waiting > 0}
          label={`Progress of ${batch.displayName}`}
        />
      </div>
      {moving !== null && (
        <Text size="sm" c="dimmed">
          {moving}
        </Text>
      )}
      <span className={classes["spring"]} />
      <Button
        flex="none"
        size="compact-sm"
        variant="light"
        rightSection={<IconArrowRight size={14} />}
        component={PathLink}
        to={paths.batch(campaignId, batchId)}
      >
        Open run
      </Button>
      <Tooltip label="Hide run">
        <ActionIcon variant="subtle" color="gray" aria-label="Hide run" onClick={() => setAddress({ run: undefined })}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </section>
  );
}
