import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { kinds as outboundKinds } from "./packages/workflow/src/outbound/kinds/index.ts";

// Rules about the text, names and folders of the sources. Rules about imports are in architecture.test.ts.

const root = import.meta.dirname;
const files = globSync(
  [
    "{packages,apps}/*/{src,test}/**/*.{ts,tsx}",
    "{e2e,bench,scripts}/**/*.ts",
    "{architecture,citations,ownValues,style}.test.ts",
  ],
  { cwd: root },
)
  .filter((file) => !file.includes("node_modules"))
  .sort();
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
const isTest = (file: string) => /\.(test|prove|e2e)\.tsx?$/.test(file) || file.startsWith("apps/server/test/");

/** Strings that are statements of SQL, whichever case their keywords are in. */
function listSql(source: string): string[] {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const strings = withoutComments.match(/`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\\n])*"/g) ?? [];
  const statement =
    /^.\s*(with|WITH)\s+\w+\s+(as|AS)\b|^.\s*(select|SELECT)\s[\s\S]*\s(from|FROM)\s|^.\s*(insert|INSERT)\s+(into|INTO)\s|^.\s*(delete|DELETE)\s+(from|FROM)\s+\w+(\s+(where|WHERE)|.$)|^.\s*(update|UPDATE)\s+\w+\s+(\w+\s+)?(set|SET)\s|^.\s*(create|alter|drop|truncate)\s+(table|index|role)\s/;
  return strings.filter((text) => statement.test(text));
}

describe("SQL", () => {
  it("is only in store/", () => {
    const found = [...sources]
      .filter(([file]) => /^apps\/server\/src\/(?!store\/)/.test(file) && !isTest(file))
      .flatMap(([file, source]) => listSql(source).map((text) => `${file}: ${text.slice(0, 60)}`));
    expect(found).toEqual([]);
  });

  it("is distinguished from text for people", () => {
    const sql = 'q("select a from b"); q(`\n  insert into c values (1)`); q("update d set e = 1"); q("delete from f");';
    expect(listSql(sql)).toHaveLength(4);
    expect(listSql('say("Select a workflow from the list"); say("The key was deleted from the account");')).toEqual([]);
  });
});

/** Limits of its own that a test file sets: on a wait, on a test or on a hook, and sleeps in place of a wait. An SMSC has to answer within a setting, on the clock of the test. */
function listLimits(source: string): string[] {
  const waits =
    /\btimeout: [\d_]{4,}|\b(?:setDefault(?:Navigation)?Timeout|AbortSignal\.timeout)\(\s*\d[\d_]*|\bwaitForTimeout\(|\b(?:test|hook)Timeout: \d[\d_]*|\b(?!answerWithin)\w*(?:[wW]ithin|[pP]atience|[dD]eadline)Ms = \d[\d_]*/g;
  const tests = /^( *)(?:it|test|describe|before|after)(?:\w|\.)*\((?:(?!^\1\S)[\s\S])*^\1(\}, \d[\d_]*\));$/gm;
  return [...source.matchAll(waits)]
    .map(([found]) => found)
    .concat([...source.matchAll(tests)].map((match) => match[2] ?? ""));
}

describe("limits of tests (decision 0051)", () => {
  it("are named in waitLimit.ts alone", () => {
    const inTests = [...sources].filter(([file]) => isTest(file) || /^e2e\/|findBrowser/.test(file));
    const config: [string, string] = ["vitest.config.ts", readFileSync(join(root, "vitest.config.ts"), "utf8")];
    const found = [...inTests, config].flatMap(([file, source]) =>
      listLimits(source).map((limit) => `${file}: ${limit}`),
    );
    expect(found).toEqual([]);
  });

  it("are distinguished from other numbers", () => {
    const limits = [
      "page.setDefaultTimeout(15_000);",
      "await notice.waitFor({ timeout: 5000 });",
      "await page.waitForTimeout(200);",
      "fetch(url, { signal: AbortSignal.timeout(2_000) });",
      "const startWithinMs = 90_000;",
      'it("runs", async () => {\n  await run();\n}, 240_000);',
    ];
    expect(limits.map((source) => listLimits(source).length)).toEqual([1, 1, 1, 1, 1, 1]);
    const others = [
      "page.setDefaultTimeout(waitLimitMs);",
      "const ivr = { timeout: 3 };",
      'it("rings", () => {\n  const later = offer({\n    callers,\n  }, 20_000);\n});',
    ];
    expect(others.flatMap(listLimits)).toEqual([]);
  });
});

/** The carriers that there are, as `carrier` and `kind` name them. */
const carrierKinds = [
  "simulated",
  ...readdirSync(join(root, "packages/contract/src/carriers")).flatMap((file) => {
    const [kind = "", rest] = file.split("Connection");
    return rest === ".ts" ? [kind] : [];
  }),
];

/** Comparisons with the name of a carrier, in code and in SQL. */
function listCarrierComparisons(source: string): string[] {
  const name = `(?:${carrierKinds.join("|")})(?::[^"'\`]*)?`;
  const literal = `["'\`]${name}["'\`]`;
  const compared = new RegExp(
    [
      `[\\w.?()\\]]+ ?(?:[!=]==?|<>|=(?= ?')) ?${literal}`,
      `${literal} ?[!=]==? ?[\\w.?]+`,
      `\\bcase ${literal}`,
      `\\b(?:startsWith|includes|in|like) ?\\(?["'\`]${name}`,
      `\\[[^\\]]*${literal}[^\\]]*\\]\\.(?:includes|some)\\([^)]*\\)`,
    ].join("|"),
    "g",
  );
  return source.match(compared) ?? [];
}

/** Other values that are named like a carrier. */
const namedAlike = [
  // where numbers are looked up is a setting of the account: nowhere, by the simulated look-up, or by a service
  'apps/server/src/effects/lookUpCarrier.ts: carrierLookup === "simulated"',
  // the checks of tests and drills compare with what the simulated carrier itself remembers in its table
  "apps/server/src/store/invariants.ts: m.carrier = 'simulated'",
  // an email without a provider has a status of this name
  'apps/web/src/pages/outbox/OutboxEmailDialog.tsx: email.status === "simulated"',
];

describe("carriers", () => {
  it("differ in packages/carriers and in what describes their connections, never by a comparison of their names", () => {
    const found = [...sources]
      .filter(([file]) => /^apps\/|^packages\/(?!carriers\/)/.test(file) && !isTest(file))
      .flatMap(([file, source]) => listCarrierComparisons(source).map((text) => `${file}: ${text}`));
    expect(found).toEqual(namedAlike);
  });

  it("are found by each way to compare, and not where they are named", () => {
    const compared = [
      'if (row.kind === "smpp") return;',
      'const isOurs = "twilio" !== kind;',
      'switch (kind) {\n  case "telnyx":',
      'carrier.startsWith("rbm:")',
      '["twilio", "telnyx"].includes(kind)',
      "where n.carrier = 'simulated'",
      "and c.kind <> 'smpp'",
      "and c.kind in ('twilio')",
    ];
    expect(compared.map((source) => listCarrierComparisons(source).length)).toEqual(compared.map(() => 1));
    const named = ['newDraft("smpp")', 'kind: "twilio"', '{ carrier = "simulated" }', "union all select 'simulated'"];
    expect(named.flatMap(listCarrierComparisons)).toEqual([]);
  });
});

describe("inputs", () => {
  it("has no number input that ignores a typed decimal point", () => {
    const silent = [...sources].filter(([, source]) => /allowDecimal=\{false\}|decimalScale=\{0\}/.test(source));
    expect(silent.map(([file]) => file).filter((file) => !isTest(file))).toEqual([]);
  });

  it("takes whole numbers only by WholeNumberInput, which keeps what is typed and says what is wrong", () => {
    const plain = [...sources].filter(([, source]) =>
      /^import \{[^}]*\bNumberInput\b[^}]*\} from "@mantine/m.test(source),
    );
    expect(plain.map(([file]) => file)).toEqual([
      // decimals of nodes, shares in percent, and amounts of money
      "apps/web/src/fields/NumberField.tsx",
      "apps/web/src/pages/campaigns/run/AssumedFields.tsx",
      "apps/web/src/pages/settings/LimitsPane.tsx",
      "apps/web/src/ui/form/WholeNumberInput.tsx",
    ]);
  });
});

describe("names and folders", () => {
  it("names no file after nothing in particular", () => {
    const vague = /(^|\/)\w*(utils?|helpers?|common|shared|misc|manager)\w*\.tsx?$|v2\.tsx?$/i;
    expect(files.filter((file) => vague.test(file))).toEqual([]);
  });

  it("has no product file of more than 400 lines", () => {
    const long = [...sources]
      .filter(([file]) => /\/src\//.test(file) && !isTest(file))
      .map(([file, source]) => ({ file, lines: source.trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > 400);
    expect(long).toEqual([]);
  });

  it("re-exports nothing: a name is imported from the file that defines it", () => {
    const barrels = [...sources]
      .filter(([, source]) => /^\s*export (?:type )?(?:\*|\{)/m.test(source))
      .map(([file]) => file);
    expect(barrels).toEqual([]);
  });

  it("has one folder for each kind of the registry, and no other", () => {
    const folders = readdirSync(join(root, "packages/workflow/src/outbound/kinds"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(folders.sort()).toEqual(Object.keys(outboundKinds).sort());
  });
});

it.each(["apps/server/migrations", "docs/decisions"])("%s are numbered one after another", (folder) => {
  const numbers = readdirSync(join(import.meta.dirname, folder)).map((name) => Number(name.slice(0, 4)));
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
});
