import type { RouteDestination } from "@trunkline/contract/routing/inboundRoute.ts";
import { whyNoIvrName } from "@trunkline/contract/routing/ivr.ts";
import type { Issue } from "@trunkline/workflow/nodeKind.ts";
import { type Ivr, type IvrMenu, ivrNameOf, newIvr, newMenu, tidyIvr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { type IsPhone, ivrIssues } from "@trunkline/workflow/voice/ivr/ivrIssues.ts";
import { type MenuTree, menuTree } from "@trunkline/workflow/voice/ivr/menuTree.ts";

/** A menu in the form. Its key stays the same while its name is typed, and `nextMenu` actions hold the key of their menu. */
export interface DraftMenu extends IvrMenu {
  key: string;
}

/** An IVR in the form: links between its menus follow the menus' keys, not their names. */
export interface DraftIvr extends Ivr {
  menus: DraftMenu[];
}

/** The form of an IVR: what is saved of it, and what belongs to its route tag. */
export interface IvrDraft {
  ivr: DraftIvr;
  /** The message of the last attempt is a sound. */
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

/** The form of a saved IVR with what its route tag says. */
export const draftOf = (ivr: Ivr, route: Pick<IvrDraft, "mohUrl" | "numbers" | "numberSetIds">): IvrDraft => ({
  ivr: draftIvr(ivr),
  overPlays: ivr.configurationOptions.maxAttemptsPlay !== "",
  ...route,
});

/** A saved IVR as the form holds it: every link to a menu becomes a link to its key. */
export function draftIvr(ivr: Ivr): DraftIvr {
  const menus = ivr.menus.map((menu, at) => ({ ...menu, key: menuKey(at + 1) }));
  const keys = new Map(menus.toReversed().map(({ menuId, key }) => [menuId.trim(), key]));
  return { ...ivr, menus: mapLinks(menus, (name) => keys.get(name.trim()) ?? "") };
}

/** What is saved of the form: of two messages only the one that is meant. */
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
      // the speed is chosen where something is said last (spec 3 §2)
      ttsPlaybackSpeed: of.ttsPlaybackSpeed,
    },
  });
}

/** Everything that is wrong with the form, by its places. */
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

/** A link to a menu without a name is in order: the menu itself says that its name is required. */
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

/** Menus after one was changed. Links to it stay: they hold its key, whatever its name. */
export const changeMenu = (menus: readonly DraftMenu[], index: number, menu: DraftMenu): DraftMenu[] =>
  menus.map((one, at) => (at === index ? menu : one));

/** Menus without one; options that linked to it lead nowhere, and say so. */
export function removeMenu(menus: readonly DraftMenu[], index: number): DraftMenu[] {
  const gone = menus[index]?.key;
  const rest = menus.filter((_, at) => at !== index).map((menu, at) => ({ ...menu, entry: at === 0 }));
  return mapLinks(rest, (key) => (key === gone ? "" : key));
}

/** Menus with one more, whose name and key are new. */
export function addMenu(menus: readonly DraftMenu[]): DraftMenu[] {
  const taken = new Set(menus.flatMap(({ menuId, key }) => [menuId.trim(), key]));
  let number = menus.length + 1;
  while (taken.has(`menu-${number}`) || taken.has(menuKey(number))) number += 1;
  return [...menus, { ...newMenu(menus.length === 0), menuId: `menu-${number}`, key: menuKey(number) }];
}

/** Menus with another one first: it is the entry now. */
export function putFirst(menus: readonly DraftMenu[], index: number): DraftMenu[] {
  const first = menus[index] as DraftMenu;
  return [first, ...menus.filter((_, at) => at !== index)].map((menu, at) => ({ ...menu, entry: at === 0 }));
}

/** How many options link to a menu. */
export const countLinks = (menus: readonly DraftMenu[], to: string): number =>
  menus.flatMap(({ options }) =>
    options.flatMap(({ actions }) => actions.filter(({ type, value }) => type === "nextMenu" && value === to)),
  ).length;

/** The name of a menu as the form shows it. */
export const menuName = (menus: readonly IvrMenu[], index: number): string =>
  menus[index]?.menuId.trim() || `Menu ${index + 1}`;

/** The tree of the menus as they are linked in the form. */
export const treeOf = (menus: readonly DraftMenu[]): MenuTree =>
  menuTree(menus.map((menu) => ({ ...menu, menuId: menu.key })));

/** The names of menus that no caller can reach from the entry menu. */
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
