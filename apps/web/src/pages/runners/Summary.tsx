import { Alert, Skeleton, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { batchRoutes, type Forecast } from "@trunkline/contract/runs/batch.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import type { ReactNode } from "react";
import { oneOf } from "../../api/queries.ts";
import { type RunForm, runBody, runIssues } from "../../fields/run/runRequest.ts";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { formatCount, formatDollars, formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { formatDuration, formatTime } from "../../ui/text/formatTime.ts";
import classes from "./Summary.module.css";

const settleMs = 400;

/** What would come of the run, before it starts: for whom, who is left out and why, what is sent, how long, at what cost (spec 2 §2.6). */
export function Summary({
  campaign,
  form,
  at,
}: {
  campaign: Campaign | undefined;
  form: RunForm;
  /** When it begins; now unless told. */
  at: string | undefined;
}) {
  const { displayName: _name, start: _start, ...run } = runBody(form);
  const body = { ...run, ...(at !== undefined && { at }) };
  const isReady = campaign !== undefined && Object.keys(runIssues({ ...form, displayName: "any" })).length === 0;
  const [settled] = useDebouncedValue(JSON.stringify(body), settleMs);
  const forecast = useQuery({
    ...oneOf(batchRoutes.forecast, { params: { campaignId: campaign?.campaignId ?? "" }, body: JSON.parse(settled) }),
    enabled: isReady,
    placeholderData: (before) => before,
    retry: false,
  });
  return (
    <section className={classes["summary"]} aria-label="Summary" aria-busy={isReady && forecast.isFetching}>
      <Title order={2}>Summary</Title>
      {!isReady ? (
        <Text size="sm" c="dimmed" mt={8}>
          Choose a workflow and its contacts: here stands what would come of the run.
        </Text>
      ) : forecast.isError ? (
        <Alert color="red" role="alert" mt={12} title="The summary could not be made">
          {messageOfFailure(forecast.error)}
        </Alert>
      ) : forecast.data ? (
        <Shown of={forecast.data} begins={at === undefined ? "now" : "then"} />
      ) : (
        <Skeleton height={72} mt={12} />
      )}
    </section>
  );
}

function Shown({ of, begins }: { of: Forecast; begins: "now" | "then" }) {
  const filtered = of.selected - of.enrolled;
  const sent = of.texts + of.rcs + of.calls;
  const pace = pacedBy(of, begins);
  return (
    <>
      {of.numbers === 0 && sent > 0 && (
        <Alert color="yellow" mt={12} title="No number to send from">
          The workflow's number set is empty: every text and call would be blocked.
        </Alert>
      )}
      <dl className={classes["figures"]}>
        <Figure label="Will get it" note={`of ${formatCount(of.selected)} chosen`}>
          {formatCount(of.enrolled)}
        </Figure>
        <Figure
          label="Filtered"
          note={of.filtered.map(({ reasonText, count }) => `${formatCount(count)}: ${reasonText}`).join("; ")}
        >
          {formatCount(filtered)}
        </Figure>
        <Figure label="Sent" note={kindsOf(of)}>
          {of.segments > 0
            ? `${about(of)}${plural(of.segments, "segment")}`
            : sent === 0
              ? "Nothing"
              : `${about(of)}${formatCount(sent)}`}
        </Figure>
        <Figure label="Takes" note={of.boundBy ? binders[of.boundBy] : ""}>
          {of.takesSeconds > 0 ? formatDuration(of.takesSeconds) : "As fast as it goes"}
        </Figure>
        <Figure label="Costs" note="at the account's prices">
          {`${about(of)}${formatDollars(of.cost)}`}
        </Figure>
      </dl>
      {pace && (
        <Text size="sm" mt={12}>
          {pace}
        </Text>
      )}
      {of.dayCaps.map((cap) => (
        <Text key={`${cap.brandName} ${cap.carrier}`} size="sm" mt={8}>
          {cappedBy(cap, about(of))}
        </Text>
      ))}
      <Text size="xs" c="dimmed" mt={12}>
        {`Contacts are counted. What they are sent is reckoned from ${plural(of.sampled, "contact")} who are played through the workflow and do not answer; a call counts as one minute.`}
      </Text>
    </>
  );
}

const binders = { rate: "at this rate", carrier: "at the carrier's pace" } as const;

/** Which of the two it waits for, the rate or the carriers, what the other would take, and when the last one goes. */
function pacedBy(
  { boundBy, beginSeconds, carrierSeconds, slowest, sharedBy, lastSendAt }: Forecast,
  begins: "now" | "then",
): string {
  const limit =
    slowest &&
    `${formatCount(slowest.perSecond)} ${slowest.unit} a second ${slowest.what === "number" ? `from ${formatPhone(slowest.name)}${slowest.at ? ` to ${slowest.at}` : ""}` : `over ${slowest.name}`}`;
  const shared =
    sharedBy > 0 && limit
      ? `${plural(sharedBy, "other run")} under way ${sharedBy === 1 ? "shares" : "share"} it.`
      : "";
  const binding =
    boundBy === "carrier"
      ? `The carrier's limit binds: ${limit}. ${beginSeconds > 0 ? `At this rate alone ${formatDuration(beginSeconds)}.` : "The rate sets no limit."}`
      : boundBy === "rate"
        ? `The rate binds. ${limit ? `The carrier would need ${formatDuration(carrierSeconds)}: ${limit}.` : "The carrier sets no limit."}`
        : "";
  const last = lastSendAt ? `If it starts ${begins}, the last one goes about ${formatTime(lastSendAt)}.` : "";
  return [binding, shared, last].filter(Boolean).join(" ");
}

/** What a carrier takes of the brand a day, what of it is taken already, and over how many days the run goes. */
function cappedBy(
  { carrier, brandName, perDay, usedToday, waiting, segments, days }: Forecast["dayCaps"][number],
  approximately: string,
): string {
  const taken = [
    usedToday > 0 ? `${formatCount(usedToday)} are used today` : "",
    waiting > 0 ? `${formatCount(waiting)} wait for the next day` : "",
  ].filter(Boolean);
  const cap = `${carrier} takes ${plural(perDay, "segment")} a day of ${brandName}`;
  const known = taken.length > 0 ? `; ${taken.join(", ")}` : "";
  return `${cap}${known}. This run sends ${approximately}${formatCount(segments)} there, ${days > 1 ? `over ${days} days: what is left waits for midnight Pacific time` : "on one day"}.`;
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
