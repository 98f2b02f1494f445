import { describe, expect, test } from "vitest";
import { numberSetOf, waitingWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { card, select } from "./editor.ts";
import { openDemo } from "./openDemo.ts";
import { answer, fill, follow, gone, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTest } from "./startTest.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("Workflows (spec 1 §2.1, §2.2)", () => {
  test("a clone is named after its source, needs a name, and has the same drawing and tests", async () => {
    const { page, account } = await at("/campaigns");
    const name = unique("Source");
    const source = await account.makeWorkflow(name, await numberSetOf(account), waitingWorkflow);
    await account.call("POST", `/v4/campaign/${source}/test/`, { test: startTest });
    await account.call("PUT", `/v4/campaign/${source}/test/`, { testsMustPass: true });
    await page.reload();
    await press(page, `Clone ${name}`);
    const dialog = page.getByRole("dialog", { name: "Clone Workflow" });
    expect(await dialog.getByRole("textbox", { name: "Workflow Name" }).inputValue()).toBe(`${name}_clone`);
    await fill(dialog, "Workflow Name", "");
    await see(dialog.getByText("Workflow Name is required", { exact: true }));
    await fill(dialog, "Workflow Name", "x".repeat(201));
    await see(dialog.getByText("Workflow Name must have at most 200 characters", { exact: true }));
    await fill(dialog, "Workflow Name", `${name}_clone`);
    await press(dialog, "Clone");
    expect(await readNotice(page, "Cloned workflow")).toBe(`${name}_clone`);
    await follow(page, `${name}_clone`);
    await see(card(page, "Time Delay 2"));
    const made = new URL(page.url()).pathname.split("/").at(-1);
    expect((await account.call("GET", `/v4/campaign/${made}/test/`)).payload).toMatchObject([{ test: startTest }]);
    expect((await account.call("GET", `/v4/campaign/${made}/`)).payload).toMatchObject([{ testsMustPass: true }]);
  });

  test("several are deleted at once after a question", async () => {
    const { page, account } = await at("/campaigns");
    const names = [unique("Gone A"), unique("Gone B")];
    const numberSet = await numberSetOf(account);
    for (const name of names) await account.makeWorkflow(name, numberSet);
    await page.reload();
    for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    await press(page, "Delete Workflow(s)");
    expect(await answer(page, "Delete")).toContain("Delete 2 workflows?");
    await readNotice(page, "Successfully deleted workflows.");
    for (const name of names) await gone(rowOf(page, "Workflows", name));
  });
});

describe("Approval before publishing (decision 0085)", () => {
  test("an author asks, and another user sees what changed and publishes it", async () => {
    const { page, account } = await at("/campaigns");
    const name = unique("Checked");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), waitingWorkflow);
    const setApproval = (publishingNeedsApproval: boolean) =>
      account.call("PUT", "/v4/account/", { settings: { publishingNeedsApproval } });
    await setApproval(true);
    const email = `${unique("ann").replace(" ", ".")}@example.com`;
    const invited = { email, role: "member", privileges: ["workflow-edit"] };
    const [invitation] = (await account.call("POST", "/v4/user/", invited)).payload;
    const ann = await browser.page({ stranger: true });
    await ann.goto(String(invitation?.["invitationUrl"]));
    await fill(ann, "Your name", "Ann Author");
    await fill(ann, "Password", "a long enough one");
    await press(ann, "Join");
    await see(ann.getByRole("heading", { name: "Home", level: 1 }));

    const address = new URL(`/campaigns/workflow-outbound/edit/${campaignId}`, page.url()).href;
    await ann.goto(address);
    await fill(await select(ann, "Start 1"), "Title", `${name} again`);
    expect(await ann.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    await ann.keyboard.press("Control+s");
    const dialog = ann.getByRole("dialog", { name: "Ask for approval" });
    await fill(dialog, "Note to the approver", "A clearer title");
    await press(dialog, "Ask for approval");
    expect(await readNotice(ann, "Asked for approval")).toBe(name);
    await see(ann.getByText(/^Your request for approval from .+ is waiting\. “A clearer title”$/));
    expect((await account.call("GET", `/v4/campaign/${campaignId}/`)).payload).toMatchObject([{ campaignName: name }]);

    await page.reload();
    await page.getByText(/^Waiting for approval \(1\)$/).click();
    await rowOf(page, "Workflows", name).getByRole("link", { name: "Waiting for approval" }).click();
    await see(page.getByRole("heading", { name: `Approval of ${name}`, level: 1 }));
    const differences = page.getByRole("list", { name: "Differences" });
    await see(differences.getByRole("button", { name: /Changed.*Start 1/ }));
    await see(card(page, "Time Delay 2"));
    await press(page, "Approve");
    expect(await readNotice(page, "Approved")).toBe(`Published ${name} as version 2.`);
    await gone(page.getByRole("button", { name: "Approve" }));

    await ann.reload();
    await see(ann.getByText(/ approved your request\. It was published as version 2\.$/));
    await see(ann.getByText("Version 2", { exact: true }));
    await see(ann.getByRole("heading", { name: `${name} again`, level: 1 }));
    await press(ann, "Versions");
    await see(ann.getByRole("button", { name: /Version 2.*Ann Author.*approved by/ }));
    await setApproval(false);
  });
});
