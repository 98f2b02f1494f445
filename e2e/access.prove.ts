import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { enterDemo } from "./enterDemo.ts";
import { settle } from "./page.ts";
import { pages } from "./places.ts";
import { fitsPhone, isReadable, isReadableInBoth, listen, openPages } from "./readable.ts";

const browser = useBrowser();

describe("Every page", () => {
  test.each(Object.keys(pages))(
    "%s is accessible in light, in dark and on a phone, and logs no error",
    async (name) => {
      const { page, address, things } = await enterDemo(browser);
      const seen = listen(page, address);
      if (openPages.has(name)) await page.context().clearCookies();
      await page.goto(address + (pages[name]?.(things) ?? ""));
      await settle(page);
      await isReadableInBoth(page);
      await fitsPhone(page, () => isReadable(page));
      expect(seen).toEqual({ elsewhere: [], errors: [] });
    },
  );
});
