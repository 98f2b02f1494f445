import { describe, expect, test } from "vitest";
import { textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, fill, follow, gone, open, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();

/** A picture of one pixel. */
const gif = Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

const enterDemo = () => openDemo(browser, "/");

describe("Message templates (spec 2 §2.2, §4.5, §5.3, §8)", () => {
  test("the form counts by encoding, names what it lacks, and saves, edits and deletes", async () => {
    const { page } = await openDemo(browser, "/templates/create");
    await press(page, "Save");
    await see(page.getByText("Please enter template title", { exact: true }));
    await see(page.getByText("Template content or media url is required to save a template", { exact: true }));
    const title = unique("Counted");
    await fill(page, "Title", title);
    const counts = page.getByRole("status").filter({ hasText: "characters" });
    for (const [text, words] of [
      ["Hello", "GSM7 · 5 / 1,600 characters · 1 part of 160"],
      ["a".repeat(161), "GSM7 · 161 / 1,600 characters · 2 parts of 160"],
      ["Price: 5€", "GSM7 · 10 / 1,600 characters · 1 part of 160"],
      ["naïve", "LATIN1 · 5 / 1,400 characters · 1 part of 140"],
      ["Привет", "UNICODE · 6 / 700 characters · 1 part of 70"],
    ] as const) {
      await fill(page, "Content", text);
      await see(counts.getByText(words));
    }
    await press(page, "Save");
    expect(await readNotice(page, "Template was created successfully")).toBe(title);
    await follow(page, title);
    await fill(page, "Content", "Changed");
    await press(page, "Save");
    await readNotice(page, "Template was edited successfully");
    await see(rowOf(page, "Templates", title).getByText("Changed"));
    await page.getByRole("checkbox", { name: `Select ${title}` }).check();
    await press(page, "Delete Templates");
    expect(await answer(page, "Delete template")).toContain("Not used by any workflow.");
    await readNotice(page, "Template was deleted successfully");
    await gone(rowOf(page, "Templates", title));
  });

  test("a template gets a picture, an emoji and a variable, shows what it costs, is used, and says so when it goes", async () => {
    const { page, account } = await enterDemo();
    const title = unique("Spring");
    await open(page, "/templates/create");
    await fill(page, "Title", title);
    await fill(page, "Content", "Hello ");
    await press(page, "Insert variable");
    await page.getByRole("option", { name: /firstName/ }).click();
    await see(page.getByText("GSM7 · 20 / 1,600 characters · 1 part of 160"));
    await press(page, "Emoji");
    await fill(page, "Search emoji", "tulip");
    await press(page, "tulip");
    await see(page.getByText("UNICODE · 20 / 700 characters · 1 part of 70"));
    await see(page.getByText("Not in GSM7, so each part holds fewer characters: 🌷"));
    await page.locator("input[type=file]").setInputFiles({ name: "tulip.gif", mimeType: "image/gif", buffer: gif });
    await expect.poll(() => page.getByLabel("Media URL").inputValue()).toContain("/tulip");
    const phone = page.getByRole("complementary", { name: "Preview" });
    await see(phone.getByText("Hello Ann🌷"));
    await phone.getByText("iOS", { exact: true }).click();
    await see(phone.getByText("Hello Ann🌷"));
    await press(page, "Save");
    expect(await readNotice(page, "Template was created successfully")).toBe(title);
    await see(rowOf(page, "Templates", title).getByRole("img"));

    const used = (await account.call("GET", "/v4/smstemplate/")).payload.find((row) => row["templateTitle"] === title);
    const workflow = unique("Uses it");
    await account.makeWorkflow(
      workflow,
      await account.makeNumberSet(unique("Set")),
      textWorkflow(String(used?.["templateId"]), title),
    );
    await page.reload();
    await rowOf(page, "Templates", title).getByRole("checkbox").check();
    await press(page, "Delete Templates");
    expect(await answer(page, "Delete template")).toContain(
      `Used by 1 workflow, which will stop running: ${workflow}.`,
    );
    await readNotice(page, "Template was deleted successfully");
  });

  test("Reword with AI is on the edit form and proposes another text (spec 2 §2.2, §7.2)", async () => {
    const { page, account } = await enterDemo();
    const templateId = await account.makeTemplate(unique("Reword"), "We look forward to seeing you.");
    await open(page, `/templates/edit/${templateId}`);
    await see(page.getByRole("button", { name: "Reword with AI" }));
    await see(page.getByText("An additional charge applies per message."));
    await press(page, "Reword with AI");
    await expect
      .poll(() => page.getByRole("textbox", { name: "Content" }).inputValue())
      .toBe("A quick note: We look forward to seeing you.");
  });
});

describe("Assets (readings, Requests without a path)", () => {
  test("a file is uploaded, previewed, used and deleted, and a wrong file type is refused with its reason", async () => {
    const { page } = await enterDemo();
    await open(page, "/assets");
    await press(page, "Upload");
    const dialog = page.getByRole("dialog");
    const name = `${unique("asset").replace(" ", "-")}.gif`;
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "page.gif", mimeType: "image/gif", buffer: Buffer.from("<svg/>") });
    await see(dialog.getByText("page.gif is not a file of the type mms-image: it must be gif, jpg or png"));
    await dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "image/gif", buffer: gif });
    const asset = page.getByRole("article", { name });
    await see(asset.getByRole("img", { name }));
    await see(asset.getByText("Not used"));
    await press(asset, `Delete ${name}`);
    expect(await answer(page, "Delete asset")).toContain("No workflow or template uses this asset.");
    await asset.waitFor({ state: "hidden" });
  });
});
