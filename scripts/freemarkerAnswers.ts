import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { templates, variables } from "./freemarkerTemplates.ts";

// Renders the templates of the comparison with Apache FreeMarker and writes its answers, which the unit test asserts:
// node scripts/freemarkerAnswers.ts. Needs Java and the jar of Debian's libfreemarker-java, or its path in FREEMARKER_JAR.

const jar = process.env["FREEMARKER_JAR"] ?? "/usr/share/java/freemarker.jar";
const source = new URL("RenderTemplates.java", import.meta.url).pathname;
const target = new URL("../packages/workflow/fixtures/freemarker/answers.json", import.meta.url);

const asked = templates.map((template) => Buffer.from(template).toString("base64")).join("\n");
const run = spawnSync("java", ["-cp", jar, source, ...Object.entries(variables).flat()], {
  input: `${asked}\n`,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
if (run.status !== 0) throw new Error(`FreeMarker could not be run: ${run.error?.message ?? run.stderr}`);

const answers = run.stdout
  .trimEnd()
  .split("\n")
  .map((line, index) => {
    const [end = "", text = ""] = line.split(" ");
    const words = Buffer.from(text, "base64").toString("utf8");
    return { template: templates[index], ...(end === "ok" ? { prints: words } : { fails: words }) };
  });
if (answers.length !== templates.length) throw new Error(`${templates.length} templates, ${answers.length} answers`);
const lines = answers.map((answer) => JSON.stringify(answer)).join(",\n");
writeFileSync(
  target,
  `{"freemarker": "2.3.31", "variables": ${JSON.stringify(variables)}, "answers": [\n${lines}\n]}\n`,
);
process.stdout.write(
  `${answers.length} answers of Apache FreeMarker, ${answers.filter((one) => "fails" in one).length} of them errors\n`,
);
