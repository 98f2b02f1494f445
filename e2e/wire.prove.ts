import { describe, expect, inject, onTestFinished, test } from "vitest";
import { makeWireAccount, meaningOf, wireFiles } from "../apps/server/test/wireFiles.ts";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { save } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { goTo, see } from "./page.ts";

const browser = useBrowser();

describe("Every saved workflow of the specification and of earlier versions", () => {
  test("opens in the editor without an error mark, is left without a question, and the large ones save back", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    const account = await enter(page, address, demoUser);
    const call = async (method: string, url: string, body?: unknown) => (await account.call(method, url, body)).payload;
    const upload = (url: string, data: Buffer, type: string) =>
      page.context().request.post(`${address}${url}`, { data, headers: { "content-type": type } });
    const [before] = await call("GET", "/v4/account/");
    // other cases count on the flags as they were
    onTestFinished(async () => {
      await call("PUT", "/v4/account/", { flags: before?.["flags"] });
    });
    const wire = await makeWireAccount({ call, upload }, "http://127.0.0.1:9");
    for (const file of wireFiles) {
      const campaignId = await wire.save(file);
      await page.goto(`${address}/campaigns/workflow-outbound/edit/${campaignId}`);
      const cards = page.getByRole("group", { name: /^.+ \d+$/ });
      await see(cards);
      expect(await page.getByRole("img", { name: /^(error|orphan|updated)$/ }).count(), file).toBe(0);
      expect(await page.getByText("unsaved changes").count(), file).toBe(0);
      if (/all-kinds|cross-section|event/.test(file)) {
        await save(page);
        const [loaded] = await call("GET", `/v4/campaign/${campaignId}/workflow/`);
        expect(meaningOf(String(loaded?.["workflow"]), wire.own(file))).toEqual(JSON.parse(wire.own(file)));
      }
      // a question would hold the page
      await goTo(page, "Templates");
      await see(page.getByRole("heading", { name: "Message Templates", level: 1 }));
    }
  });
});
