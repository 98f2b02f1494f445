import { Anchor, Button, Skeleton, Stack, Title } from "@mantine/core";
import { IconRoute, IconWalk } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type JourneyMove, journeyMoveRoutes } from "@trunkline/contract/runs/journeyMove.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { listOf, oneOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { usePathPart } from "../../../ui/page/usePathPart.ts";
import { Time } from "../../../ui/text/Time.tsx";
import { ChooseMoves } from "./ChooseMoves.tsx";
import { describeProgress, isAtWork } from "./describeMove.ts";
import { MoveView } from "./MoveView.tsx";
import classes from "./moves.module.css";

const movingMs = 700;

/** Contacts on their way on older versions, and the moves to the published one (decision 0087). */
export function OnTheirWayPage() {
  const campaignId = usePathPart("campaignId") ?? "";
  const [{ run: batchId, move: moveId }, setAddress] = useAddress();
  const campaign = useQuery(oneOf(campaignRoutes.find, { params: { campaignId } }));
  const found = useQuery(
    oneOf(journeyMoveRoutes.onTheirWay, {
      params: { campaignId },
      query: { ...(batchId !== undefined && { batchId }) },
    }),
  );
  const name = campaign.data?.campaignName ?? "Workflow";
  const open = (id: string | undefined) => setAddress({ move: id });
  return (
    <Page
      title="Contacts on their way"
      purpose={`Contacts stay on the version of ${name} they started with${batchId === undefined ? "" : " in this run"}, unless you move them.`}
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
      {found.isError && found.data === undefined ? (
        <ErrorState title="Could not load the contacts" problem={found.error} retry={() => found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton height={240} />
      ) : moveId !== undefined ? (
        <OneMove
          campaignId={campaignId}
          moveId={moveId}
          back={() => {
            open(undefined);
            void found.refetch();
          }}
        />
      ) : found.data.total === 0 ? (
        <EmptyState icon={IconWalk} title="No contacts on older versions">
          {`Everyone who is on their way is on version ${found.data.version}, the published one.`}
        </EmptyState>
      ) : (
        <ChooseMoves campaignId={campaignId} batchId={batchId} found={found.data} open={open} />
      )}
      {moveId === undefined && <EarlierMoves campaignId={campaignId} open={open} />}
    </Page>
  );
}

function OneMove({ campaignId, moveId, back }: { campaignId: string; moveId: string; back: () => void }) {
  const move = useQuery({
    ...oneOf(journeyMoveRoutes.find, { params: { campaignId, moveId } }),
    refetchInterval: ({ state }) => (state.data !== undefined && isAtWork(state.data) ? movingMs : false),
  });
  if (move.isError && move.data === undefined)
    return <ErrorState title="Could not load the move" problem={move.error} retry={() => move.refetch()} />;
  if (move.data === undefined) return <Skeleton height={240} />;
  return <MoveView key={moveId} move={move.data} back={back} />;
}

function EarlierMoves({ campaignId, open }: { campaignId: string; open: (moveId: string) => void }) {
  const moves = useQuery(listOf(journeyMoveRoutes.list, { params: { campaignId }, query: { limit: 20 } }));
  const started = (moves.data ?? []).filter(isStarted);
  if (started.length === 0) return null;
  return (
    <Stack gap={8} component="section" aria-label="Moves">
      <Title order={2} fz={16}>
        Moves
      </Title>
      <ul className={classes["rows"]}>
        {started.map((move) => (
          <li key={move.moveId} className={classes["row"]}>
            <Anchor component="button" type="button" ta="left" fw={500} onClick={() => open(move.moveId)}>
              {`To version ${move.version}`}
            </Anchor>
            <span>{describeProgress(move)}</span>
            <span className={classes["note"]}>
              {move.by} <Time at={move.created} />
            </span>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** Simulations that were given up are not listed. */
const isStarted = ({ status, moved, left, goneOn }: JourneyMove): boolean =>
  status !== "cancelled" || moved + left + goneOn > 0;
