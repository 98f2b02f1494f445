import { describe, expect, test } from "vitest";
import { written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { card, form } from "./editor.ts";
import { addNode, editorOf } from "./inboundCanvas.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, gone, holds, patience, press, readNotice, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("the designer of inbound workflows (spec 1 §2.5, §4.1–4.4, §5.2, §5.3)", () => {
  test("a save that fails names the reason and keeps the old route (§4.4, §5.3, §8)", async () => {
    const { page, account } = await at("/campaigns/workflow-inbound/edit");
    await see(card(page, "Start"));
    await press(page, "Save");
    const naming = page.getByRole("dialog");
    await press(naming, "Save");
    await see(naming.getByText("Workflow name is required", { exact: true }));
    const tag = unique("flow").toLowerCase();
    await fill(naming, "Workflow Name", tag.toUpperCase());
    await press(naming, "Save");
    expect(await readNotice(page, "Workflow saved")).toBe(tag);
    await see(page.getByRole("heading", { name: tag, level: 1 }));
    const path = encodeURIComponent(tag);
    const [number] = (await account.call("GET", "/v4/number/")).payload.filter(({ route }) => route === null);
    const phone = String(number?.["phone"]);

    const first = await addNode(page, "Inbound Call", "Call Forward");
    await fill(first, "Phone Number or SIP Address", "+12025550123");
    await see(card(page, "Call Forward 1").getByRole("img", { name: "updated" }));
    // nothing leads to a copy
    await card(page, "Call Forward 1").click();
    await page.keyboard.press("Control+d");
    await see(card(page, "Call Forward 2").getByRole("img", { name: "orphan" }));
    await press(page, "Save");
    expect(await readNotice(page, "Warning")).toBe(
      "Orphan nodes are present. Please attach or remove them before saving.",
    );
    await press(page, "Undo");
    await gone(card(page, "Call Forward 2"));
    const second = await addNode(page, "Inbound Call", "Call Forward");
    await fill(second, "Phone Number or SIP Address", "+12025550123");
    await press(page, "Save");
    expect(await readNotice(page, "Warning")).toBe(
      "Some paths have duplicate destinations. Please remove or change them before saving.",
    );
    await fill(second, "Phone Number or SIP Address", "+12025550126");
    await see(card(page, "Call Forward 2").getByRole("img", { name: "never" }));

    // a destination of another route has the name that the second one will get
    const other = await account.makeRoute(unique("blocker"), "inbound.empty");
    const blocker = {
      name: `dest_${tag}_02`,
      routeTag: other,
      srcType: "call",
      dest: "voicemail",
      destType: "voicemail",
      priority: 1,
      options: { timezone: -28 },
      ruleDTO: { name: "r" },
    };
    await account.call("POST", "/v4/route/", blocker);
    await press(page, "Save");
    expect(await readNotice(page, "Error saving workflow.")).toContain(
      `Call Forward (callForward-2): A route destination named "dest_${tag}_02" already exists`,
    );
    await see(card(page, "Call Forward 2").getByRole("img", { name: "error" }));
    const versionOf = async () =>
      (await account.call("GET", `/v4/route/tag/${path}`)).payload[0]?.["workflowUIVersion"];
    expect(await versionOf()).toBe(1);
    await account.call("DELETE", `/v4/route/${encodeURIComponent(blocker.name)}/`);
    await press(page, "Save");
    await readNotice(page, "Workflow saved");
    expect(await versionOf()).toBe(2);

    // each save is a version that can be read and restored
    const restore = async (version: number, before: string) => {
      await press(page, "Versions");
      await press(page.getByRole("dialog"), new RegExp(`^Version ${version}(?!\\d)`));
      await see(page.getByText(`You are viewing version ${version} (read-only). ${before}`));
      await press(page, "Restore as new version");
      return readNotice(page, "Workflow saved");
    };
    expect(await restore(1, "Version 2 routes calls and messages.")).toBe("Restored version 1 as version 3");
    await gone(card(page, "Call Forward 2"));
    await see(page.getByRole("status").getByText("Version 3", { exact: true }));
    expect(await restore(2, "Version 3 routes calls and messages.")).toBe("Restored version 2 as version 4");
    await see(card(page, "Call Forward 2"));
    await see(page.getByRole("status").getByText("Version 4", { exact: true }));
    // another user saves meanwhile
    const [me] = (await account.call("GET", "/auth/me")).payload;
    const { accountSid } = (me as { account: { accountSid: string } }).account;
    const [newest] = (await account.call("GET", `/v4/workflow/${accountSid}/${path}`)).payload;
    await account.call("PUT", "/v4/workflow", { routeTag: tag, accountSid, workflow: newest?.["workflow"] });
    await press(page, "Save");
    const late = page.getByRole("dialog", { name: "A newer version exists" });
    await see(late.getByText(/saved version 5 .*\. You are editing version 4\./));
    await press(late, "Save anyway");
    await readNotice(page, "Workflow saved");
    expect(await versionOf()).toBe(6);

    // the tester
    await press(page, "Try it");
    const tester = page.getByRole("complementary", { name: "Try it" });
    await fill(tester, "From", "+1202");
    await see(tester.getByText("Must be a phone number, such as +12025550143, or a short code"));
    await fill(tester, "From", "+12025550143");
    await fill(tester, "Contact Fields", "tier = gold");
    await tester.getByLabel("Date and Time").fill("2026-11-24T18:40");
    await see(tester.getByText("Goes to Call Forward 1", { exact: true }));
    await see(card(page, "Call Forward 1").getByText("Selected", { exact: true }));
    for (const hour of ["18:40", "19:00"]) {
      await tester.getByLabel("Date and Time").fill(`2026-11-24T${hour}`);
      await press(tester, "Save as test");
      await see(tester.getByRole("listitem").filter({ hasText: `on Tue, Nov 24 at ${hour}` }));
    }
    // what a kept test asks fills the form
    await fill(tester, "Contact Fields", "tier");
    await see(tester.getByText("Enter one field = value per line"));
    await tester.getByRole("button", { name: /^A call .* at 18:40/ }).click();
    await holds(tester, "Contact Fields", "tier = gold");
    await press(tester, "Close Try it");
    await press(page, "Zoom to fit");
    await card(page, "Call Forward 1").click();
    // a list of every zone is searched
    await fill(form(page), "Time Zone", "Mount");
    await page.getByRole("option", { name: "Mountain Time (US and Canada)", exact: true }).click();
    await holds(form(page), "Time Zone", "Mountain Time (US and Canada)");
    await fill(form(page), "Priority", "5");
    await press(page, "Save");
    expect(await readNotice(page, "Some route tests fail.")).toContain(
      "expected Call Forward 1, goes to Call Forward 2",
    );
    await press(page, "Try it");
    const kept = tester.getByRole("listitem");
    // one of the two is gone already: error 15008 is passed over
    const [lost] = (await account.call("GET", `/v4/route/test/${path}/`)).payload;
    await account.call("DELETE", `/v4/route/test/${path}/`, { testId: lost?.["testId"] });
    for (const left of [1, 0]) {
      await kept
        .first()
        .getByRole("button", { name: /^Remove test/ })
        .click();
      await expect.poll(() => kept.count(), patience).toBe(left);
    }
    await press(tester, "Close Try it");
    await press(page, "Save");
    await readNotice(page, "Workflow saved");
    expect((await account.call("GET", `/v4/route/test/${path}/`)).payload).toEqual([]);

    // a test that another user saved meanwhile fails, so nothing is written, not even the number
    await card(page, "Start").click();
    await choose(form(page), "Numbers", written(phone));
    await page.keyboard.press("Escape");
    const theirs = { srcType: "call", from: "+12025550143", at: "2026-11-24T18:40", expected: "gone" };
    const keepTheirs = () => account.call("POST", `/v4/route/test/${path}/`, theirs);
    const isRefused = async () => {
      await press(page, "Save");
      expect(await readNotice(page, "Some route tests fail.")).toContain("expected gone, which no longer exists");
      expect((await account.call("GET", `/v4/route/tag/${path}`)).payload[0]?.["numbers"]).toEqual([]);
      for (const { testId } of (await account.call("GET", `/v4/route/test/${path}/`)).payload)
        await account.call("DELETE", `/v4/route/test/${path}/`, { testId });
    };
    await keepTheirs();
    await isRefused();
    // also one that is kept between the designer's look and its last call: the number is put back
    await page.route("**/v4/workflow", (call) => keepTheirs().then(() => call.continue()), { times: 1 });
    await isRefused();
    // a number that another route answers
    await account.call("POST", `/v4/route/tag/${encodeURIComponent(other)}/numbers`, { numbers: [phone] });
    await press(page, "Save");
    expect(await readNotice(page, "Error assigning numbers")).toContain(`${phone} is answered by "${other}"`);
    await account.call("DELETE", `/v4/route/tag/${encodeURIComponent(other)}?forceDelete=true`);
    await press(page, "Save");
    await readNotice(page, "Workflow saved");

    // all of it goes but the fixed nodes, and comes back
    await press(page, "Reset Workflow");
    await gone(card(page, "Call Forward 1"));
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Templates", exact: true }).click();
    expect(await answer(page, "Stay")).toContain("Make sure to save any changes to your workflow before leaving!");
    await press(page, "Undo");
    await see(card(page, "Call Forward 1"));
    // tests of a route that is gone cannot be deleted
    await press(page, "Try it");
    await fill(tester, "From", "+12025550143");
    await press(tester, "Save as test");
    await kept
      .first()
      .getByRole("button", { name: /^Remove test/ })
      .click();
    await account.call("DELETE", `/v4/route/tag/${path}?forceDelete=true`);
    await press(page, "Save");
    expect(await readNotice(page, "Error deleting route tests")).toBe("Route tag not found");
    await page.goto(editorOf(tag));
    await see(page.getByText("Error loading page.", { exact: true }));
  });
});
