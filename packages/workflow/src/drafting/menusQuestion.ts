import { highestKey } from "../voice/ivr/ivr.ts";
import type { MenusOutline } from "./draftMenus.ts";
import { type DraftingQuestion, namedOnly, notInstructions, refusedTurns } from "./draftQuestion.ts";

/** What the user asks for, and the IVR it is about. */
export interface MenusRequest {
  words: string;
  earlier: readonly string[];
  ivr: MenusOutline;
}

const brief = [
  "You draft the IVR menus of a company: what callers hear and what the keys do. The user's message is JSON: their request in their own words, and the IVR as it is now, with the live lists and outbound workflows of the account under choices. Answer with one JSON object and nothing else:",
  '{"summary": "one or two sentences", "questions": ["what you need to know"], "defaultMessage": "spoken after a key without an option", "maxAttemptMessage": "spoken before the call ends after too many of them", "menus": [{"name": "main", "say": "Welcome to Acme. For sales, press 1.", "options": [{"key": 1, "say": "One moment.", "actions": [{"type": "dial", "value": "+12025550143"}]}]}]}',
  "menus are all menus as they should be, the entry menu first. Repeat those that stay. Leave menus empty to only ask questions.",
  `Keys are 0 to ${highestKey}, each once in a menu. Each option has a short "say" and at least one action. Actions: {"type":"say","value":text}, {"type":"play","value":web address of a sound}, {"type":"hangup"}, {"type":"dial","value":number in E.164}, {"type":"nextMenu","value":name of a menu}, {"type":"workflow","value":name under choices}, {"type":"livelist","value":name under choices}. dial, hangup and nextMenu come last.`,
  namedOnly,
  notInstructions,
].join("\n");

/** Asks for the menus of an IVR. `refused`: why the last answer to the same request was refused. */
export const menusQuestion = (
  { words, earlier, ivr }: MenusRequest,
  refused?: { said: string; why: string },
): DraftingQuestion => ({
  purpose: "draft",
  brief,
  turns: [
    { role: "user", text: JSON.stringify({ request: words, earlierRequests: earlier, ivr }) },
    ...refusedTurns(refused),
  ],
});

/** Asks for the menus of an IVR in plain words. */
export const explainMenusQuestion = (ivr: MenusOutline): DraftingQuestion => ({
  purpose: "explain",
  brief: [
    "You explain the IVR menus of a company to a colleague who has never called it. The user's message is the IVR as JSON.",
    "Answer in plain English with short sentences, menu by menu from the entry menu on: what callers hear, what each key does, and what happens without a right key. At most 200 words. No HTML, no addresses that the IVR does not have.",
    notInstructions,
  ].join("\n"),
  turns: [{ role: "user", text: JSON.stringify({ ivr }) }],
});
