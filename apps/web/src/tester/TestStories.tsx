import { VisuallyHidden } from "@mantine/core";
import type { Expectation, ExpectedStep } from "@trunkline/workflow/trial/testSchema.ts";
import { describeExpected, namesOf } from "@trunkline/workflow/trial/testStory.ts";
import { useEffect, useRef } from "react";
import { formatZonedTime } from "../ui/text/formatTime.ts";
import classes from "./TestStories.module.css";

interface Props {
  expected: Expectation;
  actual: Expectation;
  /** The index of the first step that differs. Null: none. */
  differs: number | null;
  zone: string | undefined;
  nodeName: (id: number) => string;
}

/** What a test expects and what happens, side by side, with the first difference in view. */
export function TestStories({ expected, actual, differs, zone, nodeName }: Props) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (differs !== null) row.current?.scrollIntoView({ block: "center" });
  }, [differs]);
  const count = Math.max(expected.steps.length, actual.steps.length);
  const [wantedName, gotName] = [namesOf(expected.steps, nodeName), namesOf(actual.steps, nodeName)];
  return (
    <table className={classes["stories"]}>
      <caption>Every step with its time, in the time zone of the contact</caption>
      <thead>
        <tr>
          <th scope="col">Expected</th>
          <th scope="col">Now</th>
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, index) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity
            key={index}
            ref={index === differs ? row : undefined}
            data-differs={index === differs || undefined}
            data-after={(differs !== null && index > differs) || undefined}
          >
            <td>
              {index === differs && <VisuallyHidden>First difference. </VisuallyHidden>}
              <StepCell step={expected.steps[index]} name={wantedName} zone={zone} />
            </td>
            <td>
              <StepCell step={actual.steps[index]} name={gotName} zone={zone} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  step: ExpectedStep | undefined;
  name: (id: number) => string;
  zone: string | undefined;
}

function StepCell({ step, name, zone }: CellProps) {
  if (step === undefined) return <span className={classes["none"]}>Nothing</span>;
  return (
    <>
      <span className={classes["node"]}>{name(step.node)}</span>
      {describeExpected(step, name)}
      {step.until !== undefined &&
        `${step.outcome === "waited" ? "" : ", waiting"} until ${formatZonedTime(step.until, zone)}`}
      {step.message?.mediaUrl !== undefined && ` with ${step.message.mediaUrl}`}
      {step.at !== undefined && <span className={classes["at"]}>{formatZonedTime(step.at, zone)}</span>}
    </>
  );
}
