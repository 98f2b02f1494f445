import { expect, it } from "vitest";
import { labelIn } from "./labelIn.ts";

const data = ["plain", { value: "", label: "Any" }, { group: "Users", items: [{ value: "u1", label: "Ann" }, "Bob"] }];

it("finds the label of an option, also in a group", () => {
  expect(["plain", "", "u1", "Bob"].map((value) => labelIn(data, value))).toEqual(["plain", "Any", "Ann", "Bob"]);
});

it("is empty without a value, and for one that is not offered", () => {
  expect([null, "u2"].map((value) => labelIn(data, value))).toEqual(["", ""]);
});
