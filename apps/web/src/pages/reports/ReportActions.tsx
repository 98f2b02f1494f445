import { Button, Group, Menu } from "@mantine/core";
import { IconBookmark, IconChevronDown, IconMail, IconPencil, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type SavedReport, savedReportRoutes } from "@trunkline/contract/reports/savedReport.ts";
import { lazy, Suspense, useState } from "react";
import { useRemoveOne } from "../../actions/useRemoveOne.ts";
import { callOne } from "../../api/call.ts";
import { useMe } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { type ReportState, settingsOf } from "./reportState.ts";

const SaveReport = lazy(async () => ({ default: (await import("./SaveReport.tsx")).SaveReport }));
const ScheduleReport = lazy(async () => ({ default: (await import("./ScheduleReport.tsx")).ScheduleReport }));

interface Props {
  saved: SavedReport | undefined;
  state: ReportState;
  isEdited: boolean;
  reset: () => void;
}

/** Saved reports, and what can be done with this one. Viewers open them. */
export function ReportActions({ saved, state, isEdited, reset }: Props) {
  const [dialog, setDialog] = useState<"save" | "rename" | "schedule" | null>(null);
  const isViewer = useMe().role === "viewer";
  const saveChanges = useSaveChanges(saved, state, reset);
  const remove = useRemoval(saved);
  const close = () => setDialog(null);
  return (
    <Group gap={8} wrap="nowrap">
      <SavedMenu />
      {isViewer ? null : saved === undefined ? (
        <Button onClick={() => setDialog("save")}>Save report</Button>
      ) : (
        <>
          {isEdited ? (
            <>
              <Button variant="default" onClick={reset}>
                Discard changes
              </Button>
              <Button onClick={() => void saveChanges()}>Save changes</Button>
            </>
          ) : null}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" rightSection={<IconChevronDown size={14} />}>
                Actions
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconMail size={16} />} onClick={() => setDialog("schedule")}>
                Schedule by mail
              </Menu.Item>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog("rename")}>
                Rename
              </Menu.Item>
              <Menu.Item leftSection={<IconBookmark size={16} />} onClick={() => setDialog("save")}>
                Save as another report
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
                Delete
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      <Suspense>
        {dialog === "save" || dialog === "rename" ? (
          <SaveReport saved={dialog === "rename" ? saved : undefined} settings={settingsOf(state)} close={close} />
        ) : null}
        {dialog === "schedule" && saved ? <ScheduleReport saved={saved} close={close} /> : null}
      </Suspense>
    </Group>
  );
}

function SavedMenu() {
  const reports = useQuery({ ...listOf(savedReportRoutes.list), staleTime: 10_000 });
  if (!reports.data || reports.data.length === 0) return null;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconBookmark size={16} />}>
          Saved reports
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {reports.data.map(({ reportId, name, schedule }) => (
          <Menu.Item
            key={reportId}
            component={PathLink}
            to={paths.report(reportId)}
            rightSection={schedule ? <IconMail size={14} aria-label="Sent by mail" /> : null}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function useSaveChanges(saved: SavedReport | undefined, state: ReportState, reset: () => void) {
  const refresh = useRefresh();
  return async () => {
    if (saved === undefined) return;
    const { reportId, name, schedule } = saved;
    try {
      const body = { name, schedule, settings: settingsOf(state) };
      await callOne(savedReportRoutes.update, { params: { reportId }, body });
      await refresh(savedReportRoutes.list.path);
      reset();
      toastSuccess("Report saved", name);
    } catch (problem) {
      toastError("The report could not be saved", problem);
    }
  };
}

function useRemoval(saved: SavedReport | undefined) {
  const removeOne = useRemoveOne(savedReportRoutes.list.path);
  const go = useGo();
  return async () => {
    if (saved === undefined) return;
    const { reportId, name, schedule } = saved;
    await removeOne({
      ask: {
        title: `Delete the report "${name}"?`,
        consequence: schedule ? "It is no longer sent by mail." : "What it counted stays.",
        confirm: "Delete",
      },
      remove: async () => {
        await callOne(savedReportRoutes.remove, { params: { reportId } });
        go(paths.reports);
      },
      done: ["Report deleted", name],
      failed: "The report could not be deleted",
    });
  };
}
