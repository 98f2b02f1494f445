import { expect, it } from "vitest";
import { runningKindOf } from "../outbound/kinds/runningKinds.ts";
import type { SavedNode } from "../savedNode.ts";
import { makeDefinition } from "./definition.ts";
import type { Journey } from "./journey.ts";
import { moveJourney } from "./moveJourney.ts";
import type { Contact } from "./world.ts";

const hourMs = 3_600_000;
const now = Date.parse("2026-03-10T12:00:00Z");
const contact: Contact = {
  contactId: "c",
  phone: "+12025550143",
  email: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  tags: [],
  extdata: {},
  zones: ["America/New_York"],
  zonesFrom: "areaCode",
  dnc: 0,
};
const delay = (id: number, hours: number, more: object = {}): SavedNode =>
  ({
    id,
    type: "timeDelay",
    x: 0,
    y: 0,
    children: [9],
    timeoutType: "wait",
    timeoutWaitType: "number",
    timeoutWaitNumber: hours,
    timeoutWaitUnits: "hours",
    ...more,
  }) as SavedNode;
const event = (id: number, hours: number, value: string): SavedNode =>
  ({
    id,
    type: "event",
    x: 0,
    y: 0,
    children: [8, 9],
    timeoutData: {
      timeoutType: "wait",
      timeoutWaitType: "number",
      timeoutWaitNumber: hours,
      timeoutWaitUnits: "hours",
      timeoutPath: 9,
    },
    conditions: [
      { targetNode: 8, statements: [{ variable: "node2.reply", operation: "EQUALS", value, negated: false }] },
    ],
  }) as unknown as SavedNode;
const end = (id: number): SavedNode => ({ id, type: "control", x: 0, y: 0, children: [] });

const waiting: Journey = {
  journeyId: "j",
  at: 3,
  status: "waiting",
  revision: 5,
  vars: { "node2.reply": "later" },
  since: now - 2 * hourMs,
  wakeAt: now + 22 * hourMs,
  listening: true,
  visits: 0,
  depth: 0,
};

const moved = (from: SavedNode | undefined, to: SavedNode, journey: Journey = waiting) => {
  const workflow = { startNode: 1, nodes: [to, end(8), end(9)], sections: {} };
  const definition = makeDefinition({ campaignId: "c", version: 2, workflow, kindOf: runningKindOf });
  const lookup = {
    template: () => undefined,
    campaignExists: () => false,
    zone: () => undefined,
    federalDnc: () => undefined,
  };
  return moveJourney(journey, from, to.id, { definition, kindOf: runningKindOf, now, contact, lookup });
};

it("a wait with the same terms stays as it is under another number", () => {
  expect(moved(event(3, 24, "yes"), event(7, 24, "yes"))).toEqual({ ...waiting, at: 7 });
  const { listening: _, ...delayed } = waiting;
  expect(moved(delay(3, 24), delay(3, 24, { name: "Pause", x: 90 }), delayed)).toEqual(delayed);
});

it("a wait with other terms runs from when the contact came", () => {
  expect(moved(event(3, 24, "yes"), event(3, 48, "yes"))).toEqual({ ...waiting, wakeAt: now + 46 * hourMs });
  const { listening: _, ...delayed } = waiting;
  expect(moved(delay(3, 24), delay(3, 1), delayed)).toEqual({ ...delayed, wakeAt: now - hourMs });
});

it("a reply that already fits a path of the new node makes the journey due", () => {
  const { wakeAt: _, listening: _listening, ...rest } = waiting;
  expect(moved(event(3, 24, "yes"), event(3, 24, "later"))).toEqual({ ...rest, status: "moving", since: now });
});

it("a contact who comes to a node of another kind arrives there now", () => {
  const { wakeAt: _, listening: _listening, ...rest } = waiting;
  expect(moved(event(3, 24, "yes"), delay(3, 5))).toEqual({ ...rest, status: "moving", since: now });
  expect(moved(undefined, delay(3, 5))).toEqual({ ...rest, status: "moving", since: now });
});
