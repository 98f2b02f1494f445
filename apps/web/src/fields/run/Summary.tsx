import { Alert, Button, Skeleton, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import type { Forecast } from "@trunkline/contract/runs/batch.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import type { ReactNode } from "react";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { formatCount, formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { formatDuration, formatTime } from "../../ui/text/formatTime.ts";
import { forecastOf } from "./forecastOf.ts";
import { type RunForm, runIssues } from "./runRequest.ts";
import classes from "./Summary.module.css";
import { useDryRun } from "./useDryRun.ts";

const settleMs = 400;
/** Whether the form says everything but a name. */
const isComplete = (form: RunForm): boolean => Object.keys(runIssues({ ...form, displayName: "any" })).length === 0;

/** An estimate of the run before it starts: contacts, filtered contacts with reasons, messages, duration and cost (spec 2 §2.6). */
export function Summary({
  campaign,
  form,
  at,
}: {
  campaign: Campaign | undefined;
  form: RunForm;
  /** The start time; undefined for now. */
  at: string | undefined;
}) {
  const isReady = campaign !== undefined && isComplete(form);
  const [settled] = useDebouncedValue(JSON.stringify({ form, at }), settleMs);
  const asked = JSON.parse(settled) as { form: RunForm; at?: string };
  const dryRun = useDryRun();
  const forecast = useQuery({
    ...forecastOf(campaign?.campaignId ?? "", asked.form, asked.at),
    enabled: isReady && isComplete(asked.form),
    placeholderData: (before) => before,
    retry: false,
  });
  return (
    <section className={classes["summary"]} aria-label="Summary" aria-busy={isReady && forecast.isFetching}>
      <Title order={2}>Summary</Title>
      {!isReady ? (
        <Text size="sm" c="dimmed" mt={8}>
          {campaign ? "Choose contacts to see an estimate." : "Choose a workflow and contacts to see an estimate."}
        </Text>
      ) : forecast.isError ? (
        <Alert color="red" role="alert" mt={12} title="Could not load the estimate">
          {messageOfFailure(forecast.error)}
        </Alert>
      ) : forecast.data ? (
        <>
          <Estimate of={forecast.data} begins={at === undefined ? "now" : "then"} />
          <Button
            variant="default"
            mt={12}
            loading={dryRun.isStarting}
            onClick={() => void dryRun.open(campaign?.campaignId ?? "", form, at === undefined ? {} : { at })}
          >
            Dry run
          </Button>
        </>
      ) : (
        <Skeleton height={72} mt={12} />
      )}
    </section>
  );
}

function Estimate({ of, begins }: { of: Forecast; begins: "now" | "then" }) {
  const filtered = of.selected - of.enrolled;
  const sent = of.texts + of.rcs + of.calls;
  const pace = describePace(of, begins);
  return (
    <>
      {of.numbers === 0 && sent + of.blocked.length > 0 && (
        <Alert color="yellow" mt={12} title="No number to send from">
          The workflow's number set is empty, so every text and call would be blocked.
        </Alert>
      )}
      <dl className={classes["figures"]}>
        <Figure label="Contacts" note={`of ${formatCount(of.selected)} selected`}>
          {formatCount(of.enrolled)}
        </Figure>
        <Figure
          label="Filtered"
          note={of.filtered.map(({ reasonText, count }) => `${formatCount(count)}: ${reasonText}`).join("; ")}
        >
          {formatCount(filtered)}
        </Figure>
        <Figure label="Sends" note={kindsOf(of)}>
          {of.segments > 0
            ? `${about(of)}${plural(of.segments, "segment")}`
            : sent === 0
              ? "Nothing"
              : `${about(of)}${formatCount(sent)}`}
        </Figure>
        <Figure label="Duration" note={of.boundBy ? paceNotes[of.boundBy] : ""}>
          {of.takesSeconds > 0 ? formatDuration(of.takesSeconds) : "As fast as possible"}
        </Figure>
        <Figure label="Cost" note="at your account's prices">
          {`${about(of)}${formatDollars(of.cost)}`}
        </Figure>
      </dl>
      {of.blocked.map(({ reason, reasonText, count }) => (
        <Text key={reason} size="sm" mt={8}>
          {`${about(of)}${formatCount(count)} would not be sent because ${reasonText}.`}
        </Text>
      ))}
      {pace && (
        <Text size="sm" mt={12}>
          {pace}
        </Text>
      )}
      {of.dayCaps.map((cap) => (
        <Text key={`${cap.brandName} ${cap.carrier}`} size="sm" mt={8}>
          {describeDayCap(cap, about(of))}
        </Text>
      ))}
      <Text size="xs" c="dimmed" mt={12}>
        {`Contact counts are exact. Messages and cost are estimated by running ${plural(of.sampled, "contact")} through the workflow without replies. Each call counts as one minute.`}
      </Text>
    </>
  );
}

const paceNotes = { rate: "at this rate", carrier: "at the carrier's limit" } as const;

/** Whether the rate or the carriers limit the run, how long the other would take, and when the last message is sent. */
function describePace(
  { boundBy, beginSeconds, carrierSeconds, slowest, sharedBy, lastSendAt }: Forecast,
  begins: "now" | "then",
): string {
  const limit =
    slowest &&
    `${formatCount(slowest.perSecond)} ${slowest.unit} a second ${slowest.what === "number" ? `from ${formatPhone(slowest.name)}${slowest.at ? ` to ${slowest.at}` : ""}` : `over ${slowest.name}`}`;
  const shared =
    sharedBy > 0 && limit ? `${plural(sharedBy, "other run")} ${sharedBy === 1 ? "shares" : "share"} this limit.` : "";
  const limitedBy =
    boundBy === "carrier"
      ? `The carrier limits this run to ${limit}. ${beginSeconds > 0 ? `The rate alone would take ${formatDuration(beginSeconds)}.` : "The rate sets no limit."}`
      : boundBy === "rate"
        ? `The rate limits this run. ${limit ? `The carrier alone would take ${formatDuration(carrierSeconds)} at ${limit}.` : "The carrier sets no limit."}`
        : "";
  const last = lastSendAt ? `If it starts ${begins}, the last message is sent at about ${formatTime(lastSendAt)}.` : "";
  return [limitedBy, shared, last].filter(Boolean).join(" ");
}

/** A carrier's daily limit for the brand, how much of it is used, and how many days the run needs. */
function describeDayCap(
  { carrier, brandName, perDay, usedToday, waiting, segments, days }: Forecast["dayCaps"][number],
  approximately: string,
): string {
  const used = [
    usedToday > 0 ? `${formatCount(usedToday)} used today` : "",
    waiting > 0 ? `${formatCount(waiting)} waiting for the next day` : "",
  ].filter(Boolean);
  const cap = `${carrier} accepts ${plural(perDay, "segment")} a day from ${brandName}`;
  const known = used.length > 0 ? ` (${used.join(", ")})` : "";
  return `${cap}${known}. This run sends ${approximately}${formatCount(segments)} there ${days > 1 ? `over ${days} days. The rest of each day waits until midnight Pacific time` : "on one day"}.`;
}

const about = (of: Forecast): string => (of.sampled < of.enrolled ? "about " : "");

const kindsOf = (of: Forecast): string =>
  [
    of.texts > 0 ? plural(of.texts, "text") : "",
    of.rcs > 0 ? plural(of.rcs, "RCS message") : "",
    of.calls > 0 ? plural(of.calls, "call") : "",
    of.emails > 0 ? plural(of.emails, "e-mail") : "",
  ]
    .filter(Boolean)
    .join(", ");

const Figure = ({ label, note, children }: { label: string; note: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {note && <small>{note}</small>}
    </dd>
  </div>
);
