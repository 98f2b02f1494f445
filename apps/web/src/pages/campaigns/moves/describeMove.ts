import type { JourneyMove } from "@trunkline/contract/runs/journeyMove.ts";
import { formatCount, plural } from "../../../ui/text/formatFigure.ts";
import { formatDuration } from "../../../ui/text/formatTime.ts";

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const contacts = (count: number): string => plural(count, "contact");

/** What the simulation has found, the most important sentence first. */
export function describeSimulation({ choices, version }: JourneyMove): string[] {
  const counts = (action: "move" | "leave") =>
    sum(choices.map((choice) => (choice.action === action ? (choice.result?.count ?? 0) : 0)));
  const total = (of: "inStep" | "noReply" | "noTime" | "atOnce") => sum(choices.map(({ result }) => result?.[of] ?? 0));
  const [moving, leaving, inStep, noReply, noTime, atOnce] = [
    counts("move"),
    counts("leave"),
    total("inStep"),
    total("noReply"),
    total("noTime"),
    total("atOnce"),
  ];
  if (moving + leaving === 0) return ["No contacts are at these nodes now."];
  return [
    [
      ...(moving > 0 ? [`${contacts(moving)} would move to version ${version}.`] : []),
      ...(leaving > 0 ? [`${contacts(leaving)} would leave the workflow.`] : []),
    ].join(" "),
    ...(inStep > 0
      ? [
          `${contacts(inStep)} ${inStep === 1 ? "is" : "are"} in the middle of a step and ${inStep === 1 ? "is" : "are"} moved only if still at the node when the step has ended.`,
        ]
      : []),
    ...(atOnce > 0 ? [`${contacts(atOnce)} would continue at once.`] : []),
    ...(noReply > 0
      ? [`${contacts(noReply)} ${noReply === 1 ? "waits" : "wait"} for a reply now and would not at the new node.`]
      : []),
    ...(noTime > 0
      ? [`${contacts(noTime)} ${noTime === 1 ? "waits" : "wait"} for a time now and would not at the new node.`]
      : []),
  ];
}

/** How far a move is, in one sentence. */
export function describeProgress(move: JourneyMove): string {
  const { status, total, moved, left, goneOn, undone, tooLate, secondsLeft, problem } = move;
  const rest = total - moved - left - goneOn;
  const done = [
    `${contacts(moved)} moved`,
    ...(left > 0 ? [`${formatCount(left)} left the workflow`] : []),
    ...(goneOn > 0 ? [`${formatCount(goneOn)} had continued before and stay on their version`] : []),
  ].join(", ");
  switch (status) {
    case "simulating":
      return `Simulating: ${contacts(total)} so far.`;
    case "ready":
      return "Nothing has been changed yet.";
    case "running":
      return secondsLeft === null
        ? `${done}. Waiting for ${contacts(rest)}.`
        : `${done}. About ${formatDuration(Math.max(1, secondsLeft))} left.`;
    case "paused":
      return `Paused. ${done}. ${contacts(rest)} to go.`;
    case "done":
      return `Done. ${done}.`;
    case "cancelled":
      return total === rest ? "Cancelled. Nothing was changed." : `Cancelled. ${done}.`;
    case "undoing":
      return `Undoing: ${contacts(undone)} moved back.`;
    case "undone":
      return `Undone. ${contacts(undone)} moved back${tooLate > 0 ? `. ${formatCount(tooLate)} had taken a step since and stay where they are` : ""}.`;
    case "failed":
      return problem ?? "The move could not be completed.";
  }
}

/** Whether the server is at work on it. */
export const isAtWork = ({ status }: Pick<JourneyMove, "status">): boolean =>
  status === "simulating" || status === "running" || status === "undoing";

/** Whether contacts can be moved back. */
export const mayUndo = ({ status, moved, left, undone, tooLate }: JourneyMove): boolean =>
  (status === "done" || status === "paused" || status === "cancelled" || status === "failed") &&
  moved + left > undone + tooLate;
