import { parseTemplate } from "../../freemarker/parseTemplate.ts";
import type { Template } from "../../freemarker/syntax.ts";
import { TemplateError } from "../../freemarker/templateError.ts";

/** A template compiled for speed: constant, plain variables only, or the whole language. */
export type Compiled =
  | { is: "fixed"; text: string }
  /** Alternating text and name, starting and ending with text. */
  | { is: "plain"; texts: string[]; names: string[] }
  | { is: "template"; template: Template };

const plainVariable = /\$\{\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}/g;

// few templates produce very many texts; a full cache is emptied
const compiledTexts = new Map<string, Compiled>();
const maxCompiled = 2000;

/** Parses a text, with a cache. Throws a `TemplateError` when it is invalid. */
export function compileText(source: string): Compiled {
  const known = compiledTexts.get(source);
  if (known !== undefined) return known;
  const made = compileAfresh(source);
  if (compiledTexts.size >= maxCompiled) compiledTexts.clear();
  compiledTexts.set(source, made);
  return made;
}

function compileAfresh(source: string): Compiled {
  if (!source.includes("${") && !source.includes("#")) return { is: "fixed", text: source };
  // splitting by a pattern with one group alternates text and name
  const pieces = source.split(plainVariable);
  const texts = pieces.filter((_, index) => index % 2 === 0);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const hasMore = texts.some((text) => text.includes("${") || /<[/]?#[a-zA-Z]|<#--/.test(text));
  if (hasMore || names.some((name) => name === "true" || name === "false")) {
    return { is: "template", template: parseTemplate(source) };
  }
  return { is: "plain", texts, names };
}

/** Why a template that parses never runs. Available once the interpreter is loaded. */
let findFailure: (template: Template) => string | undefined = () => undefined;

/** Called by the interpreter on load. */
export function setFailureCheck(check: typeof findFailure): void {
  findFailure = check;
}

/** Why a template cannot be parsed or can never run, with line and column, or undefined. */
export function textProblem(template: string): string | undefined {
  try {
    const compiled = compileText(template);
    return compiled.is === "template" ? findFailure(compiled.template) : undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
