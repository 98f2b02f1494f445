import { describe, expect, it } from "vitest";
import { fitting } from "./fit.ts";

const columns = [
  { id: "name", width: 100 },
  { id: "queue", width: 80, spare: true },
  { id: "state", width: 90 },
  { id: "cost", width: 60, spare: true },
];
const ids = (room: number, chosen: readonly string[] = []) =>
  fitting(columns, room, (id) => chosen.includes(id)).map(({ id }) => id);

describe("the columns of a table", () => {
  it.each([
    [330, ["name", "queue", "state", "cost"]],
    [329, ["name", "queue", "state"]],
    [269, ["name", "state"]],
    [0, ["name", "state"]],
  ])("in %i pixels leave out spare ones, the last one first", (room, left) => {
    expect(ids(room)).toEqual(left);
  });

  it("keep what the user chose", () => {
    expect(ids(0, ["cost"])).toEqual(["name", "state", "cost"]);
  });
});
