import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { fill, press, readNotice, see } from "./page.ts";

const browser = useBrowser();

describe("short links and clicks (spec 2 §3.1; readings, Reports, short links)", () => {
  test("a domain that leads elsewhere is refused with what to do, and the days are saved", async () => {
    const { address } = inject("demo");
    const page = await browser.page();
    await enter(page, address, demoUser);
    await page.goto(`${address}/settings/links`);
    await fill(page, "Custom domain", "https://go.example.com/l");
    await press(page, "Save");
    await see(page.getByText("A domain must be a host such as go.example.com, without https:// or a path"));
    await fill(page, "Custom domain", "127.0.0.1.nip.invalid");
    await press(page, "Save");
    await see(page.getByText(/127\.0\.0\.1\.nip\.invalid cannot be reached: .*Point it to/));
    await fill(page, "Custom domain", "");
    await fill(page, "Days until a short link expires", "30");
    await press(page, "Save");
    await readNotice(page, "Settings saved");
    await page.reload();
    await expect
      .poll(() => page.getByRole("textbox", { name: "Days until a short link expires" }).inputValue())
      .toBe("30");
  });
});
