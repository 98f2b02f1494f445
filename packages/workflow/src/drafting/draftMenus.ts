import { z } from "zod";
import { isE164 } from "../parts/phone/dialTarget.ts";
import { highestKey, type Ivr, type IvrAction, type IvrMenu, newMenu } from "../voice/ivr/ivr.ts";
import { ivrIssues } from "../voice/ivr/ivrIssues.ts";
import { line, mostQuestions, readJson } from "./draftAnswer.ts";
import { chosen, type DraftChoices } from "./draftChoices.ts";
import { stringsIn, unnamedPlace } from "./namedPlaces.ts";
import { plainText, whyNotPlain } from "./plainText.ts";

const mostDraftMenus = 30;
const mostActions = 6;
const spoken = plainText(1_600);
const name = line(72);

const action = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("say"), value: spoken }),
    z.strictObject({ type: z.literal("play"), value: plainText(500) }),
    z.strictObject({ type: z.literal("hangup") }),
    z.strictObject({ type: z.literal("dial"), value: z.string().max(30) }),
    z.strictObject({ type: z.literal("nextMenu"), value: name }),
    z.strictObject({ type: z.literal("workflow"), value: line(200) }),
    z.strictObject({ type: z.literal("livelist"), value: name }),
  ],
  { error: (issue) => (issue.code === "invalid_union" ? "is not one of the actions of an IVR menu" : undefined) },
);

const draftedMenu = z.strictObject({
  name,
  say: spoken.default(""),
  options: z
    .array(
      z.strictObject({
        key: z.int().min(0).max(highestKey),
        say: spoken.default(""),
        actions: z.array(action).max(mostActions),
      }),
    )
    .max(highestKey + 1)
    .default([]),
});
type DraftedMenu = z.infer<typeof draftedMenu>;

/** Everything that a model can answer about an IVR menu: all menus as they should be (decision 0096). */
const menusAnswer = z.strictObject({
  summary: line(600),
  questions: z.array(line(300)).max(mostQuestions).default([]),
  /** Spoken after a key without an option, and after too many of them. */
  defaultMessage: spoken.optional(),
  maxAttemptMessage: spoken.optional(),
  menus: z.array(draftedMenu).max(mostDraftMenus),
});
export type MenusAnswer = z.infer<typeof menusAnswer>;

/** An IVR with the menus of a model, next to the form and not in it; or why the answer is refused. */
export type MenusDraft = { ok: true; summary: string; questions: string[]; ivr: Ivr } | { ok: false; refused: string };

/** What an answer is checked against: what the user wrote and the IVR says, and what the account has. */
export interface MenusContext {
  known: string;
  choices: DraftChoices;
}

class Refusal extends Error {}

/** Reads the untrusted answer of a model about an IVR. Nothing but the closed schema is accepted, and all of it or nothing. */
export function draftMenus(before: Ivr, said: string, context: MenusContext): MenusDraft {
  const read = readJson(said, menusAnswer);
  if (!read.ok) return read;
  try {
    return { ok: true, ...applied(before, read.answer, context) };
  } catch (problem) {
    if (problem instanceof Refusal) return { ok: false, refused: problem.message };
    throw problem;
  }
}

function applied(before: Ivr, answer: MenusAnswer, { known, choices }: MenusContext) {
  const { summary, questions, defaultMessage, maxAttemptMessage } = answer;
  const place = unnamedPlace(stringsIn(answer), known);
  if (place !== undefined) throw new Refusal(`The answer contains ${place}, which you have not named`);
  for (const text of [summary, ...questions, ...answer.menus.map((menu) => menu.name)]) {
    const problem = whyNotPlain(text);
    if (problem !== undefined) throw new Refusal(`A sentence or name of the answer ${problem}`);
  }
  // no menus: the model only asks
  const menus =
    answer.menus.length === 0
      ? before.menus
      : answer.menus.map((menu, index) => menuOf(menu, before.menus, index, choices));
  const ivr: Ivr = {
    ...before,
    configurationOptions: {
      ...before.configurationOptions,
      ...(defaultMessage !== undefined && { say: defaultMessage, recording: false, play: "" }),
      ...(maxAttemptMessage !== undefined && { maxAttemptsSay: maxAttemptMessage, maxAttemptsPlay: "" }),
    },
    menus,
  };
  const issue =
    answer.menus.length === 0 ? undefined : ivrIssues(ivr, isE164).find(({ field }) => /^menus\./.test(field));
  if (issue !== undefined) {
    const [, at] = /^menus\.(\d+)/.exec(issue.field) ?? [];
    throw new Refusal(`${menus[Number(at)]?.menuId ?? "A menu"}: ${issue.message.replace(/\.$/, "")}`);
  }
  return { summary, questions, ivr };
}

/** A menu of the answer. One of the same name keeps its recorded message where the answer has no text for it. */
function menuOf(
  { name: menuId, say, options }: DraftedMenu,
  before: readonly IvrMenu[],
  index: number,
  choices: DraftChoices,
): IvrMenu {
  const was = before.find((menu) => menu.menuId.trim() === menuId);
  const plays = say === "" && was?.recording === true;
  return {
    ...(was ?? newMenu(index === 0)),
    menuId,
    entry: index === 0,
    ...(!plays && { say, recording: false, play: "" }),
    options: options.map((option) => ({
      dtmfKey: option.key,
      say: option.say,
      actions: option.actions.map((one) => actionOf(one, choices)),
    })),
  };
}

const pickedFrom = new Map([
  ["workflow", "campaigns"],
  ["livelist", "liveLists"],
]);

function actionOf(one: z.infer<typeof action>, choices: DraftChoices): IvrAction {
  if (one.type === "hangup") return { type: "hangup", value: "" };
  const from = pickedFrom.get(one.type);
  if (from === undefined) return { type: one.type, value: one.value };
  const found = chosen(from, one.value, choices);
  if (!found.ok) throw new Refusal(`The answer is wrong: ${found.problem}`);
  return { type: one.type, value: found.value };
}

/** An IVR as a model sees it, in the form of its answer. Names of workflows stand for their ids. */
export interface MenusOutline {
  defaultMessage: string;
  maxAttemptMessage: string;
  menus: readonly (Omit<DraftedMenu, "options"> & {
    /** Its message is a recording. */
    recorded?: true;
    options: readonly { key: number; say: string; actions: readonly { type: string; value?: string }[] }[];
  })[];
  choices: { liveLists: readonly string[]; workflows: readonly string[] };
}

/** The outline of an IVR. */
export function outlineMenus({ configurationOptions: of, menus }: Ivr, choices: DraftChoices): MenusOutline {
  const nameOf = (id: string) => choices.workflows.find((one) => one.id === id)?.name ?? "";
  return {
    defaultMessage: of.say,
    maxAttemptMessage: of.maxAttemptsSay,
    menus: menus.map(({ menuId, say, recording, options }) => ({
      name: menuId,
      say,
      ...(recording && { recorded: true as const }),
      options: options.map(({ dtmfKey, say: spokenOption, actions }) => ({
        key: dtmfKey,
        say: spokenOption,
        actions: actions.map(({ type, value }) =>
          type === "hangup" ? { type } : { type, value: type === "workflow" ? nameOf(value) : value },
        ),
      })),
    })),
    choices: { liveLists: choices.liveLists, workflows: choices.workflows.map((one) => one.name) },
  };
}
