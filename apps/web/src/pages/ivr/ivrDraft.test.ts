import { routeDestination } from "@trunkline/workflow/inbound/route.ts";
import { isPhone } from "@trunkline/workflow/parts/phone/phone.ts";
import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { describe, expect, test } from "vitest";
import ivr from "../../../../../packages/workflow/fixtures/ivr/ivr.json" with { type: "json" };
import route from "../../../../../packages/workflow/fixtures/wire/ivr.route.json" with { type: "json" };
import {
  addMenu,
  changeMenu,
  draftIssues,
  draftOf,
  newDraft,
  putFirst,
  removeMenu,
  routeOf,
  savedIvr,
  trialOf,
  unreachableMenus,
} from "./ivrDraft.ts";

const wire = ivr as Ivr;
const noRoute = { mohUrl: "", numbers: [], numberSetIds: [] };
const targets = (menus: Ivr["menus"]) =>
  menus.flatMap(({ options }) =>
    options.flatMap(({ actions }) => actions.filter(({ type }) => type === "nextMenu").map(({ value }) => value)),
  );

describe("the form of an IVR", () => {
  test("ivr.json loads and saves back equal", () => {
    expect(savedIvr(draftOf(wire, noRoute))).toEqual(wire);
  });

  test("its routing rule matches ivr.route.json (spec 3 §3)", () => {
    expect(routeOf(wire, route.options.mohUrl)).toEqual({ ...route, distributionType: 1 });
  });

  test("can be tried before it has a name", () => {
    const { ivr: tried, destination } = trialOf(draftOf({ ...wire, ivrName: "" }, noRoute));
    expect(routeDestination.parse(destination).options.ivr).toBe("new");
    expect(tried).toEqual({ ...wire, ivrName: "new" });
  });

  test("reports missing fields at their places, also when the last message is a sound", () => {
    const draft = newDraft();
    expect(draftIssues({ ...draft, overPlays: true }, isPhone).map(({ field }) => field)).toEqual([
      "ivrName",
      "configurationOptions.ttsVoice",
      "configurationOptions.say",
      "configurationOptions.maxAttemptsPlay",
      "menus.0.menuId",
      "menus.0.say",
      "menus.0.options.0.say",
      "menus.0.options.0.actions",
    ]);
  });

  /** The saved links after a menu's name was typed letter by letter. */
  const targetsAfter = (index: number, ...typed: string[]) => {
    const draft = draftOf(wire, noRoute);
    const type = (menus: typeof draft.ivr.menus, menuId: string) =>
      changeMenu(menus, index, { ...menus[index]!, menuId });
    return targets(savedIvr({ ...draft, ivr: { ...draft.ivr, menus: typed.reduce(type, draft.ivr.menus) } }).menus);
  };

  test("links follow a menu that is renamed", () => {
    expect(targets(wire.menus)).toEqual(["sales", "support", "sales"]);
    expect(targetsAfter(1, "buy")).toEqual(["buy", "support", "buy"]);
  });

  test("links stay when a typed name briefly equals another menu's name", () => {
    expect(targetsAfter(1, "support", "support-2")).toEqual(["support-2", "support", "support-2"]);
  });

  test("links stay when a name is cleared and typed again", () => {
    expect(targetsAfter(1, "", "b", "buy")).toEqual(["buy", "support", "buy"]);
  });

  test("removing a menu empties the links to it", () => {
    const draft = draftOf(wire, noRoute);
    const menus = removeMenu(draft.ivr.menus, 1);
    expect(targets(savedIvr({ ...draft, ivr: { ...draft.ivr, menus } }).menus)).toEqual(["", "support", ""]);
  });

  test("another menu can become the entry menu", () => {
    const { menus } = draftOf(wire, noRoute).ivr;
    expect(putFirst(menus, 2).map(({ menuId, entry }) => [menuId, entry])).toEqual([
      ["support", true],
      ["welcome", false],
      ["sales", false],
    ]);
  });

  test("a new menu has a unique name and key", () => {
    const menus = addMenu(addMenu(draftOf(wire, noRoute).ivr.menus));
    expect(menus.slice(-2).map(({ menuId }) => menuId)).toEqual(["menu-4", "menu-5"]);
    expect(new Set(menus.map(({ key }) => key)).size).toBe(menus.length);
  });

  test("lists the menus that callers can't reach", () => {
    const { menus } = draftOf(wire, noRoute).ivr;
    expect(unreachableMenus(menus)).toEqual([]);
    expect(unreachableMenus(addMenu(menus))).toEqual(["menu-4"]);
  });

  test("a link to a menu without a name is reported once, at the menu", () => {
    const draft = draftOf(wire, noRoute);
    const menus = changeMenu(draft.ivr.menus, 1, { ...draft.ivr.menus[1]!, menuId: "" });
    expect(draftIssues({ ...draft, ivr: { ...draft.ivr, menus } }, isPhone)).toEqual([
      { field: "menus.1.menuId", message: "Name is required" },
    ]);
  });
});
