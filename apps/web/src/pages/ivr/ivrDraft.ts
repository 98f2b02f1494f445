import type { RouteDestination } from "@trunkline/contract/routing/inboundRoute.ts";
import { whyNoIvrName } from "@trunkline/contract/routing/ivr.ts";
import type { Issue } from "@trunkline/workflow/nodeKind.ts";
import { type Ivr, type IvrMenu, ivrNameOf, newIvr, newMenu, tidyIvr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { type IsPhone, ivrIssues } from "@trunkline/workflow/voice/ivr/ivrIssues.ts";
import { type MenuTree, menuTree } from "@trunkline/workflow/voice/ivr/menuTree.ts";

/** A menu in the form. `nextMenu` actions refer to its key, which stays the same when its name changes. */
export interface DraftMenu extends IvrMenu {
  key: string;
}

/** An IVR in the form, with links by menu key instead of name. */
export interface DraftIvr extends Ivr {
  menus: DraftMenu[];
}

/** The form of an IVR and its route tag. */
export interface IvrDraft {
  ivr: DraftIvr;
  /** True if the max-attempt message is a sound. */
  overPlays: boolean;
  mohUrl: string;
  numbers: string[];
  numberSetIds: string[];
}

/** An empty form (spec 3 §9). */
export const newDraft = (): IvrDraft => ({
  ivr: draftIvr(newIvr()),
  overPlays: false,
  mohUrl: "",
  numbers: [],
  numberSetIds: [],
});

/** The form of a saved IVR and its route tag. */
export const draftOf = (ivr: Ivr, route: Pick<IvrDraft, "mohUrl" | "numbers" | "numberSetIds">): IvrDraft => ({
  ivr: draftIvr(ivr),
  overPlays: ivr.configurationOptions.maxAttemptsPlay !== "",
  ...route,
});

/** Replaces the names in links by menu keys. */
export function draftIvr(ivr: Ivr): DraftIvr {
  const menus = ivr.menus.map((menu, at) => ({ ...menu, key: menuKey(at + 1) }));
  const keys = new Map(menus.toReversed().map(({ menuId, key }) => [menuId.trim(), key]));
  return { ...ivr, menus: mapLinks(menus, (name) => keys.get(name.trim()) ?? "") };
}

/** The saved form: only the chosen one of text and sound. */
export function savedIvr({ ivr, overPlays }: IvrDraft): Ivr {
  const { configurationOptions: of } = ivr;
  const names = new Map(ivr.menus.map(({ key, menuId }) => [key, menuId]));
  return tidyIvr({
    ...ivr,
    menus: mapLinks(ivr.menus, (key) => names.get(key) ?? "").map(({ key: _, ...menu }) => menu),
    configurationOptions: {
      ...of,
      maxAttemptsSay: overPlays ? "" : of.maxAttemptsSay,
      maxAttemptsPlay: overPlays ? of.maxAttemptsPlay.trim() : "",
      // the speed applies to a spoken max-attempt message (spec 3 §2)
      ttsPlaybackSpeed: of.ttsPlaybackSpeed,
    },
  });
}

/** All issues of the form, by place. */
export function draftIssues(draft: IvrDraft, isPhone: IsPhone): Issue[] {
  const badName = whyNoIvrName(draft.ivr.ivrName);
  return [...(badName ? [{ field: "ivrName", message: badName }] : []), ...ivrIssues(savedIvr(draft), isPhone)]
    .filter(({ field }) => !isNamelessLink(draft.ivr.menus, field))
    .map((issue) =>
      draft.overPlays && issue.field === "configurationOptions.maxAttemptsSay"
        ? { ...issue, field: "configurationOptions.maxAttemptsPlay" }
        : issue,
    );
}

/** A link to a menu without a name is not an issue, because the menu already reports the missing name. */
function isNamelessLink(menus: readonly DraftMenu[], field: string): boolean {
  const [, menu, option, action] = /^menus\.(\d+)\.options\.(\d+)\.actions\.(\d+)\.value$/.exec(field) ?? [];
  const { type, value } = menus[Number(menu)]?.options[Number(option)]?.actions[Number(action)] ?? {};
  return type === "nextMenu" && menus.some(({ key, menuId }) => key === value && menuId.trim() === "");
}

/** The routing rule of an IVR (spec 3 §3). */
export const routeOf = (ivr: Ivr, mohUrl: string): RouteDestination => {
  const tag = ivrNameOf(ivr.ivrName);
  return {
    routeTag: tag,
    srcType: "call",
    dest: "ivr",
    destType: "ivr",
    name: `ivr-${tag}`,
    description: ivr.configurationOptions.description,
    callbackUrl: "",
    distributionType: 1,
    options: { timezone: 0, ivr: tag, ...(mohUrl !== "" && { mohUrl }) },
    priority: 0,
    ruleDTO: { name: `rule_${tag}_ivr`, and: [], or: [] },
    status: 1,
  };
};

/** The IVR of a form as a call tries it, with a name where the form has none yet, and the route that leads to it. */
export function trialOf(draft: IvrDraft): { ivr: Ivr; destination: RouteDestination } {
  const saved = savedIvr(draft);
  const ivr = ivrNameOf(saved.ivrName) === "" ? { ...saved, ivrName: "new" } : saved;
  return { ivr, destination: routeOf(ivr, draft.mohUrl) };
}

/** Changes a menu. Links to it stay, because they use its key. */
export const changeMenu = (menus: readonly DraftMenu[], index: number, menu: DraftMenu): DraftMenu[] =>
  menus.map((one, at) => (at === index ? menu : one));

/** Removes a menu and empties the links to it. */
export function removeMenu(menus: readonly DraftMenu[], index: number): DraftMenu[] {
  const gone = menus[index]?.key;
  const rest = menus.filter((_, at) => at !== index).map((menu, at) => ({ ...menu, entry: at === 0 }));
  return mapLinks(rest, (key) => (key === gone ? "" : key));
}

/** Adds a menu with a new name and key. */
export function addMenu(menus: readonly DraftMenu[]): DraftMenu[] {
  const taken = new Set(menus.flatMap(({ menuId, key }) => [menuId.trim(), key]));
  let number = menus.length + 1;
  while (taken.has(`menu-${number}`) || taken.has(menuKey(number))) number += 1;
  return [...menus, { ...newMenu(menus.length === 0), menuId: `menu-${number}`, key: menuKey(number) }];
}

/** Makes a menu the entry menu by putting it first. */
export function putFirst(menus: readonly DraftMenu[], index: number): DraftMenu[] {
  const first = menus[index] as DraftMenu;
  return [first, ...menus.filter((_, at) => at !== index)].map((menu, at) => ({ ...menu, entry: at === 0 }));
}

/** How many options link to a menu. */
export const countLinks = (menus: readonly DraftMenu[], to: string): number =>
  menus.flatMap(({ options }) =>
    options.flatMap(({ actions }) => actions.filter(({ type, value }) => type === "nextMenu" && value === to)),
  ).length;

/** The displayed name of a menu. */
export const menuName = (menus: readonly IvrMenu[], index: number): string =>
  menus[index]?.menuId.trim() || `Menu ${index + 1}`;

/** The tree of the linked menus. */
export const treeOf = (menus: readonly DraftMenu[]): MenuTree =>
  menuTree(menus.map((menu) => ({ ...menu, menuId: menu.key })));

/** The names of menus that can't be reached from the entry menu. */
export const unreachableMenus = (menus: readonly DraftMenu[]): string[] =>
  treeOf(menus)
    .places.filter(({ isOrphan }) => isOrphan)
    .map(({ menu }) => menuName(menus, menu));

const menuKey = (number: number): string => `#${number}`;

const mapLinks = <Menu extends IvrMenu>(menus: readonly Menu[], linkTo: (link: string) => string): Menu[] =>
  menus.map((menu) => ({
    ...menu,
    options: menu.options.map((option) => ({
      ...option,
      actions: option.actions.map((action) =>
        action.type === "nextMenu" ? { ...action, value: linkTo(action.value) } : action,
      ),
    })),
  }));
