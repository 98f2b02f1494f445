import { Anchor, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Call, callRoutes } from "@trunkline/contract/calls/call.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import type { ReactNode } from "react";
import { oneOf } from "../../api/queries.ts";
import { DispositionPanel } from "../../dispositions/DispositionPanel.tsx";
import { CallStatus } from "../../history/CallStatus.tsx";
import { describeEnder, whoAnswered } from "../../history/callColumns.tsx";
import { theirNumber } from "../../history/historyCells.tsx";
import { NodeName } from "../../history/NodeName.tsx";
import { Recording } from "../../history/Recording.tsx";
import { RouteVerdicts } from "../../history/RouteOfHistory.tsx";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { formatLength } from "../../ui/text/formatTime.ts";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./CallPage.module.css";
import { CallStays } from "./CallStays.tsx";
import { describeCallEvent } from "./describeCallEvent.ts";
import { Supervise } from "./Supervise.tsx";

const liveMs = 2_000;
/** A recording can be late by hours. */
const fetchingMs = 30_000;
const crumbs = [{ label: "Calls", to: paths.calls }];
const openStatuses: readonly Call["status"][] = ["queued", "ringing", "in-progress"];
/** A recording and its callbacks may arrive after the call has ended. */
const settledMs = 60_000;
const isLive = ({ status, updated }: Call): boolean =>
  openStatuses.includes(status) || Date.now() - Date.parse(updated) < settledMs;

/** One call with its status, recording and events. */
export function CallPage() {
  const callId = usePathPart("callId") ?? "";
  const found = useQuery({
    ...oneOf(callRoutes.find, { params: { callId } }),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || isLive(data) ? liveMs : data.recordingFetch === "fetching" ? fetchingMs : false,
  });
  const call = found.data;
  if (call === undefined)
    return (
      <Page title="Call" crumbs={crumbs}>
        {found.isError ? (
          <ErrorState title="Error loading call" problem={found.error} retry={() => found.refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Page>
    );
  // "finished" only says that the prompts were played
  const events = call.events.filter(({ type }) => type !== "finished");
  const who = call.contactName ?? formatPhone(theirNumber(call));
  return (
    <Page
      title={`Call with ${who}`}
      heading={
        <span className={classes["heading"]}>
          Call with {who} <CallStatus call={call} />
        </span>
      }
      purpose={call.reasonText ?? (call.direction === "in" ? "Call to one of your numbers" : "Placed by a workflow")}
      crumbs={crumbs}
    >
      <div className={classes["columns"]}>
        <section aria-label="Events">
          <Title order={2} fz={16}>
            Events
          </Title>
          <Recording call={call} />
          {events.length === 0 ? (
            <Text c="dimmed" mt={8}>
              No events yet
            </Text>
          ) : (
            <ol className={classes["events"]} aria-label="Events">
              {events.map((event, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: events are never reordered
                <li key={index}>
                  <span className={classes["event"]}>{describeCallEvent(event, call.direction)}</span>
                  <span className={classes["when"]}>
                    <Time at={event.at} clock />
                  </span>
                </li>
              ))}
            </ol>
          )}
        </section>
        <Stack gap={16}>
          {call.status === "in-progress" ? <Supervise callId={call.callId} /> : null}
          <Facts call={call} />
          <CallStays callId={callId} refreshMs={isLive(call) ? liveMs : false} />
          {call.route === null ? null : (
            <div className={classes["routing"]}>
              <Title order={2} fz={14}>
                Routing
              </Title>
              <RouteVerdicts route={call.route} />
            </div>
          )}
          {call.contactId === null ? null : (
            <DispositionPanel
              contactId={call.contactId}
              callId={call.callId}
              on={call.direction === "in" ? "inbound" : "outbound"}
            />
          )}
        </Stack>
      </div>
    </Page>
  );
}

function Facts({ call }: { call: Call }) {
  const { contactId, contactName, journeyId, campaignId, campaignName, batchId, routeTag } = call;
  return (
    <dl className={classes["facts"]} aria-label="Facts">
      <Fact name="From">{formatPhone(call.from)}</Fact>
      <Fact name="To">{formatPhone(call.to)}</Fact>
      {contactId === null ? null : (
        <Fact name="Contact">
          <Anchor component={PathLink} to={paths.contact(contactId)} inherit underline="always">
            {contactName ?? formatPhone(theirNumber(call))}
          </Anchor>
        </Fact>
      )}
      {campaignId === null || batchId === null ? null : (
        <Fact name="Workflow">
          <Anchor component={PathLink} to={paths.batch(campaignId, batchId)} inherit underline="always">
            {campaignName ?? "Deleted workflow"}
          </Anchor>
        </Fact>
      )}
      {routeTag === null ? null : (
        <Fact name={campaignId === null ? "Workflow" : "Inbound workflow"}>
          <Anchor component={PathLink} to={paths.editInbound(routeTag)} inherit underline="always">
            {routeTag}
          </Anchor>
        </Fact>
      )}
      {journeyId === null ? null : (
        <Fact name="Journey">
          <Anchor component={PathLink} to={paths.journey(journeyId)} inherit underline="always">
            {call.nodeId === null ? (
              "Open journey"
            ) : (
              <NodeName campaignId={call.campaignName === null ? null : campaignId} node={call.nodeId} />
            )}
          </Anchor>
        </Fact>
      )}
      <Fact name="Time">
        <Time at={call.created} />
      </Fact>
      <Fact name="Answered by">{whoAnswered(call) ?? "---"}</Fact>
      {call.queue === null ? null : (
        <>
          <Fact name="Waited">
            {formatLength(call.waitSeconds === null ? null : Math.round(call.waitSeconds))} in {call.queue}
          </Fact>
          <Fact name="Ended by">{describeEnder(call)}</Fact>
        </>
      )}
      <Fact name="Length">{formatLength(call.durationSeconds)}</Fact>
      <Fact name="Keys">{call.digits || "---"}</Fact>
      <Fact name="Cost">{formatDollars(call.cost)}</Fact>
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes["fact"]}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
