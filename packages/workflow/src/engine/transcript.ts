import { plainTextOf } from "../parts/rcs/rcsMessage.ts";
import { localParts } from "../parts/time/clock.ts";
import type { Change, Effect } from "./effects.ts";
import type { Advance, Step } from "./journey.ts";
import type { Definition } from "./world.ts";

const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

const two = (number: number): string => String(number).padStart(2, "0");

interface Wall {
  date: string;
  day: string;
  time: string;
}

function wallOf(ms: number, zone: string): Wall {
  const { day, secondOfDay, date } = localParts(ms, zone);
  const seconds = secondOfDay % 60;
  const time = `${two(Math.floor(secondOfDay / 3600))}:${two(Math.floor(secondOfDay / 60) % 60)}`;
  return { date, day: dayNames[day] ?? "", time: seconds === 0 ? time : `${time}:${two(seconds)}` };
}

/** Formats journeys as readable text: `09:00 event #3 waits for a reply until Tue 12:00`. */
export class Transcript {
  private readonly definition: Definition;
  private readonly zone: string;
  private date = "";

  constructor(definition: Definition, zone = "Etc/UTC") {
    this.definition = definition;
    this.zone = zone;
  }

  /** The lines of one advance. A new day starts with its own line. `who` is shown before the node when there are several contacts. */
  lines(result: Advance, who?: string): string[] {
    return result.steps.flatMap((step) => {
      const { date, day, time } = wallOf(step.at, this.zone);
      const isNewDay = date !== this.date;
      this.date = date;
      const effects = result.effects.filter(({ revision }) => revision === step.revision);
      const line = `${time} ${who === undefined ? "" : `${who}: `}${this.nodeName(step.node)} ${this.describe(step, effects[0]?.effect)}`;
      const changes = step.outcome === "went" || step.outcome === "ended" ? changesOf(result, step) : [];
      return [...(isNewDay ? [`${day} ${date}`] : []), line, ...changes.map((change) => `      ${change}`)];
    });
  }

  private nodeName(node: number): string {
    return `${this.definition.nodes.get(node)?.type ?? "node"} #${node}`;
  }

  private describe(step: Step, effect: Effect | undefined): string {
    const because = step.because === undefined ? "" : ` (${step.because})`;
    const reply = typeof step.data?.["reply"] === "string" ? `hears "${step.data["reply"]}"` : "";
    const then = reply === "" ? "" : `${reply} and `;
    switch (step.outcome) {
      case "asked":
        return `${effect === undefined ? "asks" : askedFor(effect)}${missingOf(step)}${because}`;
      case "waited":
        return `${this.waits(step)}${because}`;
      case "replied":
        return `${reply}${because}`;
      case "went":
        return `${then}goes to ${this.nodeName(Number(step.data?.["to"]))}${because}`;
      case "ended":
        return `${then}ends the journey${because}`;
      case "failed":
        return `${then}fails the journey${because}`;
    }
  }

  private waits({ at, data }: Step): string {
    const until = data?.["until"];
    const forReply = data?.["forReply"] === true ? " for a reply" : "";
    return typeof until === "number" ? `waits${forReply} until ${this.end(at, until)}` : `waits${forReply}`;
  }

  /** Only the time on the same day, the weekday within six days, else the date. */
  private end(fromMs: number, untilMs: number): string {
    const from = wallOf(fromMs, this.zone);
    const until = wallOf(untilMs, this.zone);
    if (from.date === until.date) return until.time;
    const near = untilMs > fromMs && untilMs - fromMs < 6 * 86_400_000;
    return near ? `${until.day} ${until.time}` : `${until.day} ${until.date} ${until.time}`;
  }
}

function askedFor(effect: Effect): string {
  switch (effect.do) {
    case "sendSms":
      return `sends "${effect.text}"${effect.mediaUrl === undefined ? "" : ` with ${effect.mediaUrl}`}`;
    case "sendRcs":
      return `sends "${plainTextOf(effect.message)}" by RCS as ${effect.message.agentName}`;
    case "claimTurn":
      return `asks for a turn of ${effect.perMinute} a minute`;
    case "callWebhook":
      return "calls its webhook";
    case "lookUpCarrier":
      return `looks up ${effect.phone}`;
    case "placeCall":
      return "calls the contact";
    case "sendEmail":
      return `sends an e-mail to ${effect.email.to.email}, ${effect.email.provider} template ${effect.email.templateId}`;
    case "askModel":
      return effect.question.purpose === "reword" ? "asks for other words" : "asks for an answer to the contact";
    case "askAudiences":
      return "asks which audiences the contact is in";
    case "holdForAgent":
      return `waits in the queue ${effect.queueName} for an agent`;
    case "drawMeme":
      return `draws ${effect.texts.map(({ text }) => `"${text}"`).join(", ")} on ${effect.fileName}`;
  }
}

const missingOf = ({ data }: Step): string =>
  Array.isArray(data?.["missing"]) ? `, missing ${data["missing"].join(", ")}` : "";

/** The writes of one visit. The step already says why a text was not sent. */
const changesOf = ({ changes }: Advance, step: Step): string[] =>
  changes.flatMap(({ revision, change }) =>
    revision === step.revision && change.do !== "blockSms" && change.do !== "blockRcs" ? [describeChange(change)] : [],
  );

function describeChange(change: Exclude<Change, { do: "blockSms" | "blockRcs" }>): string {
  switch (change.do) {
    case "setContact":
      return Object.entries(change.fields)
        .map(([name, value]) => (value === null ? `clears ${name}` : `sets ${name} to "${value}"`))
        .join(", ");
    case "addDnc":
      return `puts the contact on the do-not-contact list for ${change.type}`;
    case "enrolContact":
      return `enrolls the contact in ${change.campaignId}`;
  }
}
