import { Alert, Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Batch } from "@trunkline/contract/runs/batch.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { listOf, oneOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";

/** Says that a newer version is published, or that contacts of the run are on other versions than the drawing shows. */
export function RunVersions({ batch: { campaignId, batchId, version, status } }: { batch: Batch }) {
  const isOver = status === "Done";
  const campaign = useQuery({ ...oneOf(campaignRoutes.find, { params: { campaignId } }), enabled: !isOver }).data;
  const counts = useQuery(listOf(campaignRoutes.counts, { params: { campaignId }, query: { batchId } })).data ?? [];
  const moved = counts.reduce((sum, count) => (count.version === version ? sum : sum + Math.max(0, count.here)), 0);
  const isOld = campaign !== undefined && campaign.workflowVersion > version;
  if (isOver || (moved === 0 && !isOld)) return null;
  return (
    <Alert color="blue" variant="light" role="note">
      {moved > 0
        ? `${plural(moved, "contact")} of this run ${moved === 1 ? "is" : "are"} on another version than the drawing shows. `
        : `Version ${campaign?.workflowVersion} is published. Contacts of this run stay on version ${version}. `}
      <Anchor
        component={PathLink}
        to={paths.onTheirWay(campaignId)}
        search={{ run: batchId }}
        inherit
        underline="always"
      >
        Contacts on their way
      </Anchor>
    </Alert>
  );
}
