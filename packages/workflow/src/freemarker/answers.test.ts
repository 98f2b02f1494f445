import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { computeText } from "../parts/text/text.ts";

interface Answers {
  variables: Record<string, string>;
  answers: { template: string; prints?: string; fails?: string }[];
}

// what Apache FreeMarker 2.3.31 prints, made by scripts/freemarkerAnswers.ts: this test needs no Java
const { variables, answers }: Answers = JSON.parse(
  readFileSync(new URL("../../fixtures/freemarker/answers.json", import.meta.url), "utf8"),
);

/** Where we differ on purpose (docs/freemarker.md), and what we answer there; undefined is an error. */
const differences: Readonly<Record<string, string | undefined>> = {
  // variables are flat: `node3.reply` is a name, and nothing is known of `node3`
  "${missing.a!'x'}": "x",
  "${missing.a???c}": "false",
  "${node4.reply!'none'}": "none",
  "${node3['reply']}": undefined,
  "${node3['re' + 'ply']}": undefined,
  "${node3???c}": "false",
  // null in JSON is the empty text
  "${order?eval_json.note!'none'}": "",
  // what leaves the language, and what is not of the subset
  "${'1 + 1'?eval}": undefined,
  "<#noparse>${x}</#noparse>": undefined,
  "<#switch age><#case '30'>thirty<#break><#case '40'>forty<#default>other</#switch>": undefined,
  "<#macro m>x</#macro><@m/>": undefined,
  "<#function f x><#return x></#function>${f(1)}": undefined,
  // the number interpolation of FreeMarker 1 is plain text
  "#{1}": "#{1}",
  "#{price?number; m2}": "#{price?number; m2}",
  // cut at the length, not at the word before it
  "${words?truncate(10)}": "the q[...]",
  // a tag alone on the first line takes its indentation along, as on every other line
  "  <#if true>\n  yes\n  </#if>\nafter\n": "  yes\nafter\n",
};

const read = (name: string): string | undefined => (Object.hasOwn(variables, name) ? variables[name] : undefined);

function ours(template: string): string | undefined {
  try {
    return computeText(template, read, { nowMs: 0 });
  } catch {
    return undefined;
  }
}

test("several hundred templates are compared", () => {
  expect(answers.length).toBeGreaterThan(600);
});

test.for(answers)("as Apache FreeMarker: $template", ({ template, prints }) => {
  expect(ours(template)).toBe(Object.hasOwn(differences, template) ? differences[template] : prints);
});

test("every difference is one still", () => {
  for (const [template, answer] of Object.entries(differences)) {
    expect(answers.find((one) => one.template === template)?.prints, template).not.toBe(answer);
  }
});
