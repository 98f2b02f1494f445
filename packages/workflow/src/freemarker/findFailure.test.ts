import { expect, test } from "vitest";
import { textProblem } from "../parts/text/compileText.ts";
import { renderText } from "../parts/text/text.ts";

const at = { nowMs: Date.UTC(2026, 10, 22, 12), zone: "America/New_York" };

test.for<[string, string]>([
  ['${.now?string("QQ")}', 'line 1, column 7: the format "QQ" is not known'],
  ["${1/0}", "line 1, column 4: division by zero"],
  ["${true}", "line 1, column 3: a boolean cannot be printed; use ?c or ?then"],
  ["${[1, 2]}", "line 1, column 3: a sequence cannot be printed"],
  ["Hi <#if 1 == 2>${1/0}</#if>", "line 1, column 19: division by zero"],
  ["<#list firstName as x>${x}</#list>", "line 1, column 1: a text cannot be listed"],
  ["<#if firstName>Hi</#if>", "line 1, column 6: a text is neither true nor false"],
  ["${-age}", "line 1, column 3: a text is not a number"],
  ['${firstName?split(",")}', "line 1, column 12: a sequence cannot be printed"],
])("%s cannot run: %s", ([template, problem]) => {
  expect(textProblem(template)).toBe(problem);
});

test.for([
  "Hi ${firstName}",
  '${.now?string("yyyy")}',
  "${.now?date?iso_utc}",
  "${age?number / (total?number - age?number)}",
  '${birthday?date("dd/MM/yyyy")?string("d MMMM")}',
  "${node3.reply?eval_json.items[0].name}",
  "${(count!0) - 1}",
  '<#list node3.reply?split(",") as part>${part?index} ${part}<#sep>, </#list>',
  "<#assign total = 1>${total - 1}",
  "${firstName?substring(3)}",
  '${(plan == "gold")?then("Yes", "No")}',
  "<#if age?has_content && age?number gte 18>adult</#if>",
  "${first-name}",
])("%s may run", (template) => {
  expect(textProblem(template)).toBeUndefined();
});

test("the time is known to every text", () => {
  expect(renderText('${.now?string("yyyy HH:mm")}', () => undefined, at).text).toBe("2026 07:00");
});
