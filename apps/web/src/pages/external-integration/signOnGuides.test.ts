import { expect, it } from "vitest";
import { signOnGuides } from "./signOnGuides.ts";

it("names the fields of both addresses once in the steps of each provider", () => {
  const copied = signOnGuides.map(({ steps }) =>
    steps.flatMap(({ fields }) => fields?.flatMap(([, value]) => ("copy" in value ? [value.copy] : [])) ?? []).sort(),
  );
  expect(copied).toEqual(signOnGuides.map(() => ["acsUrl", "entityId"]));
});
