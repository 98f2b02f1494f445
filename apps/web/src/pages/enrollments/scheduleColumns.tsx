import { Anchor, Text } from "@mantine/core";
import { rateOf } from "@trunkline/contract/runs/batch.ts";
import type { Schedule } from "@trunkline/contract/runs/schedule.ts";
import { showDays } from "@trunkline/workflow/parts/time/daysOfWeek.ts";
import { parseTime, showTime } from "@trunkline/workflow/parts/time/timeOfDay.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { scheduleWord } from "../../api/scheduleCan.ts";
import { rateText } from "../../fields/run/rateText.ts";
import { workflowColumn } from "../../history/workflowColumn.tsx";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";

const zoneName = (timezoneId: number): string =>
  timezones.find((zone) => zone.timezoneId === timezoneId)?.name ?? String(timezoneId);

/** The contacts of a run as a search of `/contacts`. Picked contacts are listed by id. */
function contactsSearch({ createBatchRequest: { statements, contactIds } }: Schedule): Record<string, string> | null {
  if (statements) return statements.length === 0 ? {} : { statements: JSON.stringify(statements) };
  if (!contactIds || contactIds.length === 0) return null;
  return {
    statements: JSON.stringify([
      { variable: "contactId", operation: "EQUALS_ONE_OF", value: contactIds.join(","), negated: false },
    ]),
  };
}

const contactsText = ({
  createBatchRequest: { statements, contactCount, audienceId, audienceName },
}: Schedule): string => {
  if (audienceId !== undefined) return audienceName ?? "Deleted audience";
  if (contactCount !== undefined) return `${formatCount(contactCount)} selected`;
  return statements === undefined || statements.length === 0 ? "All contacts" : plural(statements.length, "condition");
};

function Contacts({ row }: { row: Schedule }) {
  const { audienceId, audienceName } = row.createBatchRequest;
  if (audienceId !== undefined && audienceName !== undefined)
    return (
      <Anchor component={PathLink} to={paths.editAudience(audienceId)} inherit>
        {contactsText(row)}
      </Anchor>
    );
  const search = contactsSearch(row);
  if (search === null) return contactsText(row);
  return (
    <Anchor component={PathLink} to={paths.contacts} search={search} inherit>
      {contactsText(row)}
    </Anchor>
  );
}

/** The outcome of the last scheduled time, with a link to its run. */
function LastRun({ row: { last, campaignId } }: { row: Schedule }) {
  if (last === null) return <span data-none>---</span>;
  const word = { fired: last.late ? "Ran late" : "Ran", skipped: "Skipped", failed: "Failed" }[last.outcome];
  return (
    <Text span inherit style={{ whiteSpace: "nowrap" }} title={last.reasonText ?? undefined}>
      {last.batchId ? (
        <Anchor component={PathLink} to={paths.batch(campaignId, last.batchId)} inherit>
          {word}
        </Anchor>
      ) : (
        word
      )}{" "}
      <Time at={last.dueAt} dimmed />
    </Text>
  );
}

const none = "---";
const first: Column<Schedule>[] = [
  {
    id: "name",
    header: "Name",
    // as high as a link, so that on a phone it does not touch the row below
    cell: (row) => <span style={{ fontWeight: 500, lineHeight: "24px" }}>{row.createBatchRequest.displayName}</span>,
    value: (row) => row.createBatchRequest.displayName,
    width: 160,
    always: true,
  },
  workflowColumn(145),
  {
    id: "status",
    header: "Status",
    cell: (row) => {
      const word = scheduleWord(row);
      return word === none ? (
        <span data-none>{none}</span>
      ) : (
        <StatusBadge tone={word === "Paused" ? "waits" : "going"}>{word}</StatusBadge>
      );
    },
    value: scheduleWord,
    width: 110,
  },
  {
    id: "contacts",
    header: "Contacts",
    cell: (row) => <Contacts row={row} />,
    value: contactsText,
    width: 120,
  },
  {
    id: "rate",
    header: "Rate",
    cell: (row) => rateText(row.createBatchRequest.periodMs),
    value: (row) => rateOf(row.createBatchRequest.periodMs),
    right: true,
    width: 100,
  },
];
const next: Column<Schedule> = {
  id: "next",
  header: "Next run",
  cell: (row) => <Time at={row.nextScheduled} />,
  value: (row) => row.nextScheduled,
  width: 168,
};
const zone: Column<Schedule> = {
  id: "zone",
  header: "Time zone",
  cell: (row) => zoneName(row.timezoneId),
  value: (row) => zoneName(row.timezoneId),
  width: 170,
  hidden: true,
};
const dnc: Column<Schedule> = {
  id: "dnc",
  header: "DNC filter",
  cell: (row) => row.createBatchRequest.filters.dnc.join(", ") || none,
  value: (row) => row.createBatchRequest.filters.dnc.join(", "),
  width: 110,
  hidden: true,
};
const last: Column<Schedule> = {
  id: "last",
  header: "Last run",
  cell: (row) => <LastRun row={row} />,
  value: (row) => row.last?.dueAt ?? null,
  width: 215,
};
const missed: Column<Schedule> = {
  id: "missed",
  header: "When missed",
  cell: (row) => (row.missed === "once" ? "Run late" : "Skip"),
  value: (row) => row.missed,
  width: 130,
  hidden: true,
};

/** Columns of scheduled one-time runs. */
export const scheduledColumns: Column<Schedule>[] = [...first, next, zone, dnc, last, missed];

/** Columns of recurring runs. */
export const recurringColumns: Column<Schedule>[] = [
  ...first,
  {
    id: "days",
    header: "Days",
    cell: (row) => showDays(row.dayOfWeek ?? 0),
    value: (row) => showDays(row.dayOfWeek ?? 0),
    width: 140,
  },
  {
    id: "time",
    header: "Time",
    cell: (row) => <span title={zoneName(row.timezoneId)}>{showTime(parseTime(row.timeOfDay ?? "") ?? 0)}</span>,
    value: (row) => row.timeOfDay,
    width: 80,
  },
  zone,
  next,
  {
    id: "expires",
    header: "Expires",
    cell: (row) => <Time at={row.expire} />,
    value: (row) => row.expire,
    width: 168,
    hidden: true,
  },
  dnc,
  last,
  missed,
];
