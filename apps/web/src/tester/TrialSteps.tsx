import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { describeStep, missingOfStep, untilOfStep, windowOfStep } from "@trunkline/workflow/engine/describeStep.ts";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import type { EvaluatedPath } from "@trunkline/workflow/trial/explainPaths.ts";
import type { TrialStep } from "@trunkline/workflow/trial/trial.ts";
import { formatZonedTime } from "../ui/text/formatTime.ts";
import classes from "./Tester.module.css";
import type { Trial } from "./useTrial.ts";

interface Props {
  trial: Trial;
  workflow: PlayedWorkflow;
  nodeName: (id: number) => string;
}

/** Every step of the try with its reason. Pressing one goes back there. */
export function TrialSteps({ trial, workflow, nodeName }: Props) {
  const { moments, position, setup } = trial;
  const zone = setup.contact.zones[0];
  const steps = moments.flatMap(({ steps: all }, index) => all.map((one) => ({ ...one, index })));
  return (
    <ol className={classes["steps"]} aria-label="Steps of the try">
      {steps.map(({ index, ...one }) => (
        <li
          key={`${index} ${one.step.revision}`}
          className={classes["step"]}
          data-shown={index === position || undefined}
          data-later={index > position || undefined}
          aria-current={index === position ? "step" : undefined}
        >
          <button type="button" title="Go to this moment" onClick={() => trial.goTo(index)}>
            {nodeName(one.step.node)}: {wordsOf(one, workflow, nodeName, zone)}
          </button>
          <Why step={one} zone={zone} />
        </li>
      ))}
    </ol>
  );
}

/** The words of a step, as the page of a journey has them. */
function wordsOf(
  { step, effect }: TrialStep,
  { definition }: PlayedWorkflow,
  nodeName: Props["nodeName"],
  zone: string | undefined,
): string {
  if (effect?.do === "sendSms") return "A text was sent";
  if (effect?.do === "sendRcs") return "An RCS message was sent";
  if (effect?.do === "placeCall") return "The phone is ringing";
  const type = definition.nodes.get(step.node)?.type ?? "";
  return describeStep({ ...step, type }, { nodeName, formatInstant: (ms) => instant(ms, zone) });
}

const instant = (ms: number, zone: string | undefined): string => formatZonedTime(new Date(ms).toISOString(), zone);

function Why({ step: { step, paths }, zone }: { step: TrialStep; zone: string | undefined }) {
  const until = untilOfStep(step);
  const missing = missingOfStep(step);
  const because = step.because ?? windowOfStep(step);
  return (
    <>
      {until !== null && <span className={classes["why"]}>until {instant(until, zone)}</span>}
      {because !== null && <span className={classes["why"]}>{because}</span>}
      {missing.length > 0 && (
        <span className={classes["why"]}>Left empty because the contact has no value for {missing.join(", ")}</span>
      )}
      {paths.map((path, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paths have no name of their own
        <PathWhy key={index} path={path} />
      ))}
    </>
  );
}

/** The statements of a path, each with the value that it was evaluated with. */
const PathWhy = ({ path }: { path: EvaluatedPath }) =>
  path.statements.map(({ words, actual, holds }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: statements have no name of their own
    <span key={index} className={classes["why"]} data-holds={holds || undefined}>
      {holds ? (
        <IconCircleCheck size={14} role="img" aria-label="True" />
      ) : (
        <IconCircleX size={14} role="img" aria-label="False" />
      )}
      <span>
        {words}, {actual === undefined ? "which has no value" : `which was “${actual}”`}
      </span>
    </span>
  ));
