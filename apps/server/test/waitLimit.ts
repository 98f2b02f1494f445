/**
 * The one limit of every wait in the tests: for a state of the page, an answer, a program that starts. It is long enough
 * that only what never comes reaches it, however slow or busy the machine is (decision 0051).
 * TRUNKLINE_TEST_WAIT_SECONDS shortens it while a test is being written.
 */
export const waitLimitMs = Number(process.env["TRUNKLINE_TEST_WAIT_SECONDS"] ?? 300) * 1_000;

/** A test is many waits, each with its own limit. Only work that never ends reaches this one. */
export const testLimitMs = 4 * waitLimitMs;

/** A proof may work for long before it ends: kill cycles, a million rows. */
export const proofLimitMs = 12 * waitLimitMs;
