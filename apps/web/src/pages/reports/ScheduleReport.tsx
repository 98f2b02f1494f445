import { Alert, Group, Modal, MultiSelect, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { authRoutes } from "@trunkline/contract/identity/auth.ts";
import { userRoutes } from "@trunkline/contract/identity/user.ts";
import { type ReportSchedule, type SavedReport, savedReportRoutes } from "@trunkline/contract/reports/savedReport.ts";
import { timezones, zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { useMe } from "../../api/me.ts";
import { listOf, oneOf, useRefresh } from "../../api/queries.ts";
import { ZoneSelect } from "../../fields/ZoneSelect.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { messageOfFailure, toastSuccess } from "../../ui/page/toast.tsx";
import { formatTime } from "../../ui/text/formatTime.ts";

const every = [
  { value: "never", label: "Never" },
  { value: "day", label: "Every day" },
  { value: "week", label: "Every week" },
  { value: "month", label: "Every month" },
];
const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** When a saved report is mailed, and to whom. */
export function ScheduleReport({ saved, close }: { saved: SavedReport; close: () => void }) {
  const me = useMe();
  const [draft, setDraft] = useState<ReportSchedule | null>(saved.schedule);
  const entrance = useQuery(oneOf(authRoutes.entrance));
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: () =>
      callOne(savedReportRoutes.update, {
        params: { reportId: saved.reportId },
        body: { name: saved.name, settings: saved.settings, schedule: draft },
      }),
    onSuccess: async ({ schedule }) => {
      await refresh(savedReportRoutes.list.path);
      toastSuccess(schedule ? "Schedule saved" : "Schedule removed", saved.name);
      close();
    },
  });
  const usual: ReportSchedule = {
    every: "week",
    weekday: "monday",
    dayOfMonth: 1,
    time: "08:00",
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userIds: [me.user.userId],
  };
  const choose = (value: string | null): void =>
    setDraft(
      value === "never" || value === null ? null : { ...(draft ?? usual), every: value as ReportSchedule["every"] },
    );
  return (
    <Modal opened onClose={close} title="Schedule by mail">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap={16}>
          {entrance.data?.mail === false ? (
            <Alert color="yellow" title="No mail is set up">
              Reports are sent once the operator has set up a mail server.
            </Alert>
          ) : null}
          <Select label="Send" allowDeselect={false} data={every} value={draft?.every ?? "never"} onChange={choose} />
          {draft === null ? null : <Timing draft={draft} setDraft={setDraft} />}
          {save.isError ? (
            <Text size="sm" c="red" role="alert">
              {messageOfFailure(save.error)}
            </Text>
          ) : null}
          <LastMail saved={saved} />
          <DialogActions close={close} isBusy={save.isPending} />
        </Stack>
      </form>
    </Modal>
  );
}

function Timing({ draft, setDraft }: { draft: ReportSchedule; setDraft: (draft: ReportSchedule) => void }) {
  const users = useQuery(listOf(userRoutes.list));
  const timezoneId = timezones.find((one) => zoneOf(one.timezoneId) === draft.zone)?.timezoneId ?? 0;
  return (
    <>
      <Group gap={12} grow align="flex-start">
        {draft.every === "week" ? (
          <Select
            label="On"
            allowDeselect={false}
            data={weekdays.map((label) => ({ value: label.toLowerCase(), label }))}
            value={draft.weekday}
            onChange={(weekday) => weekday && setDraft({ ...draft, weekday: weekday as ReportSchedule["weekday"] })}
          />
        ) : null}
        {draft.every === "month" ? (
          <Select
            label="On day"
            allowDeselect={false}
            data={Array.from({ length: 31 }, (_, index) => String(index + 1))}
            value={String(draft.dayOfMonth)}
            onChange={(dayOfMonth) => dayOfMonth && setDraft({ ...draft, dayOfMonth: Number(dayOfMonth) })}
          />
        ) : null}
        <TextInput
          type="time"
          label="At"
          value={draft.time}
          onChange={(event) => setDraft({ ...draft, time: event.currentTarget.value })}
        />
      </Group>
      <ZoneSelect
        timezoneId={timezoneId}
        onChange={(chosen) => setDraft({ ...draft, zone: zoneOf(chosen) ?? "Etc/UTC" })}
      />
      <MultiSelect
        label="To"
        required
        searchable
        placeholder={users.isPending ? "Loading…" : ""}
        data={(users.data ?? [])
          .filter(({ state }) => state === "active")
          .map(({ userId, name, email }) => ({ value: userId, label: name ? `${name} (${email})` : email }))}
        value={draft.userIds}
        onChange={(userIds) => setDraft({ ...draft, userIds })}
      />
    </>
  );
}

function LastMail({ saved: { lastMail, nextMail, mailProblem } }: { saved: SavedReport }) {
  if (mailProblem) return <Text size="sm" c="red">{`The last mail could not be sent: ${mailProblem}.`}</Text>;
  if (lastMail === null && nextMail === null) return null;
  const parts = [
    ...(lastMail ? [`Last sent ${formatTime(lastMail)}`] : []),
    ...(nextMail ? [`Next ${formatTime(nextMail)}`] : []),
  ];
  return (
    <Text size="sm" c="dimmed">
      {parts.join(" · ")}
    </Text>
  );
}
