import { MissingError } from "../../../freemarker/templateError.ts";
import { JsonPathError } from "../../../jsonpath/jsonPathError.ts";
import { queryJson } from "../../../jsonpath/queryJson.ts";
import type { Behaviour, Moment } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { setOwnValue } from "../../../parts/ownValue.ts";
import { computeText, textContextOf } from "../../../parts/text/text.ts";
import { readVariable, variableName } from "../../../parts/variables.ts";
import { maxComputations, type Own } from "./saved.ts";

type Row = Own["computations"][number];

/** A row's result, or why it failed for this contact. */
type Computed = { value: string } | { error: string };

export const behaviour: Behaviour<Own> = {
  run(node, at) {
    if (node.computations.length > maxComputations) {
      return { fail: `broken_node: more than ${maxComputations} computations` };
    }
    const assign: Record<string, string> = {};
    const errors: string[] = [];
    for (const row of node.computations) {
      const name = variableName(row.variable);
      try {
        const computed = compute(row, at, { ...at.vars, ...assign });
        if ("value" in computed) setOwnValue(assign, name, computed.value);
        else errors.push(`${name}: ${computed.error}`);
      } catch (error) {
        // an invalid or too expensive path is a fault of the workflow (readings, Failure of the definition)
        if (!(error instanceof JsonPathError)) throw error;
        return { fail: `broken_expression: ${name}: ${error.message}` };
      }
    }
    const because = errors.length > 0 ? `error: ${errors.join("; ")}` : undefined;
    return { go: nextOf(node), ...(Object.keys(assign).length > 0 && { assign }), because };
  },
};

function compute(row: Row, at: Moment, vars: Record<string, string>): Computed {
  const read = (name: string): string | undefined => readVariable({ vars, contact: at.contact }, name);
  return row.type === "freemarker" ? byTemplate(row, at, read) : byPath(row, read);
}

/** The text without surrounding white space, which multi-line templates add (decision 0011). */
function byTemplate({ freemarker }: Row, at: Moment, read: (name: string) => string | undefined): Computed {
  try {
    return { value: computeText(freemarker, read, textContextOf(at)).trim() };
  } catch (error) {
    if (error instanceof MissingError) return { error: error.message };
    throw error;
  }
}

/** No match is a missing variable, one is its value, several are a list. */
function byPath({ jsonPath, jsonPathSourceVariable }: Row, read: (name: string) => string | undefined): Computed {
  const source = variableName(jsonPathSourceVariable);
  const text = read(source);
  if (text === undefined || text.trim() === "") return { error: `${source} has no value` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: `${source} is not JSON` };
  }
  const found = queryJson(jsonPath.trim(), value);
  const [first] = found;
  if (found.length > 1) return { value: JSON.stringify(found) };
  if (first === undefined || first === null) return { error: `${jsonPath} finds nothing in ${source}` };
  return { value: typeof first === "string" ? first : JSON.stringify(first) };
}
