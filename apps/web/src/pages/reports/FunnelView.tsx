import { Anchor, Skeleton } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReportFunnel, reportRoutes } from "@trunkline/contract/reports/report.ts";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { AsOf, countedAheadMs } from "../../ui/text/AsOf.tsx";
import { formatCount, formatShare, plural } from "../../ui/text/formatFigure.ts";
import classes from "./FunnelView.module.css";
import { problem } from "./ReportResults.tsx";
import type { ReportState } from "./reportState.ts";

const refreshMs = 30_000;

/** How far the contacts of a workflow came who were enrolled in the period. */
export function FunnelView({ state: { workflow, from, to } }: { state: ReportState }) {
  const funnel = useQuery({
    ...oneOf(reportRoutes.funnel, { query: { campaignId: workflow ?? "", startDate: from, endDate: to } }),
    enabled: workflow !== undefined,
    refetchInterval: ({ state: { data } }) => (data?.asOf ? countedAheadMs : refreshMs),
    placeholderData: keepPreviousData,
  });
  if (workflow === undefined)
    return (
      <EmptyState icon={IconFilter} title="Choose a workflow">
        Its funnel shows how many contacts were sent a message, received it, answered and reached the goal.
      </EmptyState>
    );
  if (funnel.isError) return <ErrorState title={problem} problem={funnel.error} retry={() => funnel.refetch()} />;
  if (funnel.data === undefined) return <Skeleton height={240} role="status" aria-label="Loading" />;
  if (funnel.data.enrolled === 0)
    return (
      <>
        <AsOf at={funnel.data.asOf} />
        <EmptyState icon={IconFilter} title="No contacts were enrolled on these days">
          Choose other days, or start the workflow.
        </EmptyState>
      </>
    );
  return <Steps funnel={funnel.data} workflow={workflow} />;
}

interface Step {
  label: string;
  count: number;
  note: string;
}

const stepsOf = ({ enrolled, sent, delivered, responded, replied, clicked, converted, goal }: ReportFunnel): Step[] => [
  { label: "Enrolled", count: enrolled, note: "Contacts who were enrolled on these days" },
  { label: "Sent", count: sent, note: "At least one text or call was sent" },
  { label: "Delivered", count: delivered, note: "A text was delivered, or a call answered" },
  {
    label: "Clicked or replied",
    count: responded,
    note: `${formatCount(replied)} replied, ${formatCount(clicked)} opened a link`,
  },
  ...(converted === null ? [] : [{ label: "Converted", count: converted, note: goal ?? "" }]),
];

function Steps({ funnel, workflow }: { funnel: ReportFunnel; workflow: string }) {
  const steps = stepsOf(funnel);
  const top = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <section aria-label="Funnel" className={classes["funnel"]}>
      <AsOf at={funnel.asOf} />
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">
              <span className={classes["unseen"]}>Chart</span>
            </th>
            <th scope="col">Contacts</th>
            <th scope="col">Of enrolled</th>
            <th scope="col">Of the step before</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ label, count, note }, place) => (
            <tr key={label}>
              <th scope="row">
                {label}
                <span className={classes["note"]}>{note}</span>
              </th>
              <td className={classes["track"]} aria-hidden>
                <span className={classes["bar"]} style={{ width: `${(count / top) * 100}%` }} />
              </td>
              <td>{formatCount(count)}</td>
              <td>{formatShare(count, funnel.enrolled)}</td>
              <td>{place === 0 ? "---" : formatShare(count, steps[place - 1]?.count ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {funnel.read < funnel.enrolled ? (
        <p className={classes["note"]}>
          {funnel.read === 0
            ? "The history of these contacts is no longer stored."
            : `Estimated from the ${plural(funnel.read, "contact")} whose history is still stored.`}
        </p>
      ) : null}
      {funnel.converted === null ? (
        <p className={classes["note"]}>
          <Anchor component={PathLink} to={paths.editCampaign(workflow)} inherit>
            Give the workflow a goal
          </Anchor>{" "}
          to see who converted.
        </p>
      ) : null}
    </section>
  );
}
