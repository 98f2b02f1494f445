import { describe, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, fill, follow, gone, goTo, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("Numbers and number sets", () => {
  test("a number is bought, labelled and released, and a set is edited and deleted", async () => {
    const { page } = await at("/numbers");
    await press(page, "Get a number");
    const dialog = page.getByRole("dialog", { name: "Get a number" });
    await fill(dialog, "Area code", "911");
    await see(dialog.getByText("Area code 911 is not in use", { exact: true }));
    await gone(dialog.getByRole("button", { name: "Retry" }));
    await fill(dialog, "Area code", "907");
    const take = dialog.getByRole("button", { name: /^Get \+1 \(907\)/ }).first();
    const number = ((await take.getAttribute("aria-label")) ?? "").replace("Get ", "");
    await take.click();
    await readNotice(page, "Number added");
    await press(dialog, "Done");
    await press(page, `Label ${number}`);
    await fill(page.getByRole("dialog"), "Label", "Front desk");
    await press(page.getByRole("dialog"), "Save");
    await see(rowOf(page, "Numbers", number).getByText("Front desk"));

    await goTo(page, "Number Sets");
    await follow(page, "Number Set");
    const name = unique("Desk");
    await fill(page, "Name", name);
    await page.getByRole("checkbox", { name: number }).check();
    await press(page, "Save");
    await readNotice(page, "Number set created");
    await follow(page, name);
    await fill(page, "Name", `${name} 2`);
    await press(page, "Save");
    await see(rowOf(page, "Number Sets", `${name} 2`));
    await press(page, `Delete ${name} 2`);
    await answer(page, "Delete number set");
    await gone(rowOf(page, "Number Sets", name));

    await goTo(page, "Numbers");
    const used = page.getByRole("row").filter({ hasText: "Appointment reminder" }).first();
    await used.getByRole("button", { name: /^Release / }).hover();
    await see(page.getByRole("tooltip").getByText(/from it\. Remove it from the number set first\.$/));
    await press(page, `Release ${number}`);
    await answer(page, "Release");
    await gone(rowOf(page, "Numbers", number));
  });
});
