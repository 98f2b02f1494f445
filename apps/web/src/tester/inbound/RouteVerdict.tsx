import { Alert, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import {
  describeVerdict,
  endName,
  type Question,
  type RouteAnswer,
  sentenceOf,
} from "@trunkline/workflow/inbound/askRoute.ts";
import { describeRule } from "@trunkline/workflow/inbound/describeRule.ts";
import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import classes from "./Inbound.module.css";

interface Props {
  answer: RouteAnswer;
  inbound: InboundGraph;
  question: Question;
}

/** Where a call or message goes, with the result of each rule that was evaluated. */
export function RouteVerdict({ answer, inbound, question }: Props) {
  const title = answer.node === null ? "No destination" : `Goes to ${endName(inbound, answer.node)}`;
  return (
    <Alert color={answer.node === null ? "orange" : "green"} variant="light" role="status" title={title}>
      <Text size="sm" mb={8}>
        {sentenceOf(question)}
        {answer.node === null ? `: ${answer.because}.` : "."}
      </Text>
      <RulesOf answer={answer} inbound={inbound} />
    </Alert>
  );
}

/** Each evaluated path with its rules and what they compared. */
export const RulesOf = ({ answer, inbound }: Omit<Props, "question">) =>
  answer.paths.map((path, index) => (
    <div key={path.node} className={classes["path"]}>
      <Text size="sm" fw={600}>
        {index + 1}. {endName(inbound, path.node)}
      </Text>
      {path.rules.length === 0 && (
        <Text size="xs" c="dimmed">
          No rules. Matches everything that gets this far.
        </Text>
      )}
      {path.rules.map(({ node, verdict }) => (
        <div key={node} className={classes["rule"]} data-holds={verdict.holds}>
          {verdict.holds ? <IconCircleCheck size={15} aria-hidden /> : <IconCircleX size={15} aria-hidden />}
          <span>
            {describeRule(verdict.rule)}
            <span className={classes["said"]}>{describeVerdict(verdict)}</span>
          </span>
        </div>
      ))}
    </div>
  ));
