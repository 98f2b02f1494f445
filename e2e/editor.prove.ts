import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, addSection, card, readMark, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { editorOf, openNew } from "./newEditor.ts";
import { answer, fill, gone, goTo, holds, noticeOf, press, readNotice, see, unique } from "./page.ts";

const browser = useBrowser();

describe("Saving (spec 2 §4.1)", () => {
  test("an orphan node stops it, in the words of the specification, and is marked", async () => {
    const { page } = await openNew(browser);
    // nothing is selected: the first node goes to the only open end, the second finds none
    await addNode(page, "Stop");
    await addNode(page, "Stop");
    await press(page, "Save");
    expect(await readNotice(page, "Warning")).toBe(
      "Orphan nodes are present. Please attach or remove them before saving.",
    );
    await see(card(page, "Stop 2"));
    await readMark(page, "Stop 3", "orphan", "No path leads to this node. Attach or remove it before saving.");
  });
});

describe("Versions", () => {
  const drawn = (kind: string) => ({
    workflow: JSON.stringify({
      schemaVersion: 1,
      startNode: 1,
      sections: { main: 1 },
      nodes: [
        { id: 1, type: "start", x: 250, y: 25, children: [2] },
        { id: 2, type: "rateLimit", x: 250, y: 165, tpm: kind === "slow" ? 60 : 240, children: [3] },
        { id: 3, type: "control", x: 250, y: 305, children: [] },
      ],
    }),
  });

  test("of which an older one can be read and restored as the newest", async () => {
    const { page, account, id } = await openNew(browser);
    await account.call("PUT", `/v4/campaign/${id}/workflow/`, drawn("slow"));
    await account.call("PUT", `/v4/campaign/${id}/workflow/`, drawn("quick"));
    await page.reload();
    await press(page, "Versions");
    await page
      .getByRole("list", { name: "Versions" })
      .getByRole("button", { name: /^Version 2\b/ })
      .click();
    await see(page.getByRole("note").getByText("You are viewing version 2 (read-only). New runs use version 3."));
    await holds(await select(page, "Rate Limit 2"), "TPM", "60 per minute");
    expect(await page.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    await press(page, "Restore as new version");
    expect(await readNotice(page, "Workflow edited successfully")).toBe("Restored version 2 as version 4");
    await see(page.getByRole("status").getByText("Version 4"));
    await holds(await select(page, "Rate Limit 2"), "TPM", "60 per minute");
  });

  test("that another user saved meanwhile are not overwritten silently", async () => {
    const { page, account, id } = await openNew(browser);
    await addAfter(page, "Start 1", "Rate Limit");
    await addNode(page, "Stop");
    await account.call("PUT", `/v4/campaign/${id}/workflow/`, drawn("quick"));
    await press(page, "Save");
    const question = page.getByRole("dialog", { name: "A newer version exists" });
    await see(question.getByText(/^Demo User saved version 2 .*\. You are editing version 1\.$/));
    await press(question, "Keep editing");
    await press(page, "Save");
    await press(question, "Save anyway");
    expect(await readNotice(page, "Success")).toBe("Saved workflow");
    await account.call("PUT", `/v4/campaign/${id}/workflow/`, drawn("quick"));
    await fill(await select(page, "Rate Limit 2"), "TPM", "90");
    await press(page, "Save");
    await press(question, /^Load version \d+$/);
    await see(page.getByRole("status").getByText(/^Version \d+$/));
    await holds(await select(page, "Rate Limit 2"), "TPM", "240 per minute");
  });

  test("are named, compared as a drawing, and merged with what another user saved", async () => {
    const { page, account, id } = await openNew(browser);
    await account.call("PUT", `/v4/campaign/${id}/workflow/`, drawn("slow"));
    await page.reload();
    await fill(await select(page, "Rate Limit 2"), "TPM", "90");
    await fill(await select(page, "Start 1"), "Title", unique("Merged"));
    await account.call("PUT", `/v4/campaign/${id}/workflow/`, drawn("quick"));
    await press(page, "Save");
    const question = page.getByRole("dialog", { name: "A newer version exists" });
    const conflict = question.getByRole("radiogroup", { name: "Rate Limit 2: TPM" });
    await see(question.getByText("1 conflict to decide"));
    await conflict.getByRole("radio", { name: "Yours: 90" }).check();
    await see(question.getByText("All conflicts are decided."));
    await press(question, "Merge and save");
    expect(await readNotice(page, "Success")).toBe("Saved workflow");
    await holds(await select(page, "Rate Limit 2"), "TPM", "90 per minute");
    await press(page, "Versions");
    await press(page, "Name version 3");
    await fill(page.getByRole("dialog", { name: "Name version 3" }), "Name", "The quick one");
    await press(page.getByRole("dialog", { name: "Name version 3" }), "Save");
    await see(page.getByText("The quick one", { exact: true }));
    await press(page, "Compare version 3");
    const compared = page.getByRole("dialog", { name: "Compare versions" });
    await see(compared.getByRole("row", { name: "TPM 240 90" }));
    await see(compared.getByRole("group", { name: "Rate Limit 2", exact: true }).getByText("Changed", { exact: true }));
  });
});

describe("Leaving (spec 2 §2.1)", () => {
  test("without changes it does not ask", async () => {
    const { page } = await openNew(browser);
    await select(page, "Start 1");
    await goTo(page, "Templates");
    await see(page.getByRole("heading", { name: "Message Templates", level: 1 }));
  });

  test("reloading the tab with changes asks in the browser's own words, and the changes are back afterwards", async () => {
    const { page } = await openNew(browser);
    // an orphan, which could not be saved
    await addAfter(page, "Start 1", "Stop");
    await addNode(page, "Stop");
    const asked = new Promise<string>((resolve) => {
      page.once("dialog", (dialog) => {
        resolve(dialog.type());
        void dialog.accept();
      });
    });
    await page.reload();
    expect(await asked).toBe("beforeunload");
    await see(page.getByRole("note").getByText(/^Your unsaved changes from .* are back\.$/));
    await see(card(page, "Stop 3"));
    await press(page, "Discard changes");
    await gone(card(page, "Stop 2"));
    await see(page.getByRole("status").getByText("Not saved yet", { exact: true }));
  });
});

describe("Drafts (decision 0081)", () => {
  test("changes are there in the user's other browser, and different changes are offered instead of replaced", async () => {
    const { page, id } = await openNew(browser);
    await addAfter(page, "Start 1", "Stop");
    await see(page.getByText("Draft saved", { exact: true }));
    const other = await browser.page({ stranger: true });
    await enter(other, inject("demo").address, demoUser);
    await other.goto(editorOf(id));
    await see(other.getByRole("note").getByText(/^Your unsaved changes from .*, made in another browser, are back\.$/));
    await see(card(other, "Stop 2"));
    await press(other, "Keep");
    await addNode(other, "DNC");
    await see(other.getByText("Draft saved", { exact: true }));
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await see(page.getByRole("note").getByText(/^You have other unsaved changes from .*, made in another browser\.$/));
    await gone(card(page, "DNC 3"));
    await press(page, "Show them");
    await see(card(page, "DNC 3"));
  });
});

describe("Sections (spec 2 §4.3, §5.1)", () => {
  test("a name is required and unique", async () => {
    const { page } = await openNew(browser);
    await press(page, "Add Section");
    await press(page, "Add");
    await see(page.getByText("Section Name is required", { exact: true }));
    await fill(page, "Section Name", "main");
    await press(page, "Add");
    await see(page.getByText("Section Name must be unique", { exact: true }));
  });
});

describe("The panel of sections (spec 2 §2.1, §4.3)", () => {
  test("the selector of sections has a label that is seen", async () => {
    const { page } = await openNew(browser);
    await see(page.getByText("Current Section", { exact: true }));
  });

  test("deleting an empty section speaks of no node", async () => {
    const { page } = await openNew(browser);
    await addSection(page, "Winter");
    await press(page, "Delete Section");
    await page.getByRole("menuitem", { name: "Winter" }).click();
    expect(await answer(page, "Delete")).toContain("The section is empty. You can undo this.");
  });
});

describe("Loading (spec 2 §2.1, §8)", () => {
  test("a workflow that is gone says what failed and can be loaded again", async () => {
    const { page, account, id } = await openNew(browser);
    await account.call("DELETE", `/v4/campaign/${id}/`);
    await page.reload();
    await see(page.getByRole("alert").getByText(/^Failed to load (workflow|campaign)$/));
    await press(page, "Reload Workflow");
    await see(page.getByRole("alert").getByText(/^Failed to load (workflow|campaign)$/));
  });

  test("an address that leads nowhere says so", async () => {
    const { page } = await openNew(browser);
    await page.goto(`${inject("demo").address}/nowhere`);
    await see(page.getByRole("heading", { name: "There is no such page" }));
    await page.getByRole("link", { name: "Go to Home" }).click();
    await see(page.getByRole("heading", { name: "Home", level: 1 }));
  });

  test("a session that ends meanwhile is reported at the next save", async () => {
    const { page } = await openNew(browser);
    await addAfter(page, "Start 1", "Rate Limit");
    await addNode(page, "Stop");
    await page.context().clearCookies();
    await press(page, "Save");
    await see(
      noticeOf(page, "There was an error saving the changes").or(page.getByRole("heading", { name: "Sign in" })),
    );
  });
});
