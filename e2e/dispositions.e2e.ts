import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, follow, goTo, open, patience, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const begin = () => openDemo(browser, "/campaigns");

describe("dispositions (spec 2 §2.5, §5.5, §6, §8)", () => {
  test("a work group chooses a disposition, which enrolls whom it is given to, once", async () => {
    const { page, account } = await begin();
    const group = unique("Closers");
    const key = unique("Warm");
    const workflow = unique("Follow up");
    await account.makeWorkflow(workflow, await account.makeNumberSet(workflow), {
      schemaVersion: 1,
      startNode: 1,
      sections: { main: 1 },
      nodes: [
        { id: 1, type: "start", x: 250, y: 25, children: [2] },
        {
          id: 2,
          type: "timeDelay",
          x: 250,
          y: 165,
          children: [3],
          timeoutType: "wait",
          timeoutWaitType: "number",
          timeoutWaitNumber: 1,
          timeoutWaitUnits: "days",
        },
        { id: 3, type: "control", x: 250, y: 305, children: [] },
      ],
    });
    await goTo(page, "Work Groups");
    await follow(page, "Work Group");
    await press(page, "Save");
    await see(page.getByText("Name is required"));
    await fill(page, "Name", group);
    await choose(page, "Add a member", /Demo User/);
    await see(page.getByRole("button", { name: "Remove Demo User" }));
    await press(page, "Save");
    await readNotice(page, "Work group created");
    await see(rowOf(page, "Work Groups", group).getByText("Demo User"));

    await goTo(page, "Dispositions");
    const seeded = rowOf(page, "Dispositions", "It rang, and nobody answered");
    await seeded.getByRole("button", { name: "Delete No answer" }).hover();
    await see(page.getByText("This is a default system disposition. It cannot be deleted."));
    await press(page, "Disposition");
    const form = page.getByRole("dialog");
    await press(form, "Save");
    await see(form.getByRole("alert").getByText("Name is required"));
    await see(form.getByRole("alert").getByText("Description is required"));
    await fill(form, "Name", key);
    await fill(form, "Description", "Wants to hear more");
    await choose(form, "Enrolled workflow", workflow);
    await choose(form, "Work groups", group);
    await page.keyboard.press("Tab");
    await press(form, "Save");
    await readNotice(page, "Disposition saved successfully");
    const row = rowOf(page, "Dispositions", key);
    await see(row.getByText(workflow));

    const { contactId } = await account.makeContact("Ivy");
    await open(page, `/contacts/${contactId}`);
    const panel = page.getByRole("region", { name: "Dispositions" });
    await choose(panel, "Disposition", new RegExp(key));
    await press(panel, "Save");
    expect(await readNotice(page, "Disposition saved")).toContain(`entered ${workflow}`);
    await see(panel.getByText(`Entered ${workflow}`));
    await see(page.getByRole("table", { name: "Workflow status" }).getByText(workflow).or(page.getByText(workflow)));
    await page.getByRole("tab", { name: "History" }).click();
    await see(page.getByRole("list", { name: "History" }).getByText(`Disposition: ${key}`));

    await goTo(page, "Dispositions");
    await row.getByRole("button", { name: `Edit ${key}` }).click();
    expect(await form.getByRole("textbox", { name: "Name", exact: true }).isDisabled()).toBe(true);
    await press(form, "Cancel");
    await row.getByRole("button", { name: `Delete ${key}` }).click();
    expect(await answer(page, "Delete disposition")).toContain(`it no longer enrolls contacts in ${workflow}`);
    await readNotice(page, "Disposition deleted successfully");
    await expect.poll(() => row.count(), patience).toBe(0);
  });
});
