import { describe, expect, inject, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, goTo, open, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("Users and rights (readings, Roles)", () => {
  test("an invited viewer joins by the link, reads everything and may change nothing", async () => {
    const { page } = await at("/users");
    const email = `${unique("viewer").replace(" ", ".")}@example.com`;
    await press(page, "Invite user");
    const dialog = page.getByRole("dialog", { name: "Invite user" });
    await fill(dialog, "Email", "unknown");
    await press(dialog, "Invite");
    await see(dialog.getByText("Email must be a valid address"));
    await fill(dialog, "Email", email);
    await choose(dialog, "Role", "Viewer");
    await press(dialog, "Invite");
    const link = await dialog.getByRole("textbox", { name: "Invitation link" }).inputValue();
    await press(dialog, "Done");
    await see(rowOf(page, "Users", email).getByText("Invited"));

    const guest = await browser.page({ stranger: true });
    await guest.goto(link);
    await fill(guest, "Your name", "Vera Viewer");
    await fill(guest, "Password", "a long enough one");
    await press(guest, "Join");
    await see(guest.getByRole("heading", { name: "Home", level: 1 }));
    await goTo(guest, "Workflows");
    await see(guest.getByRole("button", { name: "Workflow", exact: true }).and(guest.locator(":disabled")));
    for (const [place, action] of [
      ["Templates", "Create Template"],
      ["Contacts", "Import contacts"],
      ["Numbers", "Get a number"],
      ["Number Sets", "Number Set"],
      ["Users", "Invite user"],
    ] as const) {
      await goTo(guest, place);
      await see(guest.getByRole("table"));
      const main = guest.getByRole("main");
      const offered = main
        .getByRole("button", { name: action, exact: true })
        .or(main.getByRole("link", { name: action, exact: true }));
      expect(await offered.count(), `${place}: ${action}`).toBe(0);
    }
    await goTo(guest, "Workflows");
    await guest.getByRole("table").getByRole("link").first().click();
    await see(guest.getByRole("note").getByText(/^You can view this workflow but not edit it\./));
    expect(await guest.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    // what is not theirs to see or change says so, at its own address too
    for (const path of ["/settings/limits", "/settings/api-keys", "/audit"]) {
      await open(guest, path);
      await see(guest.getByRole("main").getByText(/^You don't have the privilege for this\./));
    }

    // made a member on the page of their own, seen in the audit log with before and after, and signed out
    await page.reload();
    await rowOf(page, "Users", email).getByRole("link").click();
    await choose(page, "Role", "Member");
    await press(page, "Save");
    await readNotice(page, "User saved");
    await press(page, "End all");
    await answer(page, "End sessions");
    await readNotice(page, "1 session ended");
    await page.goto(`${inject("demo").address}/audit?action=user.update`);
    await page
      .getByRole("button", { name: /^Show User changed/ })
      .first()
      .click();
    const entry = page.getByRole("dialog", { name: "User changed" });
    await see(entry.getByRole("row", { name: "Role viewer member" }));
    await page.goto(`${inject("demo").address}/audit?check=yes`);
    await see(page.getByRole("dialog", { name: "Verify log" }).getByText("The log is intact"));
  });
});
