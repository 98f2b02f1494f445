import type { Ivr, IvrMenu } from "../voice/ivr/ivr.ts";
import { menuTree } from "../voice/ivr/menuTree.ts";

/** Something that the menus of an IVR lack. */
export interface MenuGap {
  /** The place of the menu in the list. */
  menu: number;
  rule: "neverReached" | "noKeys" | "notSaid" | "noPerson";
  message: string;
}

/** What the menus of an IVR lack, found by rules. Nothing is asked of a model. */
export function findMenuGaps({ menus }: Ivr): MenuGap[] {
  return [...neverReached(menus), ...menus.flatMap(ofMenu), ...noPerson(menus)];
}

const nameOf = ({ menuId }: IvrMenu, at: number): string => menuId.trim() || `Menu ${at + 1}`;

function neverReached(menus: readonly IvrMenu[]): MenuGap[] {
  return menuTree(menus)
    .places.filter(({ isOrphan }) => isOrphan)
    .map(({ menu }) => ({
      menu,
      rule: "neverReached" as const,
      message: `${nameOf(menus[menu] as IvrMenu, menu)} is never reached: no key leads to it.`,
    }));
}

const digits = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"] as const;

/** A menu without a key, and keys that its message does not mention. A recording is not read. */
function ofMenu(menu: IvrMenu, at: number): MenuGap[] {
  const name = nameOf(menu, at);
  if (menu.options.length === 0)
    return [{ menu: at, rule: "noKeys", message: `${name} has no key, so callers wait until the call ends.` }];
  if (menu.recording || menu.say.trim() === "") return [];
  const said = new Set(menu.say.toLowerCase().match(/\d+|[a-z]+/g));
  return menu.options
    .filter(({ dtmfKey }) => !said.has(String(dtmfKey)) && !said.has(digits[dtmfKey] ?? ""))
    .map(({ dtmfKey }) => ({
      menu: at,
      rule: "notSaid" as const,
      message: `The message of ${name} does not mention key ${dtmfKey}.`,
    }));
}

const toPeople: readonly string[] = ["dial", "livelist", "workflow"];

function noPerson(menus: readonly IvrMenu[]): MenuGap[] {
  const actions = menus.flatMap(({ options }) => options.flatMap((option) => option.actions));
  if (actions.length === 0 || actions.some(({ type }) => toPeople.includes(type))) return [];
  return [{ menu: 0, rule: "noPerson", message: "No key leads to a person: callers only hear messages." }];
}
