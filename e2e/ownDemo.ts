import { inject } from "vitest";

// Runs before each test file: files that run at the same time each have a demo to themselves.
Object.assign(inject("demo"), inject("demos")[Number(process.env["VITEST_POOL_ID"]) - 1]);
