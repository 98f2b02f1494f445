import { describe, expect, test } from "vitest";
import { textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, noticeOf, open, overlaps, patience, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();

const enterAt = (path: string) => openDemo(browser, path);

describe("lists, filters and pickers", () => {
  test("lists show the newest first", async () => {
    const { page, account } = await enterAt("/campaigns");
    const name = unique("Order");
    const two = [`${name} first`, `${name} second`];
    for (const one of two) {
      const numberSet = await account.makeNumberSet(one);
      await account.makeWorkflow(one, numberSet, textWorkflow(await account.makeTemplate(one, "Hello")));
      await account.makeContact(one);
    }
    for (const path of ["/campaigns", "/templates", "/number-sets", "/contacts"]) {
      await open(page, path);
      const rows = page.getByRole("main").getByRole("row").filter({ hasText: name });
      const names = async () =>
        (await rows.allInnerTexts()).map((text) => two.find((one) => text.includes(one)) ?? text);
      await expect.poll(names, { ...patience, message: path }).toEqual([...two].reverse());
    }
  });

  test("a notice leaves the actions of the rows that it speaks of free", async () => {
    const { page, account } = await enterAt("/campaigns");
    const name = unique("Notice");
    for (const one of ["first", "second"]) await account.makeNumberSet(`${name} ${one}`);
    await open(page, `/number-sets?search=${encodeURIComponent(name)}`);
    const row = rowOf(page, "Number Sets", `${name} second`);
    await row.getByRole("button", { name: /^Delete/ }).click();
    const actions = rowOf(page, "Number Sets", `${name} first`).getByRole("button", { includeHidden: true });
    const [isCovered] = await Promise.all([
      overlaps(noticeOf(page, "deleted"), actions),
      answer(page, "Delete number set"),
    ]);
    expect(isCovered).toBe(false);
  });

  test("messages show their time next to their direction, and texts in as received", async () => {
    const { page, account } = await enterAt("/messages");
    const { phone } = await account.makeContact("Ann");
    const [number] = (await account.call("GET", "/v4/number/")).payload;
    const text = unique("Good morning");
    await account.call("POST", "/v4/simulator/message", { from: phone, to: number?.["phone"], text });
    const table = page.getByRole("table", { name: "Messages" });
    await see(rowOf(page, "Messages", text).getByText("received", { exact: true }));
    const heads = (await table.getByRole("columnheader").allInnerTexts()).map((head) => head.trim());
    expect(heads.indexOf("Time")).toBe(heads.indexOf("Direction") + 1);
  });
});
