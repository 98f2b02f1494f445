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

/** Whose decisions are shown: a contact's, or those about a number. */
type Whom = { contactId: string } | { phone: string };

const faces: Record<DecisionOutcome, { word: string; tone: Tone }> = {
  sent: { word: "Sent", tone: "done" },
  queued: { word: "In the queue", tone: "going" },
  held: { word: "Held", tone: "waits" },
  refused: { word: "Refused", tone: "failed" },
  cancelled: { word: "Cancelled", tone: "off" },
  unknown: { word: "In doubt", tone: "waits" },
  begun: { word: "Begun", tone: "going" },
  routed: { word: "Went on", tone: "going" },
  ended: { word: "Ended", tone: "done" },
  failed: { word: "Failed", tone: "failed" },
  stopped: { word: "Stopped", tone: "failed" },
  allowed: { word: "Allowed", tone: "done" },
  disposition: { word: "Disposition", tone: "off" },
};
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Instants inside words, as the pages write them. */
const phone = /^\+\d{7,15}$/;
const readable = (words: string): string =>
  phone.test(words) ? formatPhone(words) : words.replace(instant, (at) => formatZonedTime(at));
/** "Text to +1 (808) 555-0199": the number of a title stands at its end. */
const titled = (words: string): string => readable(words).replace(/\+\d{7,15}$/, formatPhone);

/** Why not? Every decision of one day, in order of time, with its rule and the values it was judged by. */
export function WhyNot({ whom }: { whom: Whom }) {
  const account = useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000 });
  if (account.isError && !account.data)
    return <ErrorState title="Error loading decisions" problem={account.error} retry={() => account.refetch()} />;
  if (!account.data) return <Skeleton height={160} />;
  return <OfDay whom={whom} zone={zoneOf(account.data.settings.defaultTimezoneId) ?? "Etc/UTC"} />;
}

function OfDay({ whom, zone }: { whom: Whom; zone: string }) {
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
      <Decisions whom={whom} date={date} />
    </Stack>
  );
}

function Decisions({ whom, date }: { whom: Whom; date: string }) {
  const pages = useInfiniteQuery(pagesOf(contactRoutes.decisions, { query: { ...whom, date } }));
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
      <EmptyState icon={IconHelpCircle} title="Nothing was decided on this day">
        {"phone" in whom
          ? "No text, call, run or change of consent concerned this number. Choose another day, or look at how it is written."
          : "No text, call, run or change of consent concerned this contact. Choose another day."}
      </EmptyState>
    );
  }
  return (
    <>
      <ol className={classes["list"]} aria-label="Decisions">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: decisions of several kinds have no id of their own
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
          Show later ones
        </Button>
      ) : null}
    </>
  );
}

function Decision({ decision }: { decision: ContactDecision }) {
  const { at, outcome, title, rule, values } = decision;
  const { word, tone } = faces[outcome];
  return (
    <li className={classes["item"]}>
      <span className={classes["when"]}>
        <Time at={at} />
      </span>
      <div className={classes["what"]}>
        <Group gap={8}>
          <StatusBadge tone={tone}>{word}</StatusBadge>
          <Text inherit fw={500}>
            {titled(title)}
          </Text>
        </Group>
        <Text inherit>{sentence(rule)}</Text>
        {values.length > 0 ? (
          <dl className={classes["values"]}>
            {values.map(({ name, value }) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{readable(value)}</dd>
              </Fragment>
            ))}
          </dl>
        ) : null}
        <Links decision={decision} />
      </div>
    </li>
  );
}

const sentence = (rule: string): string => `${rule.charAt(0).toUpperCase()}${rule.slice(1)}`;

function Links({ decision }: { decision: ContactDecision }) {
  const { journeyId, batchId, batchName, campaignId, campaignName, callId, emailId } = decision;
  const links: { words: string; to: string; search?: Readonly<Record<string, string>> }[] = [
    ...(journeyId ? [{ words: "Journey", to: paths.journey(journeyId) }] : []),
    ...(campaignId && batchId && batchName
      ? [{ words: `Run ${batchName}`, to: paths.batch(campaignId, batchId) }]
      : []),
    ...(campaignId && campaignName ? [{ words: `Workflow ${campaignName}`, to: paths.editCampaign(campaignId) }] : []),
    ...(callId ? [{ words: "Call", to: paths.call(callId) }] : []),
    ...(emailId ? [{ words: "E-mail", to: paths.outbox, search: { email: emailId } }] : []),
  ];
  if (links.length === 0) return null;
  return (
    <Group gap={12}>
      {links.map(({ words, ...link }) => (
        <Anchor key={words} component={PathLink} {...link} inherit underline="always">
          {words}
        </Anchor>
      ))}
    </Group>
  );
}
