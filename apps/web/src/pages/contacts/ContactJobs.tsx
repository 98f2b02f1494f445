import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ContactJob, contactJobRoutes } from "@trunkline/contract/contacts/contactJob.ts";
import { useEffect, useState } from "react";
import { callOne } from "../../api/call.ts";
import { useMay } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { Progress } from "../../ui/page/Progress.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import classes from "./FilterBar.module.css";

const pollMs = 1_000;
const isRunning = ({ status }: ContactJob): boolean => status === "queued" || status === "running";

const doing = { archive: "Archiving", unarchive: "Unarchiving", dnc: "Adding to the do-not-contact list" } as const;
const done = { archive: "archived", unarchive: "unarchived", dnc: "added to the do-not-contact list" } as const;

/** Progress of running bulk jobs, and results of those that finished since the page was opened. */
export function ContactJobs() {
  const [openedAt] = useState(() => Date.now());
  const [closed, setClosed] = useState<readonly string[]>([]);
  const refresh = useRefresh();
  const jobs = useQuery({
    ...listOf(contactJobRoutes.list, { query: { limit: 5 } }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMs : false),
  });
  const shown = (jobs.data ?? []).filter(
    (job) =>
      !closed.includes(job.id) && (isRunning(job) || (job.finished !== null && Date.parse(job.finished) >= openedAt)),
  );
  const finishedCount = shown.filter((job) => !isRunning(job)).length;
  useEffect(() => {
    if (finishedCount > 0) void refresh("/v4/contact/", "/v4/dnc/");
  }, [finishedCount, refresh]);
  return shown.map((job) => <Job key={job.id} job={job} close={() => setClosed([...closed, job.id])} />);
}

function Job({ job, close }: { job: ContactJob; close: () => void }) {
  const mayAdmin = useMay()("contact-admin");
  const refresh = useRefresh();
  const cancel = async () => {
    try {
      await callOne(contactJobRoutes.cancel, { params: { jobId: job.id } });
    } catch (problem) {
      toastError("Error cancelling", problem);
    }
    await refresh(contactJobRoutes.list.path);
  };
  if (isRunning(job))
    return (
      <div className={classes["searched"]}>
        <span role="status">{`${doing[job.action]}${job.total === null ? ", counting…" : ` ${plural(job.total, "contact")}`}`}</span>
        {job.total === null ? null : <Progress done={job.done} total={job.total} label={doing[job.action]} />}
        {mayAdmin ? (
          <Button size="compact-xs" variant="default" onClick={() => void cancel()}>
            Cancel
          </Button>
        ) : null}
      </div>
    );
  return (
    <div className={classes["searched"]}>
      <StatusBadge tone={job.status === "done" ? "done" : job.status === "failed" ? "failed" : "off"}>
        {job.status === "done" ? "Done" : job.status === "failed" ? "Failed" : "Cancelled"}
      </StatusBadge>
      <span role="status">{resultOf(job)}</span>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Dismiss" onClick={close}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}

/** "12,345 contacts archived", with the number that needed no change. */
function resultOf({ action, done: processed, changed, problem }: ContactJob): string {
  const result = `${plural(changed, "contact")} ${done[action]}`;
  const unchanged = processed - changed;
  const why = action === "dnc" ? "had no phone" : "needed no change";
  return [result, unchanged > 0 ? `${formatCount(unchanged)} ${why}` : "", problem ?? ""]
    .filter((part) => part !== "")
    .join("; ");
}
