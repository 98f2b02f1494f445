import type { Issue } from "../../nodeKind.ts";
import { voiceOf } from "../voices.ts";
import { highestKey, type Ivr, type IvrAction, type IvrMenu, mostAttempts, mostMenus, terminalActions } from "./ivr.ts";

/** An invalid field of an IVR: its place such as `menus.0.options.1.actions.0.value`, and the exact text of spec 3 §5. */
export type IvrIssue = Issue;

/** Checks a phone number. Passed in, because it needs the numbers of all countries (decision 0046). */
export type IsPhone = (text: string) => boolean;

/** All errors of an IVR, in form order (spec 3 §5 IVR). */
export function ivrIssues(ivr: Ivr, isPhone: IsPhone): IvrIssue[] {
  const ofMenus = ivr.menus.flatMap((_, at) => menuIssues(ivr, at, isPhone));
  return [...headIssues(ivr), ...configurationIssues(ivr), ...ofMenus];
}

const blank = (text: string): boolean => text.trim() === "";

function headIssues({ ivrName, menus }: Ivr): IvrIssue[] {
  const issues: IvrIssue[] = [];
  if (blank(ivrName)) issues.push({ field: "ivrName", message: "Name is required" });
  if (menus.length === 0) issues.push({ field: "menus", message: "At least one menu is required" });
  if (menus.length > mostMenus) issues.push({ field: "menus", message: `An IVR can have at most ${mostMenus} menus` });
  return issues;
}

function configurationIssues({ configurationOptions: of }: Ivr): IvrIssue[] {
  const issues: IvrIssue[] = [];
  const at = (field: string, message: string) => issues.push({ field: `configurationOptions.${field}`, message });
  if (blank(of.ttsVoice)) at("ttsVoice", "Voice is required");
  else if (voiceOf(of.ttsVoice).key !== of.ttsVoice) at("ttsVoice", `The voice ${of.ttsVoice} does not exist`);
  if (!Number.isInteger(of.timeout) || of.timeout < 1) at("timeout", "Timeout must be a whole number of at least 1");
  else if (of.timeout > 999) at("timeout", "Timeout must be between 1 and 999");
  if (isFraction(of.maxAttempts)) at("maxAttempts", "Max Attempts must be a whole number");
  else if (!within(of.maxAttempts, 1, mostAttempts))
    at("maxAttempts", `Max Attempts must be between 1 and ${mostAttempts}`);
  for (const issue of messageIssues(of.recording, of.say, of.play)) at(issue.field, issue.message);
  const isPlayed = of.maxAttemptsPlay !== "";
  for (const { field, message } of messageIssues(isPlayed, of.maxAttemptsSay, of.maxAttemptsPlay))
    at(field === "say" ? "maxAttemptsSay" : "maxAttemptsPlay", message);
  return issues;
}

const isFraction = (value: number): boolean => Number.isFinite(value) && !Number.isInteger(value);
const within = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to;

/** Checks a message: its text, or the address of its audio (spec 3 §5). */
function messageIssues(isPlayed: boolean, say: string, play: string): IvrIssue[] {
  if (!isPlayed) return blank(say) ? [{ field: "say", message: "Message is required" }] : [];
  if (blank(play)) return [{ field: "play", message: "Message is required" }];
  return isHttp(play) ? [] : [{ field: "play", message: "Message URL is invalid" }];
}

const isHttp = (url: string): boolean => /^https?:\/\//i.test(url.trim()) && URL.canParse(url.trim());

function menuIssues({ menus }: Ivr, index: number, isPhone: IsPhone): IvrIssue[] {
  const menu = menus[index] as IvrMenu;
  const issues: IvrIssue[] = [];
  const at = (field: string, message: string) => issues.push({ field: `menus.${index}.${field}`, message });
  if (blank(menu.menuId)) at("menuId", "Name is required");
  else if (menus.slice(0, index).some(({ menuId }) => menuId.trim() === menu.menuId.trim()))
    at("menuId", "Menu name must be unique.");
  else if (menu.menuId.length > 72) at("menuId", "Name must have at most 72 characters");
  for (const issue of messageIssues(menu.recording, menu.say, menu.play)) at(issue.field, issue.message);
  menu.options.forEach((option, row) => {
    const place = `options.${row}.`;
    if (isFraction(option.dtmfKey)) at(`${place}dtmfKey`, "DMTF Key must be a whole number");
    else if (!within(option.dtmfKey, 0, highestKey))
      at(`${place}dtmfKey`, `DMTF Key must be between 0 and ${highestKey}`);
    else if (menu.options.slice(0, row).some(({ dtmfKey }) => dtmfKey === option.dtmfKey))
      at(`${place}dtmfKey`, "DTMF key must be unique within a menu.");
    if (!menu.recording && blank(option.say)) at(`${place}say`, "Message required");
    if (option.actions.length === 0) at(`${place}actions`, "Action Type is required");
    option.actions.forEach((action, step) => {
      const isLast = step === option.actions.length - 1;
      for (const { field, message } of actionIssues(action, isLast, menus, isPhone))
        at(`${place}actions.${step}.${field}`, message);
    });
  });
  return issues;
}

function actionIssues(
  { type, value }: IvrAction,
  isLast: boolean,
  menus: readonly IvrMenu[],
  isPhone: IsPhone,
): IvrIssue[] {
  const wrong = (message: string): IvrIssue[] => [{ field: "value", message }];
  if ((type as string) === "") return [{ field: "type", message: "Action Type is required" }];
  if (terminalActions.includes(type) && !isLast) return [{ field: "type", message: `${type} must be the last action` }];
  switch (type) {
    case "say":
    case "play":
      return messageIssues(type === "play", value, value).map(({ message }) => ({ field: "value", message }));
    case "dial":
      return isPhone(value) ? [] : wrong("Phone number is invalid");
    case "nextMenu":
      if (blank(value)) return wrong("Menu is required");
      return menus.some(({ menuId }) => menuId.trim() === value.trim())
        ? []
        : wrong(`The menu "${value}" does not exist`);
    case "workflow":
      return blank(value) ? wrong("Workflow is required") : [];
    case "livelist":
      return blank(value) ? wrong("Live list is required") : [];
    case "hangup":
      return [];
  }
}
