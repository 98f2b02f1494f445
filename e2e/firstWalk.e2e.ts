import { describe, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { setUp } from "./enter.ts";
import { walkThrough } from "./firstWalk.ts";
import { useEmptyProduct } from "./ownProduct.ts";

const browser = useBrowser();
const product = useEmptyProduct();

describe("The first-time walk", () => {
  test("in a new, empty account: number, set, contacts, workflow, run, answers, counts, journey", async () => {
    const page = await browser.page({ stranger: true });
    await setUp(page, product());
    await walkThrough(page, "213");
  });
});
