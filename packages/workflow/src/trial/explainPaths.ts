import { audienceAsked, evaluateMembership, membershipOf } from "../parts/audienceStatement.ts";
import { describeStatement, savedPath } from "../parts/conditionalPaths.ts";
import { evaluateStatement } from "../parts/statement.ts";
import type { VariableSource } from "../parts/variables.ts";
import { readVariable } from "../parts/variables.ts";
import type { SavedNode } from "../savedNode.ts";

/** A statement of a path with the value that it was evaluated with. */
interface EvaluatedStatement {
  /** "reply contains yes" */
  words: string;
  variable: string;
  /** Undefined when the contact has no value. */
  actual: string | undefined;
  holds: boolean;
}

/** A path of a node with conditional paths. */
export interface EvaluatedPath {
  statements: readonly EvaluatedStatement[];
  /** All statements are true. The first such path is followed. */
  holds: boolean;
}

/** The paths of a Condition or Event node up to the one that is followed, each statement with its value. Empty for other nodes. */
export function explainPaths(node: SavedNode, at: VariableSource): EvaluatedPath[] {
  const explained: EvaluatedPath[] = [];
  for (const { statements } of pathsOf(node)) {
    const evaluated = statements.map((statement): EvaluatedStatement => {
      const isAsked = audienceAsked(statement) !== undefined;
      const variable = isAsked ? membershipOf(statement.audienceId ?? "") : statement.variable;
      const actual = readVariable(at, variable);
      return {
        words: describeStatement(statement),
        variable: statement.variable,
        actual: actual === "" ? undefined : actual,
        holds: isAsked ? evaluateMembership(statement, at.vars) : evaluateStatement(statement, () => actual),
      };
    });
    const holds = evaluated.every((one) => one.holds);
    explained.push({ statements: evaluated, holds });
    if (holds) break;
  }
  return explained;
}

/** The conditional paths of a saved node, without the default one. */
export function pathsOf(node: SavedNode) {
  const { conditions, defaultNodePath } = node as { conditions?: unknown; defaultNodePath?: unknown };
  const read = savedPath.array().safeParse(conditions ?? []);
  if (!read.success) return [];
  // the default entry of a Condition has no statements
  return defaultNodePath === undefined ? read.data : read.data.filter(({ statements }) => statements.length > 0);
}
