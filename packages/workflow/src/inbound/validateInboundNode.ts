import type { Issue, NodeValidator } from "../nodeKind.ts";
import { readOperation } from "../parts/operations.ts";
import { regexProblem } from "../parts/text/regex.ts";
import { parseXml, XmlError } from "../voice/parseXml.ts";
import { readCallXml } from "../voice/readCallXml.ts";
import { type ContentForm, fittedValue } from "./contentRule.ts";
import type { CustomCallForm } from "./destinations/customCall/index.ts";

/**
 * Checks that need the regular expression engine, the call script reader or the phone numbers of all countries.
 * A page with a canvas loads them after the canvas (decision 0046).
 */
export const validateInboundNode: NodeValidator = ({ kind, form }) => {
  if (kind === "customCall") return xmlIssues(form as CustomCallForm);
  return "contentOperation" in form ? patternIssues(form as ContentForm) : [];
};

function patternIssues(form: ContentForm): Issue[] {
  if (readOperation(form.contentOperation)?.base !== "REGEX") return [];
  const problem = regexProblem(String(fittedValue(form)));
  return problem === undefined ? [] : [{ field: "contentValue", message: `${problem}.` }];
}

/** Spec 1 §5.2, to the letter. Other errors name their line. */
function xmlIssues({ callXml }: CustomCallForm): Issue[] {
  if (callXml.trim() === "") return [];
  const read = readCallXml(callXml);
  if (!("problem" in read)) return [];
  const say = { field: "callXml", message: `${read.problem}.` };
  return isXml(callXml) ? [say] : [{ field: "callXml", message: "Must be valid XML." }, say];
}

function isXml(text: string): boolean {
  try {
    parseXml(text);
    return true;
  } catch (error) {
    if (error instanceof XmlError) return false;
    throw error;
  }
}
