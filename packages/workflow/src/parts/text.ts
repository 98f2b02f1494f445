import { parseTemplate } from "../freemarker/parseTemplate.ts";
import { type Output, renderTemplate } from "../freemarker/renderTemplate.ts";
import type { Template } from "../freemarker/syntax.ts";
import { TemplateError } from "../freemarker/templateError.ts";

/** A text with its variables filled in, and the names of those that had no value. */
export type Rendered = Output;

/** More about the moment at which a text is made. */
export interface TextContext {
  /** Epoch ms of `.now`. */
  nowMs?: number;
  /** IANA zone in which dates show. */
  zone?: string;
}

/** A template in the form in which it is fastest: nothing in it, plain variables only, or the whole language. */
type Compiled =
  | { is: "fixed"; text: string }
  /** Text and name in turn, beginning and ending with text. */
  | { is: "plain"; texts: string[]; names: string[] }
  | { is: "template"; template: Template };

const plainVariable = /\$\{\s*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\}/g;

// few templates make very many texts; a full cache is simply emptied
const compiledTexts = new Map<string, Compiled>();
const maxCompiled = 2000;

function compile(source: string): Compiled {
  const known = compiledTexts.get(source);
  if (known !== undefined) return known;
  const made = compileAfresh(source);
  if (compiledTexts.size >= maxCompiled) compiledTexts.clear();
  compiledTexts.set(source, made);
  return made;
}

function compileAfresh(source: string): Compiled {
  if (!source.includes("${") && !source.includes("#")) return { is: "fixed", text: source };
  // splitting at a pattern with one group gives text and name in turn
  const pieces = source.split(plainVariable);
  const texts = pieces.filter((_, index) => index % 2 === 0);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const hasMore = texts.some((text) => text.includes("${") || /<[/]?#[a-zA-Z]|<#--/.test(text));
  if (hasMore || names.some((name) => name === "true" || name === "false")) {
    return { is: "template", template: parseTemplate(source) };
  }
  return { is: "plain", texts, names };
}

/**
 * A template's text for one contact. A missing or empty variable prints as nothing and is reported (decisions, Variables
 * in texts). Throws a `TemplateError` with line and column when the template cannot be evaluated.
 */
export function renderText(
  template: string,
  read: (name: string) => string | undefined,
  context: TextContext = {},
): Rendered {
  const compiled = compile(template);
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

/** What is wrong with a template, with line and column; undefined when nothing is. For forms, before it is saved. */
export function textProblem(template: string): string | undefined {
  try {
    compile(template);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

/** The value of a computation's template: a missing variable is an error, thrown as a `TemplateError` (decisions). */
export function computeText(
  template: string,
  read: (name: string) => string | undefined,
  context: TextContext = {},
): string {
  const compiled = compile(template);
  const parsed = compiled.is === "template" ? compiled.template : parseTemplate(template);
  return renderTemplate(parsed, { read, ...context }, "error").text;
}
