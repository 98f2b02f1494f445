import { describe, expect, inject, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, follow, gone, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("inbound workflows (spec 1 §2.1–2.3, §4.5, §5.1)", () => {
  test("are created from a template, listed, cloned and deleted beside outbound ones", async () => {
    const { page, account } = await at("/campaigns/create");
    const [title, set] = [unique("Desk"), unique("Desk set")];
    const routeTag = title.toLowerCase();
    await account.makeNumberSet(set);
    await page.reload();
    await press(page, "Create Workflow");
    for (const message of ["Title is required", "Number Set is required", "Workflow Template type is required"])
      await see(page.getByText(message, { exact: true }));
    await fill(page, "Title", "Test");
    await see(page.getByText('"test" is a reserved word. Choose another title'));
    await fill(page, "Title", title);
    await choose(page, "Number Set", set);
    await choose(page, "Workflow Template", "Call forwarding");
    await see(page.getByText("Workflow Template value required", { exact: true }));
    await fill(page, "Phone Number or SIP Address", "12345");
    await see(page.getByText("Phone number must be a valid e164 format number or SIP address", { exact: true }));
    await fill(page, "Phone Number or SIP Address", "sip:desk@pbx.example.com");
    // another user assigns the numbers meanwhile
    const other = await account.makeRoute(unique("Other"), "inbound.empty");
    const [made] = (await account.call("GET", "/v4/numberset/")).payload.filter(({ name }) => name === set);
    const take = (numberSetIds: unknown[]) =>
      account.call("POST", `/v4/route/tag/${encodeURIComponent(other)}/numbers`, { numberSetIds });
    await take([made?.["numberSetId"]]);
    await press(page, "Create Workflow");
    expect(await readNotice(page, "Error creating workflow")).toContain(
      `The number set "${set}" is answered by "${other}"`,
    );
    await take([]);
    await press(page, "Create Workflow");
    expect(await readNotice(page, "Created workflow")).toBe(routeTag);
    await see(card(page, "Call Forward 1"));
    const saved = (await account.call("GET", `/v4/route/${encodeURIComponent(routeTag)}/`)).payload;
    expect(saved).toMatchObject([{ destType: "call-relay", dest: "sip:desk@pbx.example.com", srcType: "call" }]);

    await page.goto(`${inject("demo").address}/campaigns/create`);
    await fill(page, "Title", title.toUpperCase());
    await press(page, "Create Workflow");
    await see(page.getByText("Route Tag already exists. Please use a different name.", { exact: true }));
    await follow(page, "Cancel");
    await answer(page, "Leave");

    await see(rowOf(page, "Workflows", routeTag).getByText("Advanced Inbound", { exact: true }));
    await press(page, `Clone ${routeTag}`);
    const dialog = page.getByRole("dialog");
    await fill(dialog, "Workflow Name", "");
    await see(dialog.getByText("Workflow Name is required", { exact: true }));
    await fill(dialog, "Workflow Name", `${routeTag}_clone`);
    await press(dialog, "Clone");
    expect(await readNotice(page, "Cloned workflow")).toBe(`${routeTag}_clone`);
    const [clone] = (await account.call("GET", `/v4/route/tag/${encodeURIComponent(`${routeTag}_clone`)}`)).payload;
    expect(clone).toMatchObject({ numbers: [], numberRouteTags: [], workflowUIVersion: 1 });
    // an outbound one goes with them
    const outbound = unique("Out");
    await account.makeWorkflow(outbound, String(made?.["numberSetId"]));
    await page.reload();
    for (const name of [routeTag, `${routeTag}_clone`, outbound])
      await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check();
    await press(page, "Delete Workflow(s)");
    expect(await answer(page, "Delete")).toContain("Delete 3 workflows?");
    await readNotice(page, "Successfully deleted workflows.");
    for (const name of [routeTag, outbound]) await gone(rowOf(page, "Workflows", name));
  });
});
