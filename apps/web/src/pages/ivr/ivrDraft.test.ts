import { isPhone } from "@trunkline/workflow/parts/phone.ts";
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

  test("its routing rule is that of ivr.route.json (spec 3 §3)", () => {
    expect(routeOf(wire, route.options.mohUrl)).toEqual({ ...route, distributionType: 1 });
  });

  test("says what is missing where it stands, also where the last message is a sound", () => {
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

  test("a menu's new name goes along; a menu that is gone leaves its options open; another one can be first", () => {
    const sales = wire.menus[1]!;
    expect(targets(changeMenu(wire.menus, 1, { ...sales, menuId: "buy" }))).toEqual(["buy", "support", "buy"]);
    const without = removeMenu(wire.menus, 1);
    expect(targets(without)).toEqual(["", "support", ""]);
    expect(putFirst(wire.menus, 2).map(({ menuId, entry }) => [menuId, entry])).toEqual([
      ["support", true],
      ["welcome", false],
      ["sales", false],
    ]);
    expect(
      addMenu(addMenu(wire.menus))
        .map(({ menuId }) => menuId)
        .slice(-2),
    ).toEqual(["menu-4", "menu-5"]);
  });
});
