// What a drawing of an inbound workflow says, read here without the product's own reading, and the calls and texts that
// try it: each path is met once, each of its rules is missed once, and once nothing is met where that can be.

/** A drawing as it is saved (spec 1 §3.4). */
export interface Drawing {
  nodes: { id: string; type: string; data: NodeData }[];
  edges: { source: string; target: string }[];
}
interface NodeData {
  type: string;
  label: string;
  category?: string;
  destType?: string;
  formData?: Record<string, unknown>;
  routeDest?: string;
}
type DrawnNode = Drawing["nodes"][number];

export type Channel = "call" | "sms" | "rcs";

/** One path of a drawing: from its channel over its rules to its destination. */
export interface DrawnPath {
  channel: Channel;
  rules: NodeData[];
  end: DrawnNode;
  priority: number;
  /** The zone in which its time rules are evaluated. */
  zone: string;
}

/** Something that comes in. */
export interface SampleEvent {
  channel: Channel;
  from: string;
  to: string;
  text: string;
  attributes: Readonly<Record<string, string>>;
  atMs: number;
}

/** Something that comes in, and the path that it takes; null: none. */
export interface InboundCase {
  event: SampleEvent;
  /** The paths of its channel in the order in which they are tried. */
  order: readonly DrawnPath[];
  takes: DrawnPath | null;
}

const zones: Record<number, string> = { [-20]: "America/New_York", [-24]: "America/Chicago" };
const workflowZone = -28;
const form = (node: DrawnNode | NodeData | undefined): Record<string, unknown> =>
  (node === undefined ? undefined : "data" in node ? node.data.formData : node.formData) ?? {};

/** The paths of a channel, the lowest priority number first. */
export function drawnPaths({ nodes, edges }: Drawing, channel: Channel): DrawnPath[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const globalZone = form(byId.get("start"))["globalTimezone"];
  const follow = (id: string, rules: NodeData[]): DrawnPath[] =>
    edges
      .filter(({ source }) => source === id)
      .flatMap(({ target }) => {
        const node = byId.get(target);
        if (node === undefined) throw new Error(`an edge leads to ${target}, which is not there`);
        if (node.data.category !== "destination") return follow(target, [...rules, node.data]);
        const { timezone, priority } = form(node);
        const zone = zones[Number(timezone === workflowZone ? globalZone : timezone)];
        if (zone === undefined) throw new Error(`${node.id}: no zone ${timezone}`);
        return [{ channel, rules, end: node, priority: Number(priority), zone }];
      });
  return follow(`${channel}Src`, []).sort((one, other) => one.priority - other.priority);
}

const stateOfArea: Record<string, string> = {
  "202": "DC",
  "212": "NY",
  "303": "CO",
  "405": "OK",
  "512": "TX",
  "720": "CO",
  "737": "TX",
};
const areaOf = (phone: string): string => (phone.startsWith("+1") ? phone.slice(2, 5) : "");
const countryOf = (phone: string): string => (!phone.startsWith("+1") ? "GB" : areaOf(phone) === "416" ? "CA" : "US");

const clocks = new Map<string, Intl.DateTimeFormat>();

/** "17:00:59" on a wall clock of the zone. */
function wallClock(atMs: number, zone: string): string {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "medium", hourCycle: "h23" });
  clocks.set(zone, clock);
  return clock.format(atMs);
}

/** The instant of a time of day of the zone, on the UTC day that begins then. */
function instantAt(dayMs: number, time: string, zone: string): number {
  const seconds = (clock: string): number => {
    const [hours = 0, minutes = 0, rest = 0] = clock.split(":").map(Number);
    return hours * 3_600 + minutes * 60 + rest;
  };
  const noonMs = dayMs + 12 * 3_600_000;
  return noonMs + (seconds(time) - seconds(wallClock(noonMs, zone))) * 1_000;
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [String(value)]);

/** Whether a value satisfies an operation; what is not there satisfies only negations (readings, Operations). */
function compares(operation: string, value: unknown, actual: string | undefined): boolean {
  if (operation.startsWith("DN_")) return !compares(operation.slice(3), value, actual);
  if (actual === undefined) return false;
  const is = actual.toLowerCase();
  const wanted = listOf(value).map((one) => one.toLowerCase());
  if (operation === "EXISTS") return true;
  if (operation === "REGEX") return new RegExp(String(value), "i").test(actual);
  const by: Record<string, (one: string) => boolean> = {
    EQUALS: (one) => is === one,
    CONTAINS: (one) => is.includes(one),
    BEGINS_WITH: (one) => is.startsWith(one),
    ENDS_WITH: (one) => is.endsWith(one),
  };
  const holds = by[operation.replace("_ONE_OF", "")];
  if (holds === undefined) throw new Error(`no operation ${operation}`);
  return wanted.some(holds);
}

/** Whether a rule as it is drawn holds (spec 1 §3.5, §3.7). */
export function ruleMatches({ type, formData = {} }: NodeData, zone: string, what: SampleEvent): boolean {
  const { contentOperation, contentValue, countryValue, attributeValue, timeOperation, timeValue } = formData;
  const operation = String(contentOperation);
  const phone = String(formData["variable"]).startsWith("to") ? what.to : what.from;
  switch (type) {
    case "time": {
      const time = wallClock(what.atMs, zone);
      return timeOperation === "LESS_THAN" ? time < String(timeValue) : time > String(timeValue);
    }
    case "state":
      return listOf(contentValue).includes(stateOfArea[areaOf(phone)] ?? "");
    case "areaCode":
      return listOf(contentValue).includes(areaOf(phone));
    case "fromCountry":
    case "toCountry":
      return compares(operation, countryValue, countryOf(phone));
    case "fromNumber":
    case "toNumber":
      return compares(operation, contentValue, phone);
    case "textContent":
      return compares(operation, contentValue, what.text);
    case "contactAttribute":
      return compares(operation, contentValue, what.attributes[String(attributeValue)]);
    default:
      throw new Error(`no rule ${type}`);
  }
}

const pathHolds = (path: DrawnPath, what: SampleEvent): boolean =>
  path.rules.every((rule) => ruleMatches(rule, path.zone, what));

const stranger = "+1212556####";
const abroad = "+442079460###";

let people = 0;
/** A new caller's phone; one without open digits is what a rule names. */
const newPhone = (phone: string): string => {
  people += 1;
  return phone.replace("####", String(2_000 + people)).replace("###", String(200 + people));
};

/** Phones on both sides of a rule. */
function phonesFor({ type, formData = {} }: NodeData): string[] {
  if (String(formData["variable"]) !== "from" && String(formData["variable"]) !== "fromstate") return [];
  const values = listOf(formData["contentValue"]);
  if (type === "areaCode") return values.map((area) => `+1${area}556####`);
  if (type === "state")
    return values.map((state) => {
      const [area] = Object.entries(stateOfArea).find(([, of]) => of === state) ?? [];
      if (area === undefined) throw new Error(`no area code of ${state}`);
      return `+1${area}556####`;
    });
  const operation = String(formData["contentOperation"]).replace("DN_", "");
  if (operation === "BEGINS_WITH") return values.map((start) => start + "556####".slice(start.length - 12));
  if (operation === "ENDS_WITH") return values.map((end) => `+1212###${end}`);
  if (operation.startsWith("EQUALS")) return values;
  throw new Error(`no phone for ${operation}`);
}

/** Texts that satisfy a rule, were it not negated. */
function textsFor({ type, formData = {} }: NodeData): string[] {
  if (type !== "textContent") return [];
  return listOf(formData["contentValue"]).map((value) => {
    switch (String(formData["contentOperation"]).replace("DN_", "").replace("_ONE_OF", "")) {
      case "CONTAINS":
        return `I would like to ${value.toUpperCase()} now`;
      case "BEGINS_WITH":
        return `${value} me something`;
      case "ENDS_WITH":
        return `Is that so${value}`;
      case "REGEX":
        return value.replace(/^\^|\$$/g, "").replace(/\[0-9\]\{(\d+)\}/, (_, times) => "7".repeat(Number(times)));
      default:
        return value;
    }
  });
}

/** Contacts on both sides of a rule. */
function attributesFor({ type, formData = {} }: NodeData): Record<string, string>[] {
  if (type !== "contactAttribute") return [];
  const name = String(formData["attributeValue"]);
  const value = String(formData["contentValue"]);
  return value === "" ? [{ [name]: "fair" }] : [{ [name]: value }, { [name]: "other" }];
}

/** All that may come in by a channel, made from the rules of the drawing. */
function sampleEvents(order: readonly DrawnPath[], channel: Channel, numbers: readonly string[], dayMs: number) {
  const rules = order.flatMap((path) => path.rules);
  const phones = [stranger, abroad, ...rules.flatMap(phonesFor)];
  const said = ["Good morning", ...rules.flatMap(textsFor)];
  const texts =
    channel === "call" ? [""] : [...said, ...said.flatMap((one) => said.map((other) => `${one}, ${other}`))];
  const times = order.flatMap(({ rules, zone }) =>
    rules.flatMap(({ type, formData = {} }) => {
      if (type !== "time") return [];
      const at = instantAt(dayMs, String(formData["timeValue"]), zone);
      return [at - 1_000, at + 1_000];
    }),
  );
  const some = rules.flatMap(attributesFor);
  const known = [{}, ...some, Object.assign({}, ...some.toReversed())] as Record<string, string>[];
  const noon = instantAt(dayMs, "12:00:00", "America/Chicago");
  return [noon, ...times].flatMap((atMs) =>
    known.flatMap((attributes) =>
      phones.flatMap((from) => {
        // a caller with attributes is new
        if (!from.includes("#") && Object.keys(attributes).length > 0) return [];
        return numbers.flatMap((to) =>
          texts.map((text): SampleEvent => ({ channel, from, to, text, attributes, atMs })),
        );
      }),
    ),
  );
}

/** A rule for each item of its list. */
const itemsOf = (rule: NodeData): NodeData[] => {
  const value = form(rule)["contentValue"];
  return Array.isArray(value)
    ? value.map((item) => ({ ...rule, formData: { ...rule.formData, contentValue: [item] } }))
    : [rule];
};

/** The calls and texts that try a drawing whose route answers these numbers, in the order of their time. */
export function inboundCases(drawing: Drawing, numbers: readonly string[], dayMs: number): InboundCase[] {
  const found = (["call", "sms", "rcs"] as const).flatMap((channel) => {
    const order = drawnPaths(drawing, channel);
    const tried = sampleEvents(order, channel, numbers, dayMs).map(
      (event): InboundCase => ({
        event,
        order,
        takes: order.find((path) => pathHolds(path, event)) ?? null,
      }),
    );
    const first = (wanted: (one: InboundCase) => boolean) => tried.find(wanted);
    const met = order.flatMap((path) => {
      const mine = first(({ takes }) => takes === path);
      if (mine === undefined) throw new Error(`nothing reaches ${path.end.id}`);
      const byItem = path.rules
        .flatMap(itemsOf)
        .map((item) => first(({ event, takes }) => takes === path && ruleMatches(item, path.zone, event)));
      return [mine, ...byItem];
    });
    const missed = order.flatMap((path, tries) => {
      const earlier = order.slice(0, tries);
      return path.rules.flatMap((rule) =>
        itemsOf(rule).map((item) =>
          first(
            ({ event, takes }) =>
              (takes === null || !earlier.includes(takes)) &&
              !ruleMatches(item, path.zone, event) &&
              path.rules.every((other) => (other === rule) !== ruleMatches(other, path.zone, event)),
          ),
        ),
      );
    });
    return [...met, ...missed, first(({ takes }) => takes === null)].filter((one) => one !== undefined);
  });
  return [...new Set(found)]
    .sort((one, other) => one.event.atMs - other.event.atMs)
    .map(({ event, ...one }) => ({ ...one, event: { ...event, from: newPhone(event.from) } }));
}
