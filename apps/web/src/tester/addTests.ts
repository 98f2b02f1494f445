import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { bundleWithTests } from "@trunkline/workflow/trial/bundleWithTests.ts";
import { callOne } from "../api/call.ts";
import { accountOfTest } from "./draftWorkflow.ts";

/** The time of one part, so that the page stays responsive, and of all parts. Large flows get tests of their first paths. */
const partMs = 12;
const wholeMs = 4_000;

/** A bundle with tests of the paths of its workflows, with the settings of the account. */
export async function addTests<File extends object>(file: File): Promise<File> {
  const { settings } = await callOne(accountRoutes.find, {});
  const end = performance.now() + wholeMs;
  const made = bundleWithTests(file, accountOfTest(settings), () => performance.now() > end);
  for (;;) {
    const pause = performance.now() + partMs;
    for (let step = made.next(); ; step = made.next()) {
      if (step.done) return step.value;
      if (performance.now() > pause) break;
    }
    await new Promise((resume) => setTimeout(resume));
  }
}
