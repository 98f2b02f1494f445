import { describe, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { setUp } from "./enter.ts";
import { walkThrough } from "./firstWalk.ts";
import { useEmptyProduct } from "./ownProduct.ts";
import { goTo, see } from "./page.ts";

const browser = useBrowser();
const product = useEmptyProduct();

describe("The first-time walk", () => {
  test("in a new, empty account: number, set, contacts, workflow, run, answers, counts, journey", async () => {
    const page = await browser.page({ stranger: true });
    await setUp(page, product());
    const checklist = page.getByRole("region", { name: "Get started" });
    await see(checklist.getByText("0 of 6 done"));
    await walkThrough(page, "213");
    await goTo(page, "Home");
    // only a real carrier is left
    await see(checklist.getByText("5 of 6 done"));
  });
});
