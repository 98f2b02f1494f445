import { expect, it } from "vitest";
import { allPlaces, isOpen, navigation } from "./navigation.ts";

it.each([
  ["/", "Home"],
  ["/email-templates/create", "Templates"],
  ["/templates/rcs", "Templates"],
  ["/journeys/1", "Runs"],
  ["/runners/create", "Runs"],
])("marks the place of %s: %s", (pathname, label) => {
  const open = allPlaces.filter(({ to }) => isOpen(to, pathname));
  expect(open.map((place) => place.label)).toEqual([label]);
});

it("has at most 14 rows, and each page once", () => {
  expect(navigation.length).toBeLessThanOrEqual(14);
  expect(new Set(allPlaces.map(({ to }) => to)).size).toBe(allPlaces.length);
});
