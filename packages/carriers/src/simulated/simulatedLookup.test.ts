import { expect, test } from "vitest";
import { simulatedLookup } from "./simulatedLookup.ts";

const { signal } = new AbortController();

test("the simulated look-up knows handsets as their endings make them behave", async () => {
  expect(await simulatedLookup.lookUp("+12025550111", signal)).toMatchObject({ wireless: true, type: "mobile" });
  expect(await simulatedLookup.lookUp("+12025550006", signal)).toMatchObject({ wireless: false, type: "landline" });
  expect(await simulatedLookup.lookUp("+12025550005", signal)).toBeNull();
});

test.for([
  ["+12125550111", { city: "New York", state: "NY", zip: "10001" }],
  ["+18505550111", { city: "Tallahassee", state: "FL", zip: "32301" }],
  ["+14165550111", { city: "Sampleton", zip: "00000" }],
  ["+442125550111", { city: "Sampleton", zip: "00000" }],
] as const)("the simulated look-up always gives %s the same city and ZIP code", async ([phone, place]) => {
  const { company, network, type, wireless, ...found } = (await simulatedLookup.lookUp(phone, signal)) ?? {};
  expect(found).toEqual(place);
});
