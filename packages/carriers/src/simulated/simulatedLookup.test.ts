import { expect, test } from "vitest";
import { simulatedLookup } from "./simulatedLookup.ts";

const { signal } = new AbortController();

test("the simulated look-up knows handsets as their endings make them behave", async () => {
  expect(await simulatedLookup.lookUp("+12025550111", signal)).toMatchObject({ wireless: true, type: "mobile" });
  expect(await simulatedLookup.lookUp("+12025550006", signal)).toMatchObject({ wireless: false, type: "landline" });
  expect(await simulatedLookup.lookUp("+12025550005", signal)).toBeNull();
});
