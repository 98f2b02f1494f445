import { expect, test } from "vitest";
import { historyOf, mapped, push, redo, seal, undo } from "./history.ts";

test("undo brings the value before, redo the one after", () => {
  const two = push(push(historyOf("a"), "b"), "c");
  expect(undo(two).present).toBe("b");
  expect(undo(undo(two)).present).toBe("a");
  expect(undo(undo(undo(two))).present).toBe("a");
  expect(redo(undo(two)).present).toBe("c");
});

test("a new change after an undo forgets what was undone", () => {
  const branched = push(undo(push(historyOf("a"), "b")), "c");
  expect(redo(branched).present).toBe("c");
  expect(undo(branched).present).toBe("a");
});

test("letters typed into one field are one step, until the field is left", () => {
  const typed = push(push(historyOf(""), "h", "node 2 title"), "hi", "node 2 title");
  expect(undo(typed).present).toBe("");
  const again = push(seal(typed), "hi!", "node 2 title");
  expect(undo(again).present).toBe("hi");
});

test("setting the same value is no step", () => {
  const history = historyOf("a");
  expect(push(history, "a")).toBe(history);
});

test("what the server made of a value holds in every step, so that going back does not forget it", () => {
  const two = mapped(undo(push(push(historyOf("a"), "b"), "c")), (value) => value.toUpperCase());
  expect([undo(two).present, two.present, redo(two).present]).toEqual(["A", "B", "C"]);
});
