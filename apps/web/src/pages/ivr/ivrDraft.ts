import type { RouteDestination } from "@trunkline/contract/inboundRoute.ts";
import { whyNoIvrName } from "@trunkline/contract/ivr.ts";
import type { Issue } from "@trunkline/workflow/nodeKind.ts";
import { type Ivr, type IvrMenu, ivrNameOf, newIvr, newMenu, tidyIvr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { type IsPhone, ivrIssues } from "@trunkline/workflow/voice/ivr/ivrIssues.ts";

/** The form of an IVR: what is saved of it, and what belongs to its route tag. */
export interface IvrDraft {
  ivr: Ivr;
  /** The message of the last attempt is a sound. */
  overPlays: boolean;
  mohUrl: string;
  numbers: string[];
  numberSetIds: string[];
}

/** An empty form (spec 3 §9). */
export const newDraft = (): IvrDraft => ({
  ivr: newIvr(),
  overPlays: false,
  mohUrl: "",
  numbers: [],
  numberSetIds: [],
});

/** The form of a saved IVR with what its route tag says. */
export const draftOf = (ivr: Ivr, route: Pick<IvrDraft, "mohUrl" | "numbers" | "numberSetIds">): IvrDraft => ({
  ivr,
  overPlays: ivr.configurationOptions.maxAttemptsPlay !== "",
  ...route,
});

/** What is saved of the form: of two messages only the one that is meant. */
export function savedIvr({ ivr, overPlays }: IvrDraft): Ivr {
  const { configurationOptions: of } = ivr;
  return tidyIvr({
    ...ivr,
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
  return [...(badName ? [{ field: "ivrName", message: badName }] : []), ...ivrIssues(savedIvr(draft), isPhone)].map(
    (issue) =>
      draft.overPlays && issue.field === "configurationOptions.maxAttemptsSay"
        ? { ...issue, field: "configurationOptions.maxAttemptsPlay" }
        : issue,
  );
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

/** Menus after one was changed; a new name goes along to the options that lead to it. */
export function changeMenu(menus: readonly IvrMenu[], index: number, menu: IvrMenu): IvrMenu[] {
  const before = menus[index]?.menuId ?? "";
  const isRenamed =
    before !== menu.menuId && before.trim() !== "" && menus.filter((one) => one.menuId === before).length === 1;
  const all = menus.map((one, at) => (at === index ? menu : one));
  return isRenamed ? relinked(all, before, menu.menuId) : all;
}

/** Menus without one; options that led to it lead nowhere, and say so. */
export function removeMenu(menus: readonly IvrMenu[], index: number): IvrMenu[] {
  const name = menus[index]?.menuId ?? "";
  const rest = menus.filter((_, at) => at !== index).map((menu, at) => ({ ...menu, entry: at === 0 }));
  return name.trim() === "" || rest.some(({ menuId }) => menuId === name) ? rest : relinked(rest, name, "");
}

/** Menus with one more, named so that nothing else is. */
export function addMenu(menus: readonly IvrMenu[]): IvrMenu[] {
  const taken = new Set(menus.map(({ menuId }) => menuId.trim()));
  let number = menus.length + 1;
  while (taken.has(`menu-${number}`)) number += 1;
  return [...menus, { ...newMenu(menus.length === 0), menuId: `menu-${number}` }];
}

/** Menus with another one first: it is the entry now. */
export function putFirst(menus: readonly IvrMenu[], index: number): IvrMenu[] {
  const first = menus[index] as IvrMenu;
  return [first, ...menus.filter((_, at) => at !== index)].map((menu, at) => ({ ...menu, entry: at === 0 }));
}

/** How many options lead to a menu. */
export const leadingTo = (menus: readonly IvrMenu[], name: string): number =>
  menus.flatMap(({ options }) =>
    options.flatMap(({ actions }) => actions.filter(({ type, value }) => type === "nextMenu" && value === name)),
  ).length;

const relinked = (menus: readonly IvrMenu[], from: string, to: string): IvrMenu[] =>
  menus.map((menu) => ({
    ...menu,
    options: menu.options.map((option) => ({
      ...option,
      actions: option.actions.map((action) =>
        action.type === "nextMenu" && action.value === from ? { ...action, value: to } : action,
      ),
    })),
  }));
