import { Button, Skeleton } from "@mantine/core";
import { IconRoute, IconScale } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { messageFigures } from "@trunkline/contract/messages/message.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { type Campaign, campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { oneOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { usePathPart } from "../../../ui/page/usePathPart.ts";
import { formatShare } from "../../../ui/text/formatFigure.ts";
import { Figure, Figures } from "../run/Figure.tsx";
import { Comparisons } from "./Comparisons.tsx";

const refreshMs = 60_000;
type MessageFigure = (typeof messageFigures)[number];

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
          <AllRuns campaign={campaign.data} />
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

/** What all runs of the workflow did. The links lead to the counted texts. */
function AllRuns({ campaign: { campaignId, sends, replies, optOuts, clicks, cost } }: { campaign: Campaign }) {
  const ofSent = (count: number) => `${formatShare(count, sends)} of sent texts`;
  const textsOf = (figure: MessageFigure) => ({ to: paths.messages, search: { workflow: campaignId, figure } });
  return (
    <Figures label="Figures of all runs">
      <Figure name="Texts sent" value={sends} {...textsOf("sent")} />
      <Figure name="Replies" value={replies} note={ofSent(replies)} {...textsOf("replies")} />
      <Figure name="Opt-outs" value={optOuts} note={ofSent(optOuts)} {...textsOf("optOuts")} />
      <Figure name="Clicks" value={clicks} note={ofSent(clicks)} />
      <Figure name="Cost" value={formatDollars(cost)} />
      <Figure name="Cost per reply" value={replies === 0 ? undefined : formatDollars(cost / replies)} />
    </Figures>
  );
}
