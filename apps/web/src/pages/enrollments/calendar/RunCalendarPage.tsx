import { ActionIcon, Button, Group, Skeleton, Title } from "@mantine/core";
import { IconCalendarClock, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { scheduleRoutes } from "@trunkline/contract/runs/schedule.ts";
import { useEffect } from "react";
import { pagesOf, rowsOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { EmptyState } from "../../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { later } from "../../../ui/page/lazyPart.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { NewRun } from "../NewRun.tsx";
import { refreshMs } from "../refreshMs.ts";

const waiting = <Skeleton height={480} aria-busy role="status" aria-label="Loading" />;
// loaded after the page, because time zones need the data of all zones
const Month = later(async () => (await import("./Month.tsx")).Month, { shape: waiting });
const pageSize = 200;

/** The runs to come of all schedules as a month, and as a list on a narrow screen. The address holds the month. */
export function RunCalendarPage() {
  const [{ month: wanted }, setAddress] = useAddress();
  const now = new Date();
  const { year, month } = monthOf(wanted) ?? { year: now.getFullYear(), month: now.getMonth() + 1 };
  const schedules = useInfiniteQuery({
    ...pagesOf(scheduleRoutes.list, { query: { cancelled: "false", fired: "false", limit: pageSize } }),
    refetchInterval: refreshMs,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = schedules;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const rows = rowsOf(schedules.data);
  const show = (step: number) => {
    const at = year * 12 + month - 1 + step;
    setAddress({ month: `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}` });
  };
  return (
    <Page
      title="Calendar"
      purpose="Scheduled and recurring runs to come, in your time zone."
      crumbs={[{ label: "Enrollments", to: paths.enrollments }]}
      actions={<NewRun />}
    >
      <Group gap={8} role="toolbar" aria-label="Month">
        <ActionIcon variant="default" size={32} aria-label="Previous month" onClick={() => show(-1)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon variant="default" size={32} aria-label="Next month" onClick={() => show(1)}>
          <IconChevronRight size={16} />
        </ActionIcon>
        <Button variant="default" size="xs" onClick={() => setAddress({ month: undefined })}>
          Today
        </Button>
        <Title order={2} fz={18} ml={8} aria-live="polite">
          {nameOf(year, month)}
        </Title>
      </Group>
      {schedules.isError && rows === undefined ? (
        <ErrorState
          title="Error loading scheduled workflows"
          problem={schedules.error}
          retry={() => schedules.refetch()}
        />
      ) : rows === undefined ? (
        waiting
      ) : rows.length === 0 ? (
        <NothingToCome />
      ) : (
        <Month schedules={rows} year={year} month={month} name={nameOf(year, month)} />
      )}
    </Page>
  );
}

const NothingToCome = () => (
  <EmptyState
    icon={IconCalendarClock}
    title="No runs to come"
    action={
      <Button component={PathLink} to={paths.createRunner} search={{ when: "once" }}>
        Schedule a run
      </Button>
    }
  >
    Scheduled and recurring runs appear here on the days on which they start.
  </EmptyState>
);

function monthOf(text: string | undefined): { year: number; month: number } | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? "") ?? [];
  return year === undefined ? undefined : { year: Number(year), month: Number(month) };
}

const nameOf = (year: number, month: number): string =>
  new Date(Date.UTC(year, month - 1, 15)).toLocaleDateString("en-US", {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
