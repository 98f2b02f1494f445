import { handsetsOf } from "@trunkline/carriers/handsets.ts";
import type { HandsetBehaviour } from "@trunkline/carriers/simulated/behaviours.ts";
import type { Assumptions } from "@trunkline/contract/runs/dryRun.ts";
import type { Answer, Effect } from "@trunkline/workflow/engine/effects.ts";
import type { Asked, Response } from "@trunkline/workflow/engine/simulate.ts";
import { chanceOf } from "@trunkline/workflow/parts/chance.ts";
import { callVariables } from "@trunkline/workflow/parts/phone/callVariables.ts";
import type { SendingNumber } from "./journeyWorld.ts";

/** How a call ends. */
type CallEnd = "human" | "machine" | "noAnswer" | "busy" | "failed";

const callAnswers: Record<CallEnd, { status: string; answeredBy: string; reason?: string }> = {
  human: { status: "completed", answeredBy: "human" },
  machine: { status: "completed", answeredBy: "machine" },
  noAnswer: { status: "no-answer", answeredBy: "", reason: "call_no_answer" },
  busy: { status: "busy", answeredBy: "", reason: "call_busy" },
  failed: { status: "failed", answeredBy: "", reason: "call_failed" },
};

/** What contacts and carriers do by the assumptions: the same contact does the same in every dry run. Handsets of the simulated carrier do what their numbers say. */
export class AssumedWorld {
  private readonly assumptions: Assumptions;
  /** The texts and shares of Event nodes. */
  private readonly replies: ReadonlyMap<number, { text: string; percent: number; afterSeconds: number }[]>;

  constructor(assumptions: Assumptions) {
    this.assumptions = assumptions;
    const replies = assumptions.replies.flatMap(({ node, text, percent, afterSeconds }) =>
      text === undefined || percent <= 0 ? [] : [{ node, text, percent, afterSeconds }],
    );
    this.replies = Map.groupBy(replies, ({ node }) => node);
  }

  /** Whether each contact draws for itself, so that no two of them are known to do the same. */
  get isDrawn(): boolean {
    const { deliveredPercent, clickPercent, calls } = this.assumptions;
    const { machine, noAnswer, busy, failed } = calls;
    return (
      this.replies.size > 0 || deliveredPercent < 100 || clickPercent > 0 || machine + noAnswer + busy + failed > 0
    );
  }

  /** What a contact texts to an Event node that begins to wait. */
  hear({ journey, node }: Asked): NonNullable<Response["replies"]> {
    const habits = this.replies.get(node);
    if (habits === undefined) return [];
    // a node that is entered again draws again
    const visit = `${journey.journeyId} ${journey.since}`;
    let share = chanceOf(`reply ${visit}`, node) * 100;
    for (const { text, percent, afterSeconds } of habits) {
      // half as soon to half as late as usual
      if (share < percent) return [{ text, afterMs: afterSeconds * 1000 * (0.5 + chanceOf(`after ${visit}`, node)) }];
      share -= percent;
    }
    return [];
  }

  /** Whether an accepted message arrives, and is clicked. */
  isDelivered({ journey, node, contact }: Asked, behaviour: HandsetBehaviour | undefined): boolean {
    if (contact.phone !== null && behaviour !== undefined)
      return behaviour.receipts.some(({ status }) => status === "delivered" || status === "read");
    return chanceOf(`delivered ${journey.journeyId} ${journey.since}`, node) * 100 < this.assumptions.deliveredPercent;
  }

  isClicked({ journey, node }: Asked): boolean {
    return chanceOf(`click ${journey.journeyId} ${journey.since}`, node) * 100 < this.assumptions.clickPercent;
  }

  /** How a call ends, its seconds, and what the journey hears of it. */
  call(
    effect: Extract<Effect, { do: "placeCall" }>,
    asked: Asked,
    from: SendingNumber,
  ): { answer: Answer; seconds: number } {
    const end = this.callEnd(asked, from);
    const {
      status,
      answeredBy,
      reason = end === "machine" && effect.plan.machine === null ? "call_machine" : undefined,
    } = callAnswers[end];
    const seconds = answeredBy === "" ? 0 : this.assumptions.calls.seconds;
    const values = [status, answeredBy, String(seconds)];
    const names = callVariables(asked.node);
    const vars = Object.fromEntries(values.map((value, index) => [`${names[index]}`, value]));
    return { answer: reason === undefined ? { ok: true, vars } : { ok: false, reason, vars }, seconds };
  }

  private callEnd({ journey, node, contact }: Asked, from: SendingNumber): CallEnd {
    const phone = handsetsOf(from.carrier)?.callBehaviourOf(contact.phone ?? "").phone ?? "byHand";
    if (phone === "busy" || phone === "declines") return "busy";
    if (phone === "neverAnswers") return "noAnswer";
    if (typeof phone === "object") return phone.answers === "human" ? "human" : "machine";
    let share = chanceOf(`call ${journey.journeyId} ${journey.since}`, node) * 100;
    for (const end of ["machine", "noAnswer", "busy", "failed"] as const) {
      const percent = this.assumptions.calls[end];
      if (share < percent) return end;
      share -= percent;
    }
    return "human";
  }
}

/** What a handset of the simulated carrier does with a message; undefined at other carriers. */
export function simulatedBehaviour(effect: Effect, carrier: string, phone: string): HandsetBehaviour | undefined {
  return handsetsOf(carrier)?.behaviourOf(phone, effect.do === "sendRcs" ? effect.message.type : null);
}
