// npm run prove: the long proofs, every **/*.prove.ts. What follows `--` goes to vitest.
import { runTests } from "./runTests.ts";

process.exit(runTests(["--project=prove", "--passWithNoTests", ...process.argv.slice(2)]) ? 0 : 1);
