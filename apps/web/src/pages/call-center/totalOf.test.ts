import type { LivePlace } from "@trunkline/contract/agents/callCenter.ts";
import { expect, it } from "vitest";
import { totalOf } from "./totalOf.ts";

const place = (values: Partial<LivePlace>) =>
  ({
    waiting: 0,
    oldest: null,
    entered: 0,
    answered: 0,
    averageWait: null,
    serviceLevel: { count: 0, of: 0, rate: null },
    abandonment: { count: 0, of: 0, rate: null },
    ...values,
  }) as LivePlace;

it("adds up places by their calls, so that a small one weighs little", () => {
  const busy = place({
    ...{ waiting: 2, oldest: "2026-11-26T10:00:05.000Z", entered: 102, answered: 90, averageWait: 10 },
    ...{ serviceLevel: { count: 81, of: 100, rate: 0.81 }, abandonment: { count: 10, of: 100, rate: 0.1 } },
  });
  const quiet = place({
    ...{ waiting: 1, oldest: "2026-11-26T10:00:01.000Z", entered: 11, answered: 10, averageWait: 60 },
    ...{ serviceLevel: { count: 0, of: 10, rate: 0 }, abandonment: { count: 0, of: 10, rate: 0 } },
  });
  expect(totalOf([busy, quiet, place({})])).toEqual({
    waiting: 3,
    oldest: "2026-11-26T10:00:01.000Z",
    entered: 113,
    answered: 100,
    serviceLevel: { count: 81, of: 110, rate: 81 / 110 },
    abandonment: { count: 10, of: 110, rate: 10 / 110 },
    averageWait: 15,
  });
});

it("has no rate and no average where no call came", () => {
  expect(totalOf([place({})])).toMatchObject({ serviceLevel: { rate: null }, averageWait: null, oldest: null });
});
