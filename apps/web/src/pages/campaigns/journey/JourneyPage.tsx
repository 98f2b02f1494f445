import { Anchor, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { callRoutes } from "@trunkline/contract/calls/call.ts";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { type Journey, journeyRoutes } from "@trunkline/contract/journeys/journey.ts";
import { messageRoutes } from "@trunkline/contract/messages/message.ts";
import { type Batch, batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { describeVariable } from "@trunkline/workflow/parts/describeVariable.ts";
import { useMemo } from "react";
import { listOf, oneOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { usePathPart } from "../../../ui/page/usePathPart.ts";
import { describeZoneSource } from "../../../ui/text/describeZoneSource.ts";
import { formatPhone } from "../../../ui/text/formatFigure.ts";
import { formatClock } from "../../../ui/text/formatTime.ts";
import { Time } from "../../../ui/text/Time.tsx";
import { BatchStatus } from "../run/BatchStatus.tsx";
import { HaltedRun } from "../run/HaltedRun.tsx";
import classes from "./JourneyPage.module.css";
import { JourneyStatus } from "./JourneyStatus.tsx";
import { SaveTestButton } from "./SaveTestButton.tsx";
import { Story } from "./Story.tsx";
import { callStep, type StoryLine, storyOf } from "./story.ts";

const liveMs = 3_000;

/** One contact's journey through a workflow, step by step and updated live. */
export function JourneyPage() {
  const journeyId = usePathPart("journeyId") ?? "";
  const journey = useQuery({
    ...oneOf(journeyRoutes.find, { params: { journeyId } }),
    refetchInterval: (query) => (isOver(query.state.data) ? false : liveMs),
  });
  const messages = useQuery({
    ...listOf(messageRoutes.list, { query: { journeyId, limit: 500 } }),
    // delivery receipts may arrive after the journey has ended
    refetchInterval: liveMs,
  });
  const calls = useQuery({ ...listOf(callRoutes.list, { query: { journeyId, limit: 500 } }), refetchInterval: liveMs });
  const story = useMemo(
    () => storyOf(journey.data?.steps ?? [], messages.data ?? [], calls.data ?? []),
    [journey.data, messages.data, calls.data],
  );
  if (journey.isError && journey.data === undefined) {
    return (
      <Page title="Journey">
        <ErrorState
          title="There was an error getting workflow log"
          problem={journey.error}
          retry={() => journey.refetch()}
        />
      </Page>
    );
  }
  if (journey.data === undefined) {
    return (
      <Page title="Journey">
        <Skeleton height={64} />
        <Skeleton height={320} />
      </Page>
    );
  }
  return <LoadedJourney journey={journey.data} story={story} />;
}

/** The contact's time zone, if it is known and its clock differs from the reader's. */
function useContactZone(contactId: string): string | undefined {
  const [zone, ...others] = useQuery(oneOf(contactRoutes.find, { params: { contactId } })).data?.zones ?? [];
  const now = new Date().toISOString();
  if (zone === undefined || others.length > 0 || formatClock(now, zone) === formatClock(now)) return undefined;
  return zone;
}

function LoadedJourney({ journey: data, story }: { journey: Journey; story: readonly StoryLine[] }) {
  const who = data.contactName || formatPhone(data.phone);
  const { campaignId, batchId } = data;
  const zone = useContactZone(data.contactId);
  // the run may be paused during the journey
  const run = useQuery({
    ...oneOf(batchRoutes.find, { params: { campaignId, batchId } }),
    refetchInterval: isOver(data) ? false : liveMs,
  }).data;
  return (
    <Page
      title={`Journey of ${who}`}
      heading={
        <span className={classes["heading"]}>
          Journey of {who} <JourneyStatus journey={data} />
        </span>
      }
      purpose={
        <>
          Through{" "}
          <Anchor
            component={PathLink}
            to={paths.editCampaign(campaignId)}
            search={{ version: String(data.version) }}
            inherit
            underline="always"
          >
            {data.campaignName}
          </Anchor>
          , version {data.version}
        </>
      }
      crumbs={[
        { label: "Enrollments", to: paths.enrollments },
        { label: run?.displayName ?? "Run", to: paths.batch(campaignId, batchId) },
      ]}
      actions={<SaveTestButton journey={data} />}
    >
      {run && !isOver(data) && <HaltedRun status={run.status} />}
      <div className={classes["columns"]}>
        <Story story={story} campaignId={data.campaignId} version={data.version} zone={zone} />
        <Facts journey={data} run={run} />
      </div>
    </Page>
  );
}

const isOver = (journey: Journey | undefined): boolean => journey?.status === "done" || journey?.status === "failed";

function Facts({ journey, run }: { journey: Journey; run: Batch | undefined }) {
  const { contactId } = journey;
  const contact = useQuery(oneOf(contactRoutes.find, { params: { contactId } })).data;
  const vars = Object.entries(journey.vars);
  const names = new Map((journey.steps ?? []).map((step) => [step.nodeId, callStep(step)]));
  return (
    <aside className={classes["facts"]} aria-label="Facts">
      <dl>
        <Fact name="Contact">
          <Anchor component={PathLink} to={paths.contact(contactId)} inherit>
            {journey.contactName || formatPhone(journey.phone)}
          </Anchor>
        </Fact>
        <Fact name="Phone">{formatPhone(journey.phone)}</Fact>
        {run && (
          <Fact name="Run">
            <Anchor component={PathLink} to={paths.batch(run.campaignId, run.batchId)} inherit>
              {run.displayName}
            </Anchor>{" "}
            <BatchStatus batch={run} />
          </Fact>
        )}
        <Fact name="Started">
          <Time at={journey.started} />
        </Fact>
        {journey.wakeAt !== null && (
          <Fact name="Waiting until">
            <Time at={journey.wakeAt} />
          </Fact>
        )}
        {journey.reasonText !== null && <Fact name="Reason">{journey.reasonText}</Fact>}
        {contact && contact.zones.length > 0 && (
          <Fact name="Time zone">
            {contact.zones.join(", ")}
            <span className={classes["note"]}>{describeZoneSource(contact.zonesFrom)}</span>
          </Fact>
        )}
        {vars.map(([name, value]) => (
          <Fact key={name} name={describeVariable(name, (id) => names.get(id))} variable={name}>
            {value === "" ? "---" : value}
          </Fact>
        ))}
      </dl>
    </aside>
  );
}

interface FactProps {
  name: string;
  /** The variable that the fact is the value of. */
  variable?: string;
  children: React.ReactNode;
}

const Fact = ({ name, variable, children }: FactProps) => (
  <div className={classes["fact"]}>
    <dt data-code={variable === name || undefined} title={variable}>
      {name}
    </dt>
    <dd>{children}</dd>
  </div>
);
