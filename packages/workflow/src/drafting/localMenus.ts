import type { MenusAnswer, MenusOutline } from "./draftMenus.ts";
import { businessIn } from "./localShapes.ts";

type DraftedOption = MenusAnswer["menus"][number]["options"][number];

/** "Press 1 for sales: …", up to the next key or the end of the sentence. */
const keyPattern =
  /\bpress(?:es|ing)?\s+(\d)\s*(for|to|:|,)?\s+(.+?)(?=[\s,;.]*(?:\b(?:and|or)\s+)?\bpress(?:es|ing)?\s+\d|\.\s|\.?\s*$)/gi;

/** The menus that a sentence with keys describes, by rules: numbers are dialed, live lists and workflows found by their names, what follows a colon is said. */
export function changeMenus(request: string, { menus, choices }: MenusOutline): MenusAnswer {
  const wishes = [...request.matchAll(keyPattern)].map(([, key, lead, rest]) =>
    wishOf(Number(key), { lead: lead === "to" ? "To" : "For", rest: rest ?? "" }, choices),
  );
  if (wishes.length === 0)
    return {
      summary: "This is the local drafter, which works by rules. It did not find keys in this sentence.",
      questions: [
        "What should the keys do? Write it as “press 1 for sales at” with a phone number, “press 2 for opening hours: We are open from 9 to 5”. It knows phone numbers, and the live lists and workflows of the account by their names.",
      ],
      menus: [],
    };
  const [entry, ...others] = menus.map(({ recorded: _, ...menu }) => menu);
  const fresh = new Set(wishes.map(({ option }) => option.key));
  const kept = (entry?.options ?? []).filter(
    ({ key, actions }) => !fresh.has(key) && actions.length > 0,
  ) as DraftedOption[];
  const spoken = wishes.map(({ lead, label, option }) => `${lead} ${label}, press ${option.key}.`).join(" ");
  const said = entry === undefined || entry.say === "" || kept.length === 0 ? "" : `${entry.say} `;
  const business = businessIn(request);
  const welcome = business === undefined ? "" : `Welcome to ${business}. `;
  const options = [...kept, ...wishes.map(({ option }) => option)].sort((a, b) => a.key - b.key);
  return {
    summary: `${wishes.map(({ lead, label, option, words }) => `Key ${option.key}, ${lead.toLowerCase()} ${label}: ${words}.`).join(" ")}`,
    questions: wishes.flatMap(({ question }) => question ?? []),
    defaultMessage: "Please press one of the keys.",
    maxAttemptMessage: "Goodbye.",
    menus: [
      { name: entry?.name.trim() || "main", say: `${said === "" ? welcome : said}${spoken}`, options },
      ...(others as MenusAnswer["menus"]),
    ],
  };
}

interface Wish {
  /** "For" sales, "To" hear our hours. */
  lead: string;
  label: string;
  option: DraftedOption;
  /** What it does, in words. */
  words: string;
  question?: string;
}

function wishOf(
  key: number,
  { lead, rest }: { lead: string; rest: string },
  { liveLists, workflows }: MenusOutline["choices"],
): Wish {
  const [before = "", ...after] = rest.split(":");
  const said = after.join(":").trim();
  const has = (name: string) => rest.toLowerCase().includes(name.toLowerCase());
  const [list, workflow] = [liveLists.find(has), workflows.find(has)];
  const bare = before
    .replace(/\s*(?:\bat\b|\bto\b|\bon\b|\bby\b)?\s*\+[\d ().-]{8,}\d.*$/, "")
    .replace(list ?? workflow ?? "\n", "")
    .replace(/\s*\(\s*\)|\s+(?:at|to|on|by|from)\s*$/g, "")
    .trim();
  const shared = { lead, label: bare === "" ? `key ${key}` : bare };
  const phone = /\+[\d ().-]{8,}\d/.exec(rest)?.[0];
  if (phone !== undefined) {
    const value = `+${phone.replace(/\D/g, "")}`;
    const actions: DraftedOption["actions"] = [{ type: "dial", value }];
    return { ...shared, option: { key, say: "One moment, please.", actions }, words: `it dials ${value}` };
  }
  if (list !== undefined) {
    const actions: DraftedOption["actions"] = [{ type: "livelist", value: list }];
    return { ...shared, option: { key, say: "One moment, please.", actions }, words: `the live list ${list} answers` };
  }
  if (workflow !== undefined) {
    const actions: DraftedOption["actions"] = [{ type: "workflow", value: workflow }, { type: "hangup" }];
    return { ...shared, option: { key, say: "Thank you.", actions }, words: `it starts the workflow ${workflow}` };
  }
  if (said !== "") {
    const actions: DraftedOption["actions"] = [{ type: "hangup" }];
    return { ...shared, option: { key, say: said, actions }, words: "it says your text and hangs up" };
  }
  return {
    ...shared,
    option: { key, say: "Goodbye.", actions: [{ type: "hangup" }] },
    words: "it hangs up for now",
    question: `What should key ${key} do (${shared.label})? Name a phone number, a live list or a workflow, or a text after a colon.`,
  };
}
