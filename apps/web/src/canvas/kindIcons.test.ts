import { inboundKinds } from "@trunkline/workflow/inbound/kinds.ts";
import { kinds } from "@trunkline/workflow/outbound/kinds/index.ts";
import { expect, test } from "vitest";
import { iconNames } from "./kindIcons.ts";

test("every node kind has an icon", () => {
  const missing = Object.entries({ ...kinds, ...inboundKinds }).filter(([, kind]) => !iconNames.includes(kind.icon));
  expect(missing.map(([name]) => name)).toEqual([]);
});
