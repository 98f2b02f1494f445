// npm run prove: the long proofs, every **/*.prove.ts. What follows `--` goes to vitest.
import { runTests } from "./runTests.ts";

const passed = await runTests([["--project=prove", ...process.argv.slice(2)]]);
process.exit(passed ? 0 : 1);
