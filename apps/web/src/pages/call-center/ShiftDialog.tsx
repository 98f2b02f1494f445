import { Checkbox, Modal, Select, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type AgentShift, agentReportRoutes } from "@trunkline/contract/agents/agentReport.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import classes from "./ShiftDialog.module.css";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sets when an agent is planned to work, for their adherence. */
export function ShiftDialog({ agent, close }: { agent: { userId: string; name: string }; close: () => void }) {
  const shifts = useQuery({ ...listOf(agentReportRoutes.shifts), refetchOnWindowFocus: false });
  const shift = shifts.data?.find(({ userId }) => userId === agent.userId);
  return (
    <Modal opened onClose={close} title={`Planned shifts of ${agent.name}`} size="md">
      {shifts.isError ? (
        <ErrorState title="Error loading shifts" problem={shifts.error} retry={() => shifts.refetch()} />
      ) : shifts.data === undefined ? (
        <Skeleton height={320} aria-busy role="status" aria-label="Loading" />
      ) : (
        <ShiftForm shift={shift ?? { ...agent, zone: null, days: [] }} close={close} />
      )}
    </Modal>
  );
}

interface DayDraft {
  isOn: boolean;
  start: string;
  end: string;
}

function ShiftForm({ shift, close }: { shift: AgentShift; close: () => void }) {
  const refresh = useRefresh();
  const [zone, setZone] = useState(shift.zone ?? browserZone);
  const [days, setDays] = useState<DayDraft[]>(
    weekdays.map((_, place) => {
      const saved = shift.days.find(({ weekday }) => weekday === place + 1);
      return { isOn: saved !== undefined, start: saved?.start ?? "09:00", end: saved?.end ?? "17:00" };
    }),
  );
  const save = useMutation({
    mutationFn: () =>
      callOne(agentReportRoutes.saveShift, {
        params: { userId: shift.userId },
        body: {
          zone,
          days: days.flatMap(({ isOn, start, end }, place) => (isOn ? [{ weekday: place + 1, start, end }] : [])),
        },
      }),
    onSuccess: async () => {
      await refresh("/v4/call-center/");
      toastSuccess("Shifts saved", shift.name);
      close();
    },
    onError: (problem) => toastError("Error saving shifts", problem),
  });
  const change = (place: number, values: Partial<DayDraft>) =>
    setDays(days.map((one, at) => (at === place ? { ...one, ...values } : one)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const zones = [...new Set([...timezones.map((one) => one.zone), zone])].sort();
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={12}>
        {days.map(({ isOn, start, end }, place) => {
          const name = weekdays[place] ?? "";
          return (
            <div key={name} className={classes["day"]}>
              <Checkbox
                label={name}
                checked={isOn}
                onChange={(event) => change(place, { isOn: event.currentTarget.checked })}
              />
              <TextInput
                type="time"
                aria-label={`Start on ${name}`}
                disabled={!isOn}
                value={start}
                error={isOn && start === ""}
                onChange={(event) => change(place, { start: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                aria-label={`End of ${name}`}
                disabled={!isOn}
                value={end}
                error={isOn && end === ""}
                onChange={(event) => change(place, { end: event.currentTarget.value })}
              />
            </div>
          );
        })}
        <Select
          label="Time zone"
          searchable
          allowDeselect={false}
          data={zones}
          value={zone}
          onChange={(value) => setZone(value ?? zone)}
        />
        <Text size="sm" c="dimmed">
          A shift that ends at or before its start ends on the next day. Reports of days that have passed are calculated
          again.
        </Text>
        <DialogActions close={close} isBusy={save.isPending} />
      </Stack>
    </form>
  );
}
