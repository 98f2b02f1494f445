import { expect, test } from "vitest";
import { makeDefinition } from "../engine/definition.ts";
import { lookupOf } from "../engine/lookupOf.ts";
import { kindOf } from "../outbound/kinds/index.ts";
import { contactOf } from "./testContact.ts";
import { withoutPersonalData } from "./withoutPersonalData.ts";

const nodes = [
  { id: 1, type: "start", x: 0, y: 0, children: [2] },
  {
    ...{ id: 2, type: "condition", x: 0, y: 1, children: [3, 4], defaultNodePath: 4 },
    conditions: [
      { targetNode: 3, statements: [{ variable: "plan", operation: "EQUALS", value: "gold", negated: false }] },
      { targetNode: 4, statements: [] },
    ],
  },
  ...[3, 4].map((id) => ({ id, type: "control", x: 0, y: id, children: [] })),
];
const workflow = {
  definition: makeDefinition({
    campaignId: "c",
    version: 1,
    workflow: { startNode: 1, nodes, sections: { main: 1 } },
    kindOf,
  }),
  kindOf,
  lookup: lookupOf({ templates: [], emailTemplates: [], rcsTemplates: [], rcsAgents: [], campaignIds: [] }),
};
const contact = contactOf({
  ...{ phone: "+14155550188", email: "maria.lopez@mail.test", firstName: "Maria", lastName: "Lopez" },
  ...{ address: "12 Oak St.", city: "Oakland", state: "CA", postalCode: "94607", tags: ["vip"] },
  fields: { plan: "gold", member: "K-88123-Z", appointment: "2026-03-05", visits: "12" },
});

test("The personal data of a contact is replaced, and what rules read, dates, state and consent stay", () => {
  const without = withoutPersonalData(contact, workflow);
  expect(without.contact).toMatchObject({
    ...{ contactId: "test", phone: "+14155550143", email: "sam.sample@example.com", firstName: "Sam" },
    ...{ lastName: "Sample", address: "1 Sample Street", city: "Sampletown", state: "CA", postalCode: "946" },
    ...{ tags: ["vip"], zones: contact.zones, dnc: contact.dnc },
    extdata: { plan: "gold", member: "sample member", appointment: "2026-03-05", visits: "12" },
  });
});

test("What the contact wrote has no personal data either", () => {
  const { input } = withoutPersonalData(contact, workflow);
  const said = (text: string) => input({ do: "reply", text });
  expect(said("MARIA here, K-88123-Z, call (510) 555-0199 or m.l@other.test on 2026-03-05, yes 2")).toEqual({
    do: "reply",
    text: "Sam here, sample member, call 2025550143 or sam.sample@example.com on 2026-03-05, yes 2",
  });
  expect(input({ do: "wait" })).toEqual({ do: "wait" });
});
