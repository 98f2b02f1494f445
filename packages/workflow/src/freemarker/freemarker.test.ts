import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textProblem } from "../parts/text/compileText.ts";
import { computeText, renderText } from "../parts/text/text.ts";

const variables: Record<string, string> = {
  firstName: "Ann",
  lastName: "Lee",
  age: "30",
  price: "1234.5",
  "node3.reply": "Yes, please",
  "phonenumber1.company": "Acme",
  "first-name": "Hyphen",
  "favourite colour": "teal",
  empty: "",
  tags: "red,green,blue",
  order: '{"id": 7, "total": 19.99, "items": [{"name": "Pen", "qty": 2}, {"name": "Ink", "qty": 1}], "__proto__": "x"}',
};
const read = (name: string): string | undefined => (Object.hasOwn(variables, name) ? variables[name] : undefined);
const context = { nowMs: Date.parse("2026-03-10T15:04:05Z"), zone: "America/New_York" };
const compute = (template: string): string => computeText(template, read, context);
const problem = (template: string): string => {
  try {
    return `no problem: ${compute(template)}`;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
};

describe("message texts (readings, Variables in texts)", () => {
  test("fill in plain variables, dotted ones included", () => {
    const { text, missing } = renderText(
      "Hi ${firstName} ${ lastName }: ${node3.reply} (${phonenumber1.company})",
      read,
      context,
    );
    expect(text).toBe("Hi Ann Lee: Yes, please (Acme)");
    expect(missing).toEqual([]);
  });

  test("print nothing for a missing variable and report it once", () => {
    expect(renderText("Hi ${nick}${nick}, ${empty}.", read, context)).toEqual({
      text: "Hi , .",
      missing: ["nick", "empty"],
    });
    expect(renderText("Hi ${nick?upper_case}, ${node9.reply?trim}!", read, context)).toEqual({
      text: "Hi , !",
      missing: ["nick", "node9.reply"],
    });
    expect(renderText("<#if nick == 'x'>a<#else>b</#if><#list nicks as n>c</#list>", read, context)).toEqual({
      text: "b",
      missing: ["nick", "nicks"],
    });
  });

  test("report nothing where the text has a default", () => {
    expect(renderText('Hi ${nick!"friend"}, ${(a.b)!"none"}${node9.reply!}', read, context)).toEqual({
      text: "Hi friend, none",
      missing: [],
    });
  });

  test("take names that are none of the language as they stand", () => {
    expect(renderText("${first-name}, ${favourite colour}, ${second name}", read, context)).toEqual({
      text: "Hyphen, teal, ",
      missing: ["second name"],
    });
  });

  test("leave alone what only looks like a directive", () => {
    const text = "We are #1! <#1 choice> I <3 you, a < b, $5, {x}, #{y} & <@ann>";
    expect(renderText(text, read, context)).toEqual({ text, missing: [] });
  });

  test("say where they are broken", () => {
    expect(textProblem("Hi ${firstName}")).toBeUndefined();
    expect(textProblem("Hi\nyou ${first")).toBe("line 2, column 5: ${ is never closed");
    expect(textProblem("<#if a>b")).toBe("line 1, column 1: <#if> is never closed");
    expect(textProblem("a</#if>")).toBe("line 1, column 2: </#if> is not expected here");
    expect(textProblem("<#include 'x'>")).toBe("line 1, column 1: <#include> is not available");
  });
});

describe("expressions (telecom §11.1)", () => {
  test.each([
    ["${1 + 2 * 3}", "7"],
    ["${(1 + 2) * 3}", "9"],
    ["${0.1 + 0.2}", "0.3"],
    ["${1 / 3}", "0.333"],
    ["${(1 / 3)?c}", "0.333333333333"],
    ["${7 % 3} ${-7 % 3}", "1 -1"],
    ["${3000000}", "3,000,000"],
    ["${3000000?c}", "3000000"],
    ['${"5" + 1000}', "51,000"],
    ["${age?number + 1}", "31"],
    ["${age + 1}", "301"],
    ["${firstName + ' ' + lastName}", "Ann Lee"],
    ['${"Hi ${firstName}!"}', "Hi Ann!"],
    ['${r"${firstName}"}', "${firstName}"],
    ['${"$\\{firstName}"}', "${firstName}"],
    ['${"tab\\tquote\\" \\x41"}', 'tab\tquote" A'],
    ["${(2 > 1)?c} ${(2 gt 1)?c} ${(2 lte 2)?c}", "true true true"],
    ["${(firstName == 'Ann')?then('yes', 'no')}", "yes"],
    ["${(1 == 1 && !(2 == 3) || false)?string('y', 'n')}", "y"],
    ["${nick!'friend'} ${nick!}.", "friend ."],
    // the default takes all that follows
    ["${nick!1 + 2}", "3"],
    ["${(nick!1) + 2}", "3"],
    ["${(firstName??)?c} ${(nick??)?c}", "true false"],
    ["${[1, 2, 3][1]} ${[1, 2, 3]?size}", "2 3"],
    ["${{'a': 1, 'b': 2}.b} ${{'a': 1}['a']}", "2 1"],
    ["${(1..4)?join('-')} ${(1..<4)?join('-')} ${(3..1)?join('-')} ${(5..*2)?join('-')}", "1-2-3-4 1-2-3 3-2-1 5-6"],
    ["${firstName[0]} ${firstName[1..]} ${firstName[0..1]} ${firstName[0..*9]}", "A nn An Ann"],
    ["${([1] + [2, 3])?join(',')}", "1,2,3"],
    ["${({'a': 1} + {'b': 2})?keys?join(',')}", "a,b"],
    ["${.now?string('yyyy-MM-dd HH:mm')}", "2026-03-10 11:04"],
  ])("%s is %s", (template, expected) => expect(compute(template)).toBe(expected));
});

describe("built-ins", () => {
  test.each([
    [
      "${firstName?upper_case} ${firstName?lower_case} ${'ann lee'?cap_first} ${'ann LEE'?capitalize}",
      "ANN ann Ann lee Ann Lee",
    ],
    ["${firstName?upperCase}", "ANN"],
    ["[${'  x '?trim}] ${'abc'?length}", "[x] 3"],
    [
      "${'abcabc'?replace('b', '-')} ${'aXbx'?replace('x', '-', 'ri')} ${'aa'?replace('a', 'b', 'f')}",
      "a-ca-c a-b- ba",
    ],
    ["${'2026-03'?replace('(\\\\d+)-(\\\\d+)', '$2/$1', 'r')}", "03/2026"],
    ["${tags?split(',')?join(' ')} ${tags?split(',')?first} ${tags?split(',')?last}", "red green blue red blue"],
    ["${'a1b22'?matches('[a-z0-9]+')?c}", "true"],
    ["${'abcdef'?substring(2, 4)} ${'a.b.c'?keep_before('.')} ${'a.b.c'?keep_after_last('.')}", "cd a c"],
    ["${'abc'?index_of('c')} ${'abc'?left_pad(5, '0')} ${'abc'?right_pad(5, '.')}", "2 00abc abc.."],
    ["${'a b/c'?url} ${'<a&b>'?html}", "a%20b%2Fc &lt;a&amp;b&gt;"],
    ["${'a\"b<'?json_string}", 'a\\"b\\u003C'],
    [
      "${price?number?string('#,##0.00')} ${2.5?string('0')} ${3.5?string('0')} ${0.125?string('0.##')}",
      "1,234.50 2 4 0.12",
    ],
    ["${1.5?round} ${(-1.5)?round} ${1.5?floor} ${(-1.5)?floor} ${1.2?ceiling} ${(-3)?abs}", "2 -1 1 -2 2 3"],
    [
      "${[3, 1, 2]?sort?join(' ')} ${['b', 'A', 'c']?sort?reverse?join(' ')} ${[3, 1]?min} ${[3, 1]?max}",
      "1 2 3 c b A 1 3",
    ],
    ["${[1, 2, 3, 4]?filter(x -> x % 2 == 0)?map(x -> x * 10)?join(' ')}", "20 40"],
    [
      "${['a', 'b']?seq_contains('b')?c} ${[]?has_content?c} ${empty?has_content?c} ${nick?has_content?c} ${0?has_content?c}",
      "true false false false true",
    ],
    ["${'b'?switch('a', 1, 'b', 2, 3)} ${'z'?switch('a', 1, 9)}", "2 9"],
    ["${'true'?boolean?then(1, 2)}", "1"],
    [
      "${'2026-03-10'?date?string('EEEE, MMM d')} ${'2026-03-10T15:00:00Z'?datetime?string('h:mm a')}",
      "Tuesday, Mar 10 11:00 AM",
    ],
    [
      "${'2026-03-10T11:00:00'?datetime?iso_utc} ${('2026-03-10'?date < '2026-03-11'?date)?c}",
      "2026-03-10T15:00:00Z true",
    ],
    ["${order?eval_json.id} ${order?eval_json.items[0].name} ${order?eval_json.total?c}", "7 Pen 19.99"],
    ["${order?eval_json.items?sort_by('name')?map(i -> i.name)?join(',')}", "Ink,Pen"],
    ["${'x'?is_string?c} ${1?is_number?c} ${[]?is_sequence?c} ${{}?is_hash?c}", "true true true true"],
  ])("%s is %s", (template, expected) => expect(compute(template)).toBe(expected));
});

describe("directives", () => {
  test.each([
    ["<#if age?number gte 18>adult<#elseif age?number gt 12>teen<#else>child</#if>", "adult"],
    ["<#list tags?split(',') as t>${t?counter}.${t}<#sep>, </#list>", "1.red, 2.green, 3.blue"],
    ["<#list [] as x>${x}<#else>none</#list>", "none"],
    ["<#list {'a': 1, 'b': 2} as k, v>${k}=${v};</#list>", "a=1;b=2;"],
    ["<#list 1..9 as n><#if n == 3><#continue></#if><#if n == 5><#break></#if>${n}</#list>", "124"],
    ["<#list 1..3 as n>${n?index}${n?has_next?c}${n?item_cycle('a','b')} </#list>", "0truea 1trueb 2falsea "],
    ["<#assign x = 2 y = x * 3>${x + y}", "8"],
    ["<#assign greeting>Hi ${firstName}</#assign>${greeting?upper_case}", "HI ANN"],
    ["a<#-- ${broken --> b", "a b"],
    ["<#if (2 > 1)>big</#if>", "big"],
    ["<#assign total = 0><#list order?eval_json.items as i><#assign total = total + i.qty></#list>${total}", "3"],
  ])("%s prints %s", (template, expected) => expect(compute(template)).toBe(expected));

  test("leave no line of their own behind", () => {
    expect(compute("Hi\n<#if true>\n  <#-- note -->\nyou\n</#if>\nthere ${1}\n")).toBe("Hi\nyou\nthere 1\n");
  });
});

describe("computations", () => {
  test.each([
    ["${nick}", "line 1, column 3: nick has no value"],
    ["a\n  ${nick.name}", "line 2, column 9: nick.name has no value"],
    ["${firstName == 1}", "a text cannot be compared with a number"],
    ["${true}", "a boolean cannot be printed"],
    ["${[1]}", "a sequence cannot be printed"],
    ["${'x'?number}", '"x" is not a number'],
    ["${age * 2}", "* needs numbers"],
    ["${1 / 0}", "division by zero"],
    ["${'x'?nonsense}", "?nonsense is not available"],
    ["<#if firstName>x</#if>", "a text is neither true nor false"],
    ["${1 +}", "an expression is missing"],
    ["${(1}", "is never closed"],
  ])("%s is an error: %s", (template, expected) => expect(problem(template)).toContain(expected));

  test("that leave the language are not available", () => {
    for (const name of ["new", "api", "eval", "interpret"]) {
      expect(problem(`\${"freemarker.template.utility.Execute"?${name}}`)).toContain(`?${name} is not available`);
    }
    for (const tag of ["include", "import", "macro", "function", "ftl", "visit"]) {
      expect(problem(`<#${tag} x>`)).toContain(`<#${tag}> is not available`);
    }
    for (const name of [".data_model", ".vars", ".globals", ".main"])
      expect(problem(`\${${name}}`)).toContain("is not available");
  });

  test("reach no prototype", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(problem(`\${${name}}`)).toContain("has no value");
      expect(problem(`\${{'a': 1}.${name}}`)).toContain("has no value");
      expect(problem(`\${{'a': 1}?${name}}`)).toContain("is not available");
      expect(problem(`\${firstName.${name}}`)).toMatch(/has no/);
    }
    expect(compute("${order?eval_json['__proto__']}")).toBe("x");
    expect(problem("${1?string('__proto__')}")).toContain("is not known");
  });

  test("end within their budget", () => {
    for (const bomb of [
      "<#list 1..9999 as a><#list 1..9999 as b>x</#list></#list>",
      "${(1..1000000000)?size}",
      "${'x'?left_pad(1000000000)}",
      "<#assign s = 'x'?left_pad(60000)>${s?replace(' ', s)}",
      "<#assign s = 'x'?left_pad(60000)>${s?replace('.', '$0$0$0$0$0$0', 'r')?replace('x*', s, 'r')}",
      "<#assign s = 'x'?left_pad(60000)>${(1..9999)?map(n -> s)?join(s)}",
      "<#assign q = 1..9999><#list 1..9999 as n>${q?sort?first}</#list>",
      "<#assign s = 'x'><#list 1..100 as i><#assign s = s + s></#list>",
      "<#assign n = 9><#list 1..100 as i><#assign n = n * n></#list>",
      "<#assign q = [1]><#list 1..100 as i><#assign q = q + q></#list>",
      `\${${"(".repeat(500)}1${")".repeat(500)}}`,
      `\${${"!".repeat(5000)}true}`,
      `${"<#if true>".repeat(500)}${"</#if>".repeat(500)}`,
      "${'x'?replace('', 'yyyyyyyyyyyyyyyyyyyyyyyyy')?replace('', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzz')?replace('','qqqqqqqqqqqqqqqqqqqqqqqqqqqqqq')?replace('','wwwwwwwwwwwwwwwwwwwwwwwwwwwwww')?replace('','eeeeeeeeeeeeeeeee')}",
    ]) {
      expect(problem(bomb), bomb.slice(0, 40)).toMatch(/^line \d+/);
    }
  });

  test("fail only with a place, whatever the template", () => {
    const piece = fc.constantFrom(
      "${",
      "}",
      "<#if ",
      "<#list ",
      " as x",
      ">",
      "</#if>",
      "</#list>",
      "<#else>",
      "<#sep>",
      "<#assign ",
      "=",
      "x",
      "firstName",
      ".",
      "?",
      "!",
      "??",
      "(",
      ")",
      "[",
      "]",
      "{",
      "}",
      "'",
      '"',
      "1",
      "..",
      "+",
      "-",
      "*",
      "/",
      "%",
      "<",
      "gt",
      "->",
      ",",
      ":",
      "upper_case",
      "size",
      "map",
      "\\",
      "\n",
      " ",
      "$",
      "#",
      "<#--",
      "-->",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const template = pieces.join("");
        expect(problem(template)).toMatch(/^(no problem|line \d+, column -?\d+: )/);
      }),
      { numRuns: 5000 },
    );
  });
});
