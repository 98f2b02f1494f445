import { findFailure } from "../../freemarker/findFailure.ts";
import { parseTemplate } from "../../freemarker/parseTemplate.ts";
import { type Output, renderTemplate } from "../../freemarker/renderTemplate.ts";
import { compileText, setFailureCheck, textProblem } from "./compileText.ts";
import { setTextCheck } from "./textProblem.ts";

setFailureCheck(findFailure);
setTextCheck(textProblem);

/** A rendered text, and the names of variables without a value. */
export type Rendered = Output;

/** Options for rendering a text. */
export interface TextContext {
  /** Epoch ms of `.now`. */
  nowMs: number;
  /** IANA zone for formatting dates. */
  zone?: string | undefined;
}

/** Options for a journey's texts: dates are in the contact's zone. */
export const textContextOf = ({
  now,
  contact,
}: {
  now: number;
  contact: { zones: readonly string[] };
}): TextContext => ({
  nowMs: now,
  zone: contact.zones[0],
});

/**
 * A template's text for one contact. A missing or empty variable prints nothing and is reported (readings, Variables in
 * texts). Throws a `TemplateError` with line and column when the template cannot be evaluated.
 */
export function renderText(
  template: string,
  read: (name: string) => string | undefined,
  context: TextContext,
): Rendered {
  const compiled = compileText(template);
  switch (compiled.is) {
    case "fixed":
      return { text: compiled.text, missing: [] };
    case "plain":
      return fillPlain(compiled.texts, compiled.names, read);
    case "template":
      return renderTemplate(compiled.template, { read, ...context }, "nothing");
  }
}

function fillPlain(texts: string[], names: string[], read: (name: string) => string | undefined): Rendered {
  let text = texts[0] ?? "";
  const missing: string[] = [];
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    const value = read(name);
    if (value === undefined || value === "") {
      if (!missing.includes(name)) missing.push(name);
    } else text += value;
    text += texts[index + 1];
  }
  return { text, missing };
}

/** The value of a computation's template. A missing variable is an error, thrown as a `TemplateError` (readings, Variables in texts). */
export function computeText(
  template: string,
  read: (name: string) => string | undefined,
  context: TextContext,
): string {
  const compiled = compileText(template);
  const parsed = compiled.is === "template" ? compiled.template : parseTemplate(template);
  return renderTemplate(parsed, { read, ...context }, "error").text;
}
