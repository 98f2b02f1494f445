import { expect, it } from "vitest";
import { guessMapping, leaveOut, mappingProblem, readHead } from "./csvHead.ts";

it("reads the header and first rows with quotes, common separators and any line ending", () => {
  expect(readHead('\uFEFFPhone,"First, name"\r\n+1202,"An ""A"" n"\r\n')).toEqual({
    headers: ["Phone", "First, name"],
    rows: [["+1202", 'An "A" n']],
  });
  expect(readHead("a;b;c\n1;2,5;3")).toEqual({ headers: ["a", "b", "c"], rows: [["1", "2,5", "3"]] });
  expect(readHead('a,b\n"two\nlines",x\n')?.rows).toEqual([["two\nlines", "x"]]);
  expect(readHead("")).toBeNull();
  expect(readHead("a\n1\n2\n3\n4\n5\n6\n7")?.rows).toHaveLength(5);
});
it("guesses the field of each column by its name, else a custom field", () => {
  expect(guessMapping(["Mobile Phone", "FIRST NAME", "Zip Code", "Plan", "Cell", "created"], ["plan"])).toEqual([
    "phone",
    "firstName",
    "postalCode",
    "plan",
    "cell",
    leaveOut,
  ]);
  expect(guessMapping(["Größe (cm)", "2nd"], [])).toEqual(["gro_e_cm", "nd"]);
});
it("refuses a mapping without phone and email or with a duplicate field", () => {
  expect(mappingProblem(["firstName", leaveOut])).toBe("Choose the column that holds the phone or the email.");
  expect(mappingProblem(["phone", "plan", "plan"])).toBe('Two columns go to "plan". Leave one of them out.');
  expect(mappingProblem(["email", leaveOut, leaveOut])).toBeUndefined();
});
