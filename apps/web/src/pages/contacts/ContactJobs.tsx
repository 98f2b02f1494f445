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
const isGoing = ({ status }: ContactJob): boolean => status === "queued" || status === "running";

const doing = { archive: "Archiving", unarchive: "Bringing back", dnc: "Adding to do not contact" } as const;
const done = { archive: "archived", unarchive: "brought back", dnc: "added to do not contact" } as const;

/** What is being done to many contacts at once, and what came of it since the page was opened. */
export function ContactJobs() {
  const [openedAt] = useState(() => Date.now());
  const [closed, setClosed] = useState<readonly string[]>([]);
  const refresh = useRefresh();
  const jobs = useQuery({
    ...listOf(contactJobRoutes.list, { query: { limit: 5 } }),
    refetchInterval: ({ state }) => (state.data?.some(isGoing) ? pollMs : false),
  });
  const shown = (jobs.data ?? []).filter(
    (job) =>
      !closed.includes(job.id) && (isGoing(job) || (job.finished !== null && Date.parse(job.finished) >= openedAt)),
  );
  const over = shown.filter((job) => !isGoing(job)).length;
  useEffect(() => {
    if (over > 0) void refresh("/v4/contact/", "/v4/dnc/");
  }, [over, refresh]);
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
  if (isGoing(job))
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
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Close notice of this work" onClick={close}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  );
}

/** "12,345 contacts archived", with those that needed nothing. */
function resultOf({ action, done: come, changed, problem }: ContactJob): string {
  const words = `${plural(changed, "contact")} ${done[action]}`;
  const others = come - changed;
  const rest = action === "dnc" ? "had no phone" : "were so already";
  return [words, others > 0 ? `${formatCount(others)} ${rest}` : "", problem ?? ""]
    .filter((part) => part !== "")
    .join("; ");
}
