import { endName, sentenceOf } from "@trunkline/workflow/inbound/askRoute.ts";
import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import type { InboundItem, InboundMoment } from "@trunkline/workflow/trial/inbound/inboundTrial.ts";
import classes from "../Tester.module.css";
import { RulesOf } from "./RouteVerdict.tsx";
import type { InboundTrial } from "./useInboundTrial.ts";

interface Props {
  trial: InboundTrial;
  inbound: InboundGraph;
}

/** Everything that happened, with the rules of each call or text and the verbs of each call. Pressing an entry goes back there. */
export const InboundSteps = ({ trial: { moments, position, goTo }, inbound }: Props) => (
  <ol className={classes["steps"]} aria-label="Steps of the try">
    {moments.map((moment, index) => {
      const [first, ...rest] = linesOf(moment, inbound);
      return (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: moments never change their position
          key={index}
          className={classes["step"]}
          data-shown={index === position || undefined}
          data-later={index > position || undefined}
          aria-current={index === position ? "step" : undefined}
        >
          <button type="button" title="Go to this moment" onClick={() => goTo(index)}>
            {first}
          </button>
          {moment.arrives && <RulesOf answer={moment.arrival.answer} inbound={inbound} />}
          {rest.map((line, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their position
            <span key={nth} className={classes["why"]}>
              {line}
            </span>
          ))}
        </li>
      );
    })}
  </ol>
);

/** What happened in a moment, the heading first. */
function linesOf({ input, arrives, arrival, thread }: InboundMoment, inbound: InboundGraph): string[] {
  const lines = thread.map(textOf);
  if (!arrives) return input?.do === "wait" ? ["Time passes"] : lines;
  const { node, because } = arrival.answer;
  const where =
    arrival.outcome === "answered"
      ? (arrival.because ?? "")
      : node === null
        ? because
        : `It goes to ${endName(inbound, node)}`;
  return [`${sentenceOf(arrival.question)}. ${where}.`, ...lines];
}

const textOf = (item: InboundItem): string => {
  if (item.kind !== "call") return item.text;
  const { kind, text } = item.line;
  return kind === "said" ? `Says: “${text}”` : text;
};
