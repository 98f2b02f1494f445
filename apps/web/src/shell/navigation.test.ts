import { expect, it } from "vitest";
import { isOpen, navigation } from "./navigation.ts";

it.each([
  ["/", "Home"],
  ["/email-templates/create", "Templates"],
  ["/templates/rcs", "Templates"],
  ["/journeys/1", "Runs"],
  ["/runners/create", "Runs"],
])("marks the place of %s: %s", (pathname, label) => {
  const open = navigation.flatMap(({ places }) => places).filter(({ to }) => isOpen(to, pathname));
  expect(open.map((place) => place.label)).toEqual([label]);
});
