import { Anchor, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ContactDecision, contactRoutes, type DecisionOutcome } from "@trunkline/contract/contacts/contact.ts";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { Fragment } from "react";
import { oneOf, pagesOf, rowsOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { isDay, todayIn } from "../../ui/text/calendarDay.ts";
import { Day } from "../../ui/text/Day.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { formatZonedTime } from "../../ui/text/formatTime.ts";
import { StatusBadge, type Tone } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./WhyNot.module.css";

/** The contact or phone number whose decisions are shown. */
type Subject = { contactId: string } | { phone: string };

const outcomes: Record<DecisionOutcome, { label: string; tone: Tone }> = {
  sent: { label: "Sent", tone: "done" },
  queued: { label: "Queued", tone: "going" },
  held: { label: "Held", tone: "waits" },
  refused: { label: "Refused", tone: "failed" },
  cancelled: { label: "Cancelled", tone: "off" },
  unknown: { label: "Unknown", tone: "waits" },
  begun: { label: "Started", tone: "going" },
  routed: { label: "Continued", tone: "going" },
  ended: { label: "Ended", tone: "done" },
  failed: { label: "Failed", tone: "failed" },
  stopped: { label: "Stopped", tone: "failed" },
  allowed: { label: "Allowed", tone: "done" },
  disposition: { label: "Disposition", tone: "off" },
};
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const phone = /^\+\d{7,15}$/;
/** Formats phone numbers and times in a value. */
const formatValue = (value: string): string =>
  phone.test(value) ? formatPhone(value) : value.replace(instant, (at) => formatZonedTime(at));
/** Formats a title such as "Text to +18085550199", which ends with the number. */
const formatTitle = (title: string): string => formatValue(title).replace(/\+\d{7,15}$/, formatPhone);

/** The decisions of one day in order of time, each with its rule and the values that it was based on. */
export function WhyNot({ subject }: { subject: Subject }) {
  const account = useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000 });
  if (account.isError && !account.data)
    return <ErrorState title="Error loading decisions" problem={account.error} retry={() => account.refetch()} />;
  if (!account.data) return <Skeleton height={160} />;
  return <DecisionsOfDay subject={subject} zone={zoneOf(account.data.settings.defaultTimezoneId) ?? "Etc/UTC"} />;
}

function DecisionsOfDay({ subject, zone }: { subject: Subject; zone: string }) {
  const [address, change] = useAddress();
  const today = todayIn(zone, new Date());
  const date = isDay(address["day"]) ? address["day"] : today;
  return (
    <Stack gap={12}>
      <Group gap={8}>
        <Day
          label="Day"
          value={date}
          most={today}
          onChange={(day) => change({ day: day === today ? undefined : day })}
        />
        <Text size="sm" c="dimmed">
          Days are in the {zone === "Etc/UTC" ? "UTC" : zone.replaceAll("_", " ")} time zone.
        </Text>
      </Group>
      <Decisions subject={subject} date={date} />
    </Stack>
  );
}

function Decisions({ subject, date }: { subject: Subject; date: string }) {
  const pages = useInfiniteQuery(pagesOf(contactRoutes.decisions, { query: { ...subject, date } }));
  const rows = rowsOf(pages.data);
  if (pages.isError && !rows)
    return <ErrorState title="Error loading decisions" problem={pages.error} retry={() => pages.refetch()} />;
  if (!rows) {
    return (
      <Stack gap={8} aria-busy>
        <Skeleton height={56} />
        <Skeleton height={56} />
      </Stack>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState icon={IconHelpCircle} title="No decisions on this day">
        {"phone" in subject
          ? "No text, call, run or consent change involved this number. Choose another day or check the number."
          : "No text, call, run or consent change involved this contact. Choose another day."}
      </EmptyState>
    );
  }
  return (
    <>
      <ol className={classes["list"]} aria-label="Decisions">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: decisions have no id
          <Decision key={`${row.at} ${index}`} decision={row} />
        ))}
      </ol>
      {pages.hasNextPage ? (
        <Button
          variant="default"
          style={{ alignSelf: "start" }}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show later decisions
        </Button>
      ) : null}
    </>
  );
}

function Decision({ decision }: { decision: ContactDecision }) {
  const { at, outcome, title, rule, values } = decision;
  const { label, tone } = outcomes[outcome];
  return (
    <li className={classes["item"]}>
      <span className={classes["when"]}>
        <Time at={at} />
      </span>
      <div className={classes["what"]}>
        <Group gap={8}>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <Text inherit fw={500}>
            {formatTitle(title)}
          </Text>
        </Group>
        <Text inherit>{capitalize(rule)}</Text>
        {values.length > 0 ? (
          <dl className={classes["values"]}>
            {values.map(({ name, value }) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{formatValue(value)}</dd>
              </Fragment>
            ))}
          </dl>
        ) : null}
        <Links decision={decision} />
      </div>
    </li>
  );
}

const capitalize = (rule: string): string => `${rule.charAt(0).toUpperCase()}${rule.slice(1)}`;

function Links({ decision }: { decision: ContactDecision }) {
  const { journeyId, batchId, batchName, campaignId, campaignName, callId, emailId } = decision;
  const links: { label: string; to: string; search?: Readonly<Record<string, string>> }[] = [
    ...(journeyId ? [{ label: "Journey", to: paths.journey(journeyId) }] : []),
    ...(campaignId && batchId && batchName
      ? [{ label: `Run ${batchName}`, to: paths.batch(campaignId, batchId) }]
      : []),
    ...(campaignId && campaignName ? [{ label: `Workflow ${campaignName}`, to: paths.editCampaign(campaignId) }] : []),
    ...(callId ? [{ label: "Call", to: paths.call(callId) }] : []),
    ...(emailId ? [{ label: "Email", to: paths.outbox, search: { email: emailId } }] : []),
  ];
  if (links.length === 0) return null;
  return (
    <Group gap={12}>
      {links.map(({ label, ...link }) => (
        <Anchor key={label} component={PathLink} {...link} inherit underline="always">
          {label}
        </Anchor>
      ))}
    </Group>
  );
}
