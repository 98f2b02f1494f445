import { expect, test } from "vitest";
import { historyOf, mapped, push, redo, seal, undo } from "./history.ts";

test("undo and redo step through the values", () => {
  const two = push(push(historyOf("a"), "b"), "c");
  expect(undo(two).present).toBe("b");
  expect(undo(undo(two)).present).toBe("a");
  expect(undo(undo(undo(two))).present).toBe("a");
  expect(redo(undo(two)).present).toBe("c");
});

test("a change after an undo discards the undone steps", () => {
  const branched = push(undo(push(historyOf("a"), "b")), "c");
  expect(redo(branched).present).toBe("c");
  expect(undo(branched).present).toBe("a");
});

test("typing in one field is one step until the user leaves the field", () => {
  const typed = push(push(historyOf(""), "h", "node 2 title"), "hi", "node 2 title");
  expect(undo(typed).present).toBe("");
  const again = push(seal(typed), "hi!", "node 2 title");
  expect(undo(again).present).toBe("hi");
});

test("setting the same value adds no step", () => {
  const history = historyOf("a");
  expect(push(history, "a")).toBe(history);
});

test("a change from the server applies to every step", () => {
  const two = mapped(undo(push(push(historyOf("a"), "b"), "c")), (value) => value.toUpperCase());
  expect([undo(two).present, two.present, redo(two).present]).toEqual(["A", "B", "C"]);
});
