import type { Contact } from "@trunkline/workflow/engine/world.ts";
import type { Chance } from "./chance.ts";
import type { Habit, HistoryRun } from "./playRun.ts";

const minute = 60_000;
const hour = 60 * minute;
/** How long the history is. */
export const historyDays = 21;

/** A workflow of the history with its published version. */
interface RunnableWorkflow {
  campaignId: string;
  version: number;
}

/** An instant of the machine's clock so many days ago. */
export function dayBefore(nowMs: number, days: number, hours: number, minutes = 0): Date {
  const day = new Date(nowMs);
  day.setDate(day.getDate() - days);
  day.setHours(hours, minutes, 0, 0);
  return day;
}

const isWeekend = (day: Date): boolean => day.getDay() === 0 || day.getDay() === 6;
const nameOfDay = (day: Date): string => day.toLocaleDateString("en-US", { month: "short", day: "numeric" });

/** Opt-outs are few, and no user is asked to read them. */
const stop = (afterMs: number): Habit => ({ afterMs, text: "STOP", stops: true, isAnswered: true });

const afterReminder = (chance: Chance): Habit | undefined => {
  const roll = chance.next();
  const afterMs = chance.between(minute, 2 * hour);
  if (roll < 0.52) return { afterMs, text: chance.pick(["YES", "Yes", "yes", "Y", "ok", "Confirm"]), isAnswered: true };
  if (roll < 0.62)
    return {
      afterMs,
      text: chance.pick(["CHANGE", "Can we move it please", "no, I have to change it"]),
      isAnswered: true,
    };
  if (roll < 0.65)
    return {
      afterMs,
      text: chance.pick(["Is there parking?", "How long will it take?", "Do I pay at the visit?"]),
      isAnswered: false,
    };
  return roll < 0.657 ? stop(afterMs) : undefined;
};

/** The question works better than the price, clearly enough for a verdict. */
const afterOffer = (share: number, chance: Chance): Habit | undefined => {
  const roll = chance.next();
  const afterMs = chance.between(2 * minute, 9 * hour);
  if (roll < share) return { afterMs, text: chance.pick(["YES", "Yes please", "yes", "Sure"]), isAnswered: true };
  if (roll < share + 0.02)
    return { afterMs, text: chance.pick(["How much is it?", "Does it hurt?", "Until when?"]), isAnswered: false };
  return roll < share + 0.035 ? stop(afterMs) : undefined;
};

const afterVisit = (chance: Chance): Habit | undefined => {
  const roll = chance.next();
  const afterMs = chance.between(3 * minute, 20 * hour);
  if (roll < 0.38) return { afterMs, text: chance.pick(["5", "5", "4", "5", "4"]), isAnswered: true };
  if (roll < 0.45) return { afterMs, text: chance.pick(["3", "2", "3"]), isAnswered: true };
  return roll < 0.455 ? stop(afterMs) : undefined;
};

const thanks = (chance: Chance): Habit | undefined =>
  chance.next() < 0.06
    ? {
        afterMs: chance.between(minute, hour),
        text: chance.pick(["Thanks!", "Thank you", "See you"]),
        isAnswered: true,
      }
    : undefined;

type Made = Omit<HistoryRun, "accountId">;

/** The runs of three weeks in their order. Those that would not be over by now are left out. */
export function historyRuns(
  workflows: { reminder: RunnableWorkflow; whitening: RunnableWorkflow; survey: RunnableWorkflow },
  contacts: readonly Contact[],
  nowMs: number,
): Made[] {
  // the first contacts are those that people try the product with
  const own = contacts.slice(100);
  const runs: Made[] = [];
  const take = (from: number, count: number): Contact[] =>
    Array.from({ length: Math.min(count, own.length) }, (_, index) => own[(from + index * 7) % own.length] as Contact);
  for (let days = historyDays; days >= 0; days--) {
    const day = dayBefore(nowMs, days, 10);
    if (!isWeekend(day))
      runs.push({
        ...workflows.reminder,
        name: `Demo: reminders, ${nameOfDay(day)}`,
        startMs: day.getTime(),
        periodMs: minute,
        contacts: unique(take(days * 41, 34 + ((days * 5) % 13))),
        answer: (node, chance) => (node === 2 ? afterReminder(chance) : thanks(chance)),
      });
    if (days === 16 || days === 8)
      runs.push({
        ...workflows.whitening,
        name: `Demo: whitening, ${days === 16 ? "first" : "second"} half`,
        startMs: dayBefore(nowMs, days, 11, 30).getTime(),
        periodMs: 20_000,
        contacts: unique(own.filter((_, index) => index % 2 === (days === 16 ? 0 : 1)).slice(0, 420)),
        answer: (node, chance) =>
          node === 3 ? afterOffer(0.19, chance) : node === 4 ? afterOffer(0.08, chance) : undefined,
        clicks: (node) => (node === 3 ? 0.17 : node === 4 ? 0.13 : 0),
      });
    if (days % 7 === 4)
      runs.push({
        ...workflows.survey,
        name: `Demo: visits of the week before ${nameOfDay(day)}`,
        startMs: dayBefore(nowMs, days, 16).getTime(),
        periodMs: minute,
        contacts: unique(take(days * 13 + 5, 70)),
        answer: (node, chance) => (node === 2 ? afterVisit(chance) : undefined),
      });
  }
  const longestMs = 27 * hour;
  const reminderMs = 5.5 * hour;
  return runs
    .filter((run) => run.startMs < nowMs - (run.campaignId === workflows.reminder.campaignId ? reminderMs : longestMs))
    .sort((one, other) => one.startMs - other.startMs);
}

const unique = (list: readonly Contact[]): Contact[] => [...new Set(list)];
