import { Modal, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { dncFilterProblem, readDncFilter } from "@trunkline/contract/runs/batch.ts";
import type { Schedule } from "@trunkline/contract/runs/schedule.ts";
import { type FormEvent, useState } from "react";
import type { useScheduleActions } from "../../actions/useScheduleActions.ts";
import { RateField } from "../../fields/run/RateField.tsx";
import { periodOfDraft, rateDraftOf, rateIssue } from "../../fields/run/runRequest.ts";
import { RecurringFields } from "../../fields/run/TimingFields.tsx";
import { recurringBody, recurringIssues, type Timing, wallClock } from "../../fields/run/timing.ts";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";

interface Props {
  schedule: Schedule;
  update: ReturnType<typeof useScheduleActions>["update"];
  close: () => void;
}

/** Edits a recurring run: rate, days, DNC filter, time of day, time zone, expiration (spec 2 §5.6). */
export function EditRecurring({ schedule, update, close }: Props) {
  const { contactCount: _, ...request } = schedule.createBatchRequest;
  const [timing, setTiming] = useState<Timing>(() => timingOf(schedule));
  const [rate, setRate] = useState(() => rateDraftOf(request.periodMs));
  const [dncFilter, setDncFilter] = useState(() => request.filters.dnc.join(", "));
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const issues = recurringIssues(timing, new Date());
  const issueOfRate = rateIssue(rate);
  const dnc = readDncFilter(dncFilter);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (issueOfRate !== undefined || dnc === undefined || Object.keys(issues).length > 0) return;
    setSaving(true);
    const isSaved = await update(
      schedule,
      {
        ...recurringBody(timing),
        // the form edits only the date: an unchanged date leaves the saved instant as it is
        expire: timing.expire === timingOf(schedule).expire ? schedule.expire : timing.expire || null,
        createBatchRequest: {
          ...request,
          periodMs: periodOfDraft(rate),
          filters: { dnc },
        },
      },
      { done: "Updated recurring workflow", failed: "Error updating recurring workflow" },
    );
    setSaving(false);
    if (isSaved) close();
  };
  return (
    <Modal opened onClose={close} title={`Edit ${request.displayName}`} size={560}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            <RateField
              draft={rate}
              change={(part) => setRate((before) => ({ ...before, ...part }))}
              error={isTried ? issueOfRate : undefined}
            />
            <TextInput
              label="DNC filter"
              description="Types to leave out: call, sms, rcs or all, separated by commas."
              value={dncFilter}
              onChange={(event) => setDncFilter(event.currentTarget.value)}
              error={isTried && dnc === undefined ? dncFilterProblem : undefined}
            />
          </SimpleGrid>
          <RecurringFields
            timing={timing}
            change={(part) => setTiming((before) => ({ ...before, ...part }))}
            issues={isTried ? issues : {}}
          />
          <DialogActions close={close} isBusy={isSaving} />
        </Stack>
      </form>
    </Modal>
  );
}

const timingOf = (schedule: Schedule): Timing => ({
  at: "",
  dayOfWeek: schedule.dayOfWeek ?? 0,
  timeOfDay: schedule.timeOfDay ?? "",
  expire: schedule.expire === null ? "" : wallClock(schedule.expire, schedule.timezoneId).slice(0, 10),
  timezoneId: schedule.timezoneId,
  missed: schedule.missed,
});
