import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import type { DryRun, DryRunResult } from "@trunkline/contract/runs/dryRun.ts";
import { formatCount, plural } from "../../../ui/text/formatFigure.ts";
import { formatDuration, formatTime } from "../../../ui/text/formatTime.ts";

/** The result in sentences, the most important one first. */
export function describeDryRun(result: DryRunResult): string[] {
  const { selected, reached, texts, segments, rcs, calls, emails, cost } = result;
  if (selected === 0) return ["No contact is selected, so the run would end at once."];
  const left = selected - reached;
  const sends = [
    texts > 0 ? `${plural(texts, "text")} in ${plural(segments, "segment")}` : "",
    rcs > 0 ? plural(rcs, "RCS message") : "",
    calls > 0 ? plural(calls, "call") : "",
    emails > 0 ? plural(emails, "e-mail") : "",
  ].filter(Boolean);
  return [
    `${formatCount(reached)} of ${plural(selected, "contact")} ${selected === 1 ? "gets" : "get"} a message or a call${left > 0 ? `. ${formatCount(left)} ${left === 1 ? "is" : "are"} left out` : ""}.`,
    sends.length > 0 ? `The run sends ${sends.join(", ")} for ${formatDollars(cost)}.` : "The run sends nothing.",
    ...timing(result),
    ...warnings(result),
  ];
}

function timing({ lastSendAt, finishedAt, takesSeconds, boundBy }: DryRunResult): string[] {
  const limit = boundBy === "carrier" ? " at the carrier's limit" : boundBy === "rate" ? " at this rate" : "";
  return [
    ...(takesSeconds > 0 ? [`Sending takes ${formatDuration(takesSeconds)}${limit}.`] : []),
    ...(lastSendAt === null ? [] : [`The last message is sent at about ${formatTime(lastSendAt)}.`]),
    ...(finishedAt === null ? [] : [`The last contact reaches the end at about ${formatTime(finishedAt)}.`]),
  ];
}

function warnings({ noZone, spend, unfinished, dayCaps }: DryRunResult): string[] {
  return [
    ...(spend !== null && spend.mostInADay > spend.limit
      ? [
          `One day would cost ${formatDollars(spend.mostInADay)}, more than the account's daily limit of ${formatDollars(spend.limit)}. What is above it is not sent.`,
        ]
      : []),
    ...(noZone === null
      ? []
      : [
          `The time zone of ${plural(noZone.count, "contact")} is unknown, so their windows are open in all zones only.`,
        ]),
    ...(unfinished > 0 ? [`${plural(unfinished, "contact")} would go round without an end.`] : []),
    ...dayCaps.map(
      ({ carrier, brandName, perDay, segments, days }) =>
        `${carrier} accepts ${plural(perDay, "segment")} a day from ${brandName}. The run sends ${formatCount(segments)} there over ${plural(days, "day")}.`,
    ),
  ];
}

/** What is going on with a dry run that has no result. */
export function describeState({ status, total, played, secondsLeft, problem }: DryRun): string {
  switch (status) {
    case "queued":
      return "The dry run is waiting for its turn.";
    case "running":
      if (total === null && played === 0) return "Counting contacts…";
      if (total === null) return `Counting contacts… ${formatCount(played)} played so far.`;
      return secondsLeft === null ? "Playing contacts…" : `About ${formatDuration(Math.max(1, secondsLeft))} left`;
    case "cancelled":
      return "The dry run was cancelled.";
    case "failed":
      return problem ?? "The dry run could not be completed.";
    case "done":
      return "";
  }
}
