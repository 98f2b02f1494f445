import { JsonPathError } from "@trunkline/workflow/jsonpath/jsonPathError.ts";
import { queryJson } from "@trunkline/workflow/jsonpath/queryJson.ts";
import { setOwnValue } from "@trunkline/workflow/parts/ownValue.ts";
import { jsonSizeProblem } from "@trunkline/workflow/parts/text/jsonSize.ts";
import type { WebhookFields } from "../store/webhooks/webhook.ts";

/** The evaluation of an answer: success or failure, the reason, and its variables. */
export interface AnswerVerdict {
  ok: boolean;
  /** A reason code with its detail. */
  reason: string | null;
  vars: Record<string, string>;
}

/** Success by status only (spec 2 §3.6). */
const httpOk = "HTTP_OK";

/** The longest variable. All variables of a contact together have another limit. */
const longest = 8_000;

/**
 * Evaluates whether the answer is a success by path and value, and reads the variables of that case's mapping (spec 2 §3.6). Without a value, the path must find something other than null or false.
 */
export function evaluateAnswer(
  webhook: Pick<WebhookFields, "successPath" | "successValue" | "responseMapping" | "errorResponseMapping">,
  { status, body }: { status: number; body: string },
): AnswerVerdict {
  const json = parse(body);
  const failure = failureOf(webhook, status, json);
  const mapping = failure === null ? webhook.responseMapping : webhook.errorResponseMapping;
  try {
    return { ok: failure === null, reason: failure, vars: json === undefined ? {} : readMapping(mapping, json.value) };
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    return { ok: false, reason: `webhook_unsuccessful: ${error.message}`, vars: {} };
  }
}

function failureOf(
  { successPath, successValue, responseMapping }: Parameters<typeof evaluateAnswer>[0],
  status: number,
  json: { value: unknown } | undefined,
): string | null {
  if (status < 200 || status > 299) return `webhook_status: ${status}`;
  const byPath = successPath !== httpOk;
  if (!byPath && Object.keys(responseMapping).length === 0) return null;
  if (json === undefined) return "webhook_not_json";
  if (!byPath) return null;
  let found: unknown[];
  try {
    found = queryJson(successPath, json.value);
  } catch (error) {
    return `webhook_unsuccessful: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (found.length === 0) return `webhook_unsuccessful: ${successPath} finds nothing`;
  if (successValue === "")
    return found.some((value) => value !== null && value !== false)
      ? null
      : `webhook_unsuccessful: ${successPath} is ${textOf(found[0])}`;
  return found.some((value) => textOf(value) === successValue)
    ? null
    : `webhook_unsuccessful: ${successPath} is "${textOf(found[0]).slice(0, 100)}", not "${successValue}"`;
}

/** Reads variables by path. Missing ones are left out, and several matches become a JSON list. */
function readMapping(mapping: Record<string, string>, value: unknown): Record<string, string> {
  const vars: Record<string, string> = {};
  for (const [name, path] of Object.entries(mapping)) {
    const found = queryJson(path, value);
    if (found.length > 0) setOwnValue(vars, name, textOf(found.length === 1 ? found[0] : found).slice(0, longest));
  }
  return vars;
}

const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)).replaceAll("\0", "");

function parse(text: string): { value: unknown } | undefined {
  try {
    return jsonSizeProblem(text) === undefined ? { value: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}
