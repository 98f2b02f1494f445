import type { Answer, Effect } from "../engine/effects.ts";
import { membershipAnswer } from "../engine/simulate.ts";

/** One way in which a carrier, a webhook or another service can answer an effect. */
export interface TrialAnswer {
  id: string;
  label: string;
  answer: Answer;
  /** Virtual time until it arrives. */
  afterMs: number;
}

const second = 1000;

const choice = (id: string, label: string, answer: Answer, afterMs = second): TrialAnswer => ({
  id,
  label,
  answer,
  afterMs,
});
const failed = (id: string, label: string, reason: string, afterMs = second): TrialAnswer =>
  choice(id, label, { ok: false, reason }, afterMs);

// the journey continues when the carrier accepts a text; its receipt changes only the message (readings, What a node waits for)
const textAnswers: readonly TrialAnswer[] = [
  choice("delivered", "Delivered", { ok: true }),
  choice("undelivered", "Accepted, but not delivered", { ok: true }),
  failed("rejected", "Refused by the carrier", "carrier_rejected"),
  failed("blocked", "Blocked as opted out by the carrier", "carrier_opted_out"),
  failed("in_doubt", "Lost on the way to the carrier", "in_doubt"),
];

const webhookAnswers: readonly TrialAnswer[] = [
  choice("ok", "Status 200", { ok: true }),
  failed("500", "Status 500", "webhook_status: 500"),
  failed("404", "Status 404", "webhook_status: 404"),
  failed("unexpected", "Status 200 with an unexpected answer", "webhook_unsuccessful"),
  failed("timed_out", "No answer in time", "webhook_timed_out", 15 * second),
  failed("unreachable", "Cannot be reached", "webhook_unreachable"),
];

const emailAnswers: readonly TrialAnswer[] = [
  choice("accepted", "Accepted by the provider", { ok: true }),
  failed("rejected", "Refused by the provider", "email_rejected"),
  failed("unavailable", "Provider cannot be reached", "email_unavailable"),
];

const lineTypes = [
  ["mobile", "Mobile line"],
  ["landline", "Landline"],
  ["voip", "VoIP line"],
  ["tollFree", "Toll-free line"],
] as const;

const lookUpAnswers: readonly TrialAnswer[] = [
  ...lineTypes.map(([type, label]) =>
    choice(type, label, {
      ok: true,
      vars: {
        "phonenumber1.type": type,
        "phonenumber1.wireless": String(type === "mobile"),
        "phonenumber1.company": `Sample ${label}`,
      },
    }),
  ),
  failed("timed_out", "No answer in time", "timed_out", 15 * second),
];

/** The ways in which an effect can be answered. The first one is the usual way. A call is answered on the phone. */
export function answersOf(effect: Effect, now: number): readonly TrialAnswer[] {
  switch (effect.do) {
    case "sendSms":
      return textAnswers;
    case "sendRcs":
      return rcsAnswers(effect.deliveredWithinSeconds);
    case "claimTurn":
      return [choice("granted", "Turn granted", { ok: true }, Math.round(60_000 / effect.perMinute))];
    case "callWebhook":
      return webhookAnswers;
    case "lookUpCarrier":
      return lookUpAnswers;
    case "sendEmail":
      return emailAnswers;
    case "askModel":
      return [failed("unavailable", "Cannot be reached", "model_unavailable")].map(({ answer, ...one }) => ({
        ...one,
        answer: { ...answer, of: "askModel" as const },
      }));
    case "holdForAgent":
      return [
        choice("agent", "An agent answers", { ok: true, reason: "agent_took", text: "Sample Agent" }, 60 * second),
        failed("closed", "The queue is closed", "queue_closed"),
        ...(effect.until === undefined
          ? []
          : [choice("expired", "No agent answers", { ok: true }, Math.max(0, effect.until - now))]),
      ];
    case "askAudiences":
      return audienceAnswers(effect.audienceIds);
    case "drawMeme":
      return [
        choice("drawn", "Picture created", {
          ok: true,
          vars: { [effect.variable]: "https://example.com/picture.png" },
        }),
        failed("deleted", "Picture no longer exists", "picture_deleted"),
      ];
    case "placeCall":
      return [];
  }
}

/** In none, in one of them, in all. Pages show the names of the audiences for their ids. */
function audienceAnswers(audienceIds: readonly string[]): readonly TrialAnswer[] {
  const [first = ""] = audienceIds;
  const within = (id: string, label: string, ids: readonly string[]) =>
    choice(
      id,
      label,
      membershipAnswer(audienceIds, (one) => ids.includes(one)),
      0,
    );
  if (audienceIds.length < 2) return [within("in", `In ${first}`, audienceIds), within("none", `Not in ${first}`, [])];
  return [
    within("none", "In none of them", []),
    ...audienceIds.map((id) => within(`only ${id}`, `Only in ${id}`, [id])),
    within("all", "In all of them", audienceIds),
  ];
}

const rcsAnswers = (withinSeconds: number | undefined): readonly TrialAnswer[] => [
  choice("delivered", "Delivered", { ok: true }),
  ...(withinSeconds === undefined
    ? []
    : [choice("undelivered", "Not delivered in time", { ok: true, timeIsUp: true }, withinSeconds * second)]),
  failed("no_rcs", "Handset has no RCS", "carrier_no_rcs"),
  failed("rejected", "Refused by the carrier", "carrier_rejected"),
];

/** The answer with this id. */
export const answerNamed = (effect: Effect, id: string, now: number): TrialAnswer | undefined =>
  answersOf(effect, now).find((one) => one.id === id);
