import { Modal, Stack } from "@mantine/core";
import type { Schedule } from "@trunkline/contract/runs/schedule.ts";
import { type FormEvent, useState } from "react";
import type { useScheduleActions } from "../../actions/useScheduleActions.ts";
import { OnceFields } from "../../fields/run/TimingFields.tsx";
import { onceIssue, type Timing, wallClock } from "../../fields/run/timing.ts";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";

interface Props {
  schedule: Schedule;
  update: ReturnType<typeof useScheduleActions>["update"];
  close: () => void;
}

/** Reschedules a one-time run, up to one year ahead (spec 2 §9). */
export function MoveRun({ schedule, update, close }: Props) {
  const [timing, setTiming] = useState<Timing>(() => ({
    at: schedule.nextScheduled === null ? "" : wallClock(schedule.nextScheduled, schedule.timezoneId),
    dayOfWeek: 0,
    timeOfDay: "",
    expire: "",
    timezoneId: schedule.timezoneId,
    missed: schedule.missed,
  }));
  const [isTried, setTried] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const issue = onceIssue(timing, new Date());
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (issue !== undefined) return;
    setSaving(true);
    const isSaved = await update(
      schedule,
      { nextScheduled: timing.at, timezoneId: timing.timezoneId, missed: timing.missed },
      { done: "Workflow edited successfully", failed: "Error updating workflow" },
    );
    setSaving(false);
    if (isSaved) close();
  };
  return (
    <Modal opened onClose={close} title={`Edit time of ${schedule.createBatchRequest.displayName}`} size={520}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          <OnceFields
            timing={timing}
            change={(part) => setTiming((before) => ({ ...before, ...part }))}
            issues={isTried && issue !== undefined ? { at: issue } : {}}
          />
          <DialogActions close={close} isBusy={isSaving} />
        </Stack>
      </form>
    </Modal>
  );
}
