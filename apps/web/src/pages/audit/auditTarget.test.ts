import { expect, it } from "vitest";
import { targetOf } from "./auditTarget.ts";

const id = "0198c0de-0000-7000-8000-00000000000a";

it.each([
  ["a name", "numberSet.create", id, { name: "Main" }, { words: "Main", to: `/number-sets/edit/${id}` }],
  ["a title", "template.update", id, { title: "Offer" }, { words: "Offer", to: `/templates/edit/${id}` }],
  [
    "a new name",
    "workGroup.update",
    id,
    { from: { name: "A" }, to: { name: "B" } },
    { words: "B", to: `/workgroups/edit/${id}` },
  ],
  [
    "only an id",
    "contact.update",
    id,
    { from: { city: "Rome" }, to: { city: "Oslo" } },
    { words: id, to: `/contacts/${id}` },
  ],
  [
    "a route tag",
    "route.save",
    "front desk",
    null,
    {
      words: "front desk",
      to: "/campaigns/workflow-inbound/edit/front%20desk",
    },
  ],
  ["what is gone", "audience.delete", id, { name: "Gold" }, { words: "Gold", to: null }],
  ["a job over contacts", "contact.bulk.start", id, { action: "archive" }, { words: id, to: null }],
  ["a file", "contact.import", id, { fileName: "a.csv" }, { words: "a.csv", to: null }],
  ["no page of its own", "number.take", "+12025550100", { carrier: "simulated" }, { words: "+12025550100", to: null }],
])("names the target of an entry with %s, and its page", (_, action, target, data, expected) => {
  expect(targetOf({ action, target, data })).toEqual(expected);
});

it("has no target for an entry about nothing in particular", () => {
  expect(targetOf({ action: "auth.signIn", target: null, data: null })).toBe(null);
});
