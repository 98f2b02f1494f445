import { Command } from "commander";
import { Refusal } from "../refusal.ts";
import { describeResult, testFile } from "../terminal/testFile.ts";

/** `trunkline test`: runs the tests in a workflow bundle. */
export const command = new Command("test")
  .description("Run the tests in a workflow bundle. Exit code 1 if one fails.")
  .argument("<bundle>", "workflow bundle (JSON) with tests, as exported by the Workflows page")
  .action(run);

async function run(path: string): Promise<void> {
  const results = await testFile(path);
  const all = results.flatMap(({ verdicts }) => verdicts);
  if (all.length === 0)
    throw new Refusal(
      `${path} contains no tests. Save some in the editor under Try it and export the workflow again, or add them under "tests"`,
    );
  console.log(results.flatMap(describeResult).join("\n"));
  const failed = all.filter(({ failure }) => failure !== null).length;
  const count = `${all.length} ${all.length === 1 ? "test" : "tests"}`;
  console.log(failed === 0 ? `${count} passed` : `${failed} of ${count} failed`);
  if (failed > 0) process.exitCode = 1;
}
