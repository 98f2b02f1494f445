import { describe, expect, inject, test } from "vitest";
import { enter, written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, runOver, save, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { fill, follow, pick, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
/** The browser of the tests says that it is a machine, and machines do not count. */
const userAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1";

describe("short links and clicks (spec 2 §3.1; readings, Reports, short links)", () => {
  test("a shortened link that is opened on the handset is shown on journey, run and texts", async () => {
    const { address } = inject("demo");
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const campaignId = await account.makeWorkflow(unique("Links"), await account.makeNumberSet(unique("Set")));
    const { phone } = await account.makeContact("Kim");
    await page.goto(`${address}/campaigns/workflow-outbound/edit/${campaignId}`);
    const node = await addAfter(page, "Start 1", "SMS Send");
    await addNode(page, "Stop");
    await select(page, "SMS Send 2");
    await pick(node, "Message", "New Template");
    const title = unique("Sale");
    await fill(node, "Title", title);
    await fill(node, "Content", "Hi ${firstName}: https://shop.example/sale?who=${firstName}. STOP ends it.");
    await see(node.getByText("1 segment."));
    await node.getByRole("switch", { name: "Shorten links" }).check();
    await see(node.getByText("1 segment with short links."));
    await see(node.getByText(`${address}/l/Ab3d7Kq2Xw9Tz5Lm`));
    await save(page);
    await runOver(page, phone);
    await see(page.getByText("not opened yet"));

    const handset = await page.context().newPage();
    await handset.goto(`${address}/simulated-carrier/${phone}`);
    const held = handset.getByRole("region", { name: `Handset ${written(phone)}` });
    const link = (await held.getByRole("link", { name: `${address}/l/` }).getAttribute("href")) ?? "";
    const opens = (headers: Record<string, string>) => page.request.get(link, { maxRedirects: 0, headers });
    expect((await opens({ "user-agent": "WhatsApp/2.24.6 A" })).status()).toBe(302);
    const opened = await opens({ "user-agent": userAgent });
    expect([opened.status(), opened.headers()["location"]]).toEqual([302, "https://shop.example/sale?who=Kim"]);
    await see(
      page.getByRole("listitem").filter({ hasText: "Clicked the link" }).getByText("https://shop.example/sale?who=Kim"),
    );
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").nth(1).click();
    await see(page.getByRole("definition").filter({ hasText: "100 % of started contacts" }));
    await follow(page, "Texts sent");
    await see(rowOf(page, "Messages", "Kim").getByRole("time").first());
    await handset.close();
  });
});
