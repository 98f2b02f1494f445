import { Button, Tabs } from "@mantine/core";
import { IconCalendarMonth } from "@tabler/icons-react";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page/Page.tsx";
import pageTabs from "../../ui/page/PageTabs.module.css";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import classes from "./EnrollmentsPage.module.css";
import { NewRun } from "./NewRun.tsx";
import { RunHistory } from "./RunHistory.tsx";
import { RecurringRuns, ScheduledRuns } from "./Schedules.tsx";

const panes = [
  { id: "", label: "Run History", Pane: RunHistory },
  { id: "scheduled", label: "Scheduled", Pane: ScheduledRuns },
  { id: "recurring", label: "Recurring", Pane: RecurringRuns },
] as const;

/** Run history, scheduled runs and recurring runs (spec 2 §2.4). The address holds the open tab. */
export function EnrollmentsPage() {
  const pane = usePathPart("pane") ?? "";
  const go = useGo();
  const open = panes.find(({ id }) => id === pane) ?? panes[0];
  return (
    <Page
      title="Enrollments"
      purpose="All workflow runs: past, scheduled and recurring."
      shape="table"
      actions={
        <>
          <Button
            component={PathLink}
            to={paths.runCalendar}
            variant="default"
            leftSection={<IconCalendarMonth size={16} />}
          >
            Calendar
          </Button>
          <NewRun />
        </>
      }
    >
      <Tabs
        value={open.id || "history"}
        onChange={(id) => go(paths.enrollmentsPane(id === "history" ? "" : (id ?? "")))}
        keepMounted={false}
        classNames={{
          root: pageTabs["tabs"] ?? "",
          list: classes["list"] ?? "",
          tab: classes["tab"] ?? "",
          panel: pageTabs["panel"] ?? "",
        }}
      >
        <Tabs.List aria-label="Enrollments">
          {panes.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id || "history"}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {panes.map(({ id, Pane }) => (
          <Tabs.Panel key={id} value={id || "history"}>
            <Pane />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
