import type { RouteTest, RouteDestination as StoredDestination } from "@trunkline/contract/routing/inboundRoute.ts";
import { distributionDefaults } from "@trunkline/workflow/distribution/settings.ts";
import { compileRoute, withNames } from "@trunkline/workflow/inbound/compile.ts";
import { emptyInbound, type InboundGraph, newInboundNode } from "@trunkline/workflow/inbound/graph.ts";
import type { InboundKindName } from "@trunkline/workflow/inbound/kinds.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { type Ivr, type IvrOption, newIvr, newMenu } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { insertLiveList, updateLiveList } from "../store/agents/liveList.ts";
import { insertWorkGroup, listWorkGroups, updateWorkGroup } from "../store/agents/workGroup.ts";
import type { Query } from "../store/database.ts";
import { insertNumber } from "../store/numbers/number.ts";
import {
  insertDestination,
  insertRouteTag,
  insertRouteTest,
  putRouteNumbers,
  saveDrawing,
} from "../store/routing/inboundRoute.ts";
import { insertIvr } from "../store/routing/ivr.ts";

/** The demo's inbound number. Call or text it from any simulated handset. */
export const frontDeskPhone = "+19175550140";
const routeTag = "front desk";
/** Its work group and its inbox. */
export const frontDeskName = "Front desk";
/** The live list to which its menu connects callers. */
export const frontDeskList = "front-desk";
const menu = "reception";

/** Office hours follow the time zone of this machine, so that a call in the daytime is answered. */
const demoZone = (zone = Intl.DateTimeFormat().resolvedOptions().timeZone): number =>
  timezones.find((one) => one.zone === zone)?.timezoneId ?? 0;

const option = (dtmfKey: number, say: string, actions: IvrOption["actions"]): IvrOption => ({ dtmfKey, say, actions });

/** What callers hear in office hours. `reminder` is the workflow that texts them. */
function demoIvr(reminder: string): Ivr {
  const empty = newIvr();
  return {
    ...empty,
    ivrName: menu,
    configurationOptions: {
      ...empty.configurationOptions,
      ttsVoice: "en-us-standard-female-1",
      timeout: 8,
      say: "Sorry, that is not one of the choices.",
      maxAttemptsSay: "We did not get your choice. Please call again.",
      description: "Harbor Dental office hours",
    },
    menus: [
      {
        ...newMenu(true),
        menuId: "welcome",
        say: "Welcome to Harbor Dental.",
        options: [
          option(1, "To speak with our team, press 1.", [{ type: "livelist", value: frontDeskList }]),
          option(2, "To receive an appointment reminder by text, press 2.", [
            { type: "workflow", value: reminder },
            { type: "say", value: "Your text is on its way. Goodbye." },
            { type: "hangup", value: "" },
          ]),
          option(3, "For our hours and directions, press 3.", [{ type: "nextMenu", value: "visit" }]),
        ],
      },
      {
        ...newMenu(false),
        menuId: "visit",
        say: "Visiting Harbor Dental.",
        options: [
          option(1, "For our hours, press 1.", [
            { type: "say", value: "We are open every day from eight in the morning to eight in the evening." },
            { type: "nextMenu", value: "welcome" },
          ]),
          option(2, "For directions, press 2.", [
            { type: "say", value: "We are at 12 Harbor Street, two minutes from the ferry." },
            { type: "nextMenu", value: "welcome" },
          ]),
        ],
      },
    ],
  };
}

/** A node with its parent and its position as Clean Up Layout sets it. */
type Drawn = [id: string, kind: InboundKindName, under: string, x: number, y: number, form: object];

const isGold = { attributeValue: "tier", contentOperation: "EQUALS", contentValue: "gold" };
const aboutVisits = { contentOperation: "CONTAINS_ONE_OF", contentValue: ["appointment", "visit", "book"] };

const drawn = (reminder: string): Drawn[] => [
  ["contactAttribute-1", "contactAttribute", "callSrc", 12, 311, isGold],
  ["workgroup-1", "workgroup", "contactAttribute-1", 12, 457, { workgroupName: frontDeskName, priority: 1 }],
  ["time-1", "time", "callSrc", 336, 311, { timeOperation: "GREATER_THAN", timeValue: "08:00:00" }],
  ["time-2", "time", "time-1", 332, 457, { timeOperation: "LESS_THAN", timeValue: "20:00:00" }],
  ["ivr-1", "ivr", "time-2", 344, 623, { ivrName: menu, priority: 2 }],
  ["voicemail-1", "voicemail", "callSrc", 592, 311, { recordMaxLengthSec: 60, recordPlayBeep: true, priority: 3 }],
  ["textContent-1", "textContent", "smsSrc", 848, 311, aboutVisits],
  ["workflow-1", "workflow", "textContent-1", 860, 457, { selectedWorkflow: reminder, priority: 1 }],
  ["inbox-1", "inbox", "smsSrc", 1192, 311, { inboxName: frontDeskName, priority: 2 }],
];

const fixedPlaces = { start: [806, 25], callSrc: [326, 171], smsSrc: [1046, 171], rcsSrc: [1318, 171] } as const;

/** Gold customers are always connected. Others hear the menu in office hours and the voicemail box otherwise. */
function demoRoute(reminder: string, zone: number): InboundGraph {
  const empty = emptyInbound();
  const nodes = new Map(empty.nodes);
  const edges = [...empty.edges];
  const start = nodes.get("start");
  if (start !== undefined)
    nodes.set("start", { ...start, form: { ...start.form, globalTimezone: zone, selectedNumber: [frontDeskPhone] } });
  for (const [id, [x, y]] of Object.entries(fixedPlaces)) {
    const node = nodes.get(id);
    if (node !== undefined) nodes.set(id, { ...node, x, y });
  }
  for (const [id, kind, under, x, y, form] of drawn(reminder)) {
    const node = newInboundNode(id, kind, x, y);
    nodes.set(id, { ...node, form: { ...node.form, ...form } });
    edges.push({ id: `${under}-${id}`, source: under, target: id, carried: {} });
  }
  return { nodes, edges, carried: {} };
}

const asked = { from: "+12025550199", to: frontDeskPhone, text: "", attributes: {} };
const byDay = "2026-11-24T10:30";
const atNight = "2026-11-24T22:15";

/** The saved route tests, which run on every save. */
const demoRouteTests: readonly Omit<RouteTest, "testId">[] = [
  { ...asked, name: "A call in office hours", srcType: "call", at: byDay, expected: "ivr-1" },
  { ...asked, name: "A call at night", srcType: "call", at: atNight, expected: "voicemail-1" },
  {
    ...asked,
    name: "A gold customer at night",
    srcType: "call",
    at: atNight,
    attributes: { tier: "gold" },
    expected: "workgroup-1",
  },
  { ...asked, name: "A text about a visit", srcType: "sms", at: byDay, text: "Can I book?", expected: "workflow-1" },
  { ...asked, name: "Any other text", srcType: "sms", at: byDay, text: "Thank you", expected: "inbox-1" },
];

/** The demo's inbound example: a number with a route to an IVR menu, a work group, a voicemail box, a workflow and an inbox. */
export async function seedFrontDesk(q: Query, account: string, reminder: string): Promise<void> {
  await insertNumber(q, account, frontDeskPhone, { label: "Front desk" });
  await insertLiveList(q, account, frontDeskList, []);
  await insertWorkGroup(q, account, { ...distributionDefaults, name: frontDeskName, members: [] });
  await seedIvr(q, account, demoIvr(reminder));
  await insertRouteTag(q, account, routeTag, "People who call or text Harbor Dental");
  await putRouteNumbers(q, account, routeTag, { phones: [frontDeskPhone], numberSetIds: [] });
  const zone = demoZone();
  const graph = demoRoute(reminder, zone);
  const compiled = compileRoute(graph, routeTag);
  const names = compiled.destinations.map(({ destination }) => destination.name);
  for (const { destination } of compiled.destinations)
    await insertDestination(q, account, destination as StoredDestination, false);
  const workflow = JSON.stringify(writeInbound(withNames(graph, compiled)));
  await saveDrawing(q, account, routeTag, { workflow, timezone: zone, names }, "demo");
  for (const test of demoRouteTests) await insertRouteTest(q, account, routeTag, test);
}

/** A menu with the tag and the rule that saving its form creates (spec 3 §4). */
async function seedIvr(q: Query, account: string, ivr: Ivr): Promise<void> {
  const { ivrName, configurationOptions } = ivr;
  const { description } = configurationOptions;
  await insertRouteTag(q, account, ivrName, description);
  const rule: StoredDestination = {
    name: `ivr-${ivrName}`,
    routeTag: ivrName,
    srcType: "call",
    dest: "ivr",
    destType: "ivr",
    description,
    distributionType: 1,
    callbackUrl: "",
    options: { timezone: 0, ivr: ivrName, mohUrl: "" },
    priority: 0,
    status: 1,
    ruleDTO: { name: `rule_${ivrName}_ivr`, and: [], or: [] },
  };
  await insertDestination(q, account, rule, true);
  await insertIvr(q, account, ivr, "Demo");
}

/** Adds the demo's owner to the places that callers are routed to. */
export async function joinFrontDesk(q: Query, account: string, userId: string): Promise<void> {
  await updateLiveList(q, account, frontDeskList, [userId]);
  const group = (await listWorkGroups(q, account)).find(({ name }) => name === frontDeskName);
  if (group !== undefined)
    await updateWorkGroup(q, account, group.workGroupId, { ...group, members: [{ userId, weight: 1 }] });
}
