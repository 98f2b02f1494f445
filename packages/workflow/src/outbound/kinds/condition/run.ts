import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { audienceAsked, audiencesOf, evaluateMembership } from "../../../parts/audienceStatement.ts";
import { evaluateStatement } from "../../../parts/statement.ts";
import { readVariable } from "../../../parts/variables.ts";
import type { Own } from "./saved.ts";

// only the store knows who is in an audience, so a node that asks about one waits for its answer
export const behaviour: Behaviour<Own> = {
  run(node, at) {
    const audienceIds = audiencesOf(node.conditions);
    return audienceIds.length > 0 ? { ask: { do: "askAudiences", audienceIds } } : choose(node, at, {});
  },
  answer: (node, { vars = {} }, at) => choose(node, at, vars),
};

/** `members`: for each audience that was asked about, whether the contact is in it. */
function choose(node: Own, at: Moment, members: Record<string, string>): Outcome {
  const read = (variable: string): string | undefined => readVariable(at, variable);
  // the default entry at the end has no statements
  const index = node.conditions.findIndex(
    ({ statements }) =>
      statements.length > 0 &&
      statements.every((statement) =>
        audienceAsked(statement) === undefined
          ? evaluateStatement(statement, read)
          : evaluateMembership(statement, members),
      ),
  );
  const path = node.conditions[index];
  const assign = Object.keys(members).length > 0 && { assign: members };
  return path === undefined
    ? { go: node.defaultNodePath, ...assign, because: "no path matched" }
    : { go: path.targetNode, ...assign, because: `path ${index + 1} matched` };
}
