import { Button, Skeleton } from "@mantine/core";
import { IconRoute, IconScale } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Campaign, campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { oneOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { usePathPart } from "../../../ui/page/usePathPart.ts";
import { Facts } from "../../../ui/text/Facts.tsx";
import { formatCount, formatDollars } from "../../../ui/text/formatFigure.ts";
import { Comparisons } from "./Comparisons.tsx";

const refreshMs = 60_000;

/** The results of an outbound workflow over all its runs, with its versions and branches compared. */
export function ResultsPage() {
  const campaignId = usePathPart("campaignId") ?? "";
  const campaign = useQuery(oneOf(campaignRoutes.find, { params: { campaignId } }));
  const name = campaign.data?.campaignName ?? "Workflow";
  return (
    <Page
      title="Results"
      purpose={`All runs of ${name}.`}
      crumbs={[
        { label: "Workflows", to: paths.campaigns },
        { label: name, to: paths.editCampaign(campaignId) },
      ]}
      actions={
        <Button
          variant="default"
          leftSection={<IconRoute size={16} />}
          component={PathLink}
          to={paths.editCampaign(campaignId)}
        >
          Open workflow
        </Button>
      }
    >
      {campaign.isError && campaign.data === undefined ? (
        <ErrorState title="Could not load the workflow" problem={campaign.error} retry={() => campaign.refetch()} />
      ) : campaign.data === undefined ? (
        <Skeleton height={240} aria-busy role="status" aria-label="Loading" />
      ) : (
        <>
          <Facts of={factsOf(campaign.data)} />
          <Comparisons
            campaignId={campaignId}
            refreshMs={refreshMs}
            none={<NothingToCompare campaignId={campaignId} />}
          />
        </>
      )}
    </Page>
  );
}

function NothingToCompare({ campaignId }: { campaignId: string }) {
  return (
    <EmptyState
      icon={IconScale}
      title="Nothing to compare yet"
      action={
        <Button variant="default" component={PathLink} to={paths.createRunner} search={{ campaignId }}>
          Start a run
        </Button>
      }
    >
      Once contacts have started, the branches of a Percent node and the versions of the workflow are compared here,
      with a sentence that says which one is ahead.
    </EmptyState>
  );
}

const factsOf = ({ sends, replies, optOuts, clicks, cost }: Campaign) =>
  [
    ["Texts sent", formatCount(sends)],
    ["Replies", formatCount(replies)],
    ["Opt-outs", formatCount(optOuts)],
    ["Clicks", formatCount(clicks)],
    ["Cost", formatDollars(cost)],
  ] as const;
