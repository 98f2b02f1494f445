import { describe, inject, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { demoUser, signIn } from "./enter.ts";
import { walkThrough } from "./firstWalk.ts";

const browser = useBrowser();

describe("The first-time walk", () => {
  test("in the demo account: number, set, contacts, workflow, run, answers, counts, journey", async () => {
    const page = await browser.page({ stranger: true });
    await signIn(page, inject("demo").address, demoUser);
    await walkThrough(page, "646");
  });
});
