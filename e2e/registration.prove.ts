import { expect, test } from "vitest";
import tenDlc from "../apps/server/test/wire/tendlc-campaign.json" with { type: "json" };
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, follow, gone, open, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();

test("spec 1 §2.4, §4.7, §5.4: a brand is filed and vetted, a 10DLC campaign filed, declined, corrected and approved", async () => {
  const { page, account } = await openDemo(browser, "/businessprofiles");
  const name = unique("Shop");
  const free = `${name} set`;
  for (const [set, phoneNumbers] of [
    [free, []],
    [`${name} full`, [String((await account.call("GET", "/v4/number/")).payload[0]?.["phone"])]],
  ] as const)
    await account.call("POST", "/v4/numberset/", { name: set, phoneNumbers });

  await follow(page, "Brand");
  await press(page, "Submit to registry");
  for (const message of ["Display Name is required", "EIN is required", "Phone is required", "Vertical is required"])
    await see(page.getByRole("alert").getByText(message));
  const brand: Record<string, string> = {
    "Display Name": name,
    "Legal Company Name": "The Shop Incorporated",
    EIN: "123456789",
    Phone: "(202) 555-0100",
    Email: "owner@shop.example.com",
    Website: "shop",
    Street: "100 Market Street",
    City: "Washington",
    State: "DC",
    "Postal Code": "20001",
  };
  for (const [label, value] of Object.entries(brand)) await fill(page, label, value);
  await choose(page, "Vertical", "Retail");
  await choose(page, "Brand Relationship", "Key account");
  await press(page, "Submit to registry");
  await see(page.getByRole("alert").getByText("Invalid URL"));
  await fill(page, "Website", "https://shop.example.com");
  await press(page, "Submit to registry");
  await readNotice(page, "Brand submitted");
  await see(rowOf(page, "Brands", name).getByText("Verified", { exact: true }));
  await press(rowOf(page, "Brands", name).first(), `Order vetting ${name}`);
  await answer(page, "Order vetting");
  await see(rowOf(page, "Brands", name).getByText("Vetted", { exact: true }));

  // spec 1 §7: the calls in their order
  const calls: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "{id}").replace(/\/$/, "");
    if (/^\/(\{id\}|v4\/(numberset\/\{id\}|notification))/.test(path) && !path.endsWith("/check"))
      calls.push(`${request.method()} ${path}`);
  });
  await follow(page, "Campaign");
  await follow(page, "Cancel");
  await see(page.getByRole("heading", { name: "Business Profiles", level: 1 }));
  await follow(page, "Campaign");
  // afresh, so that nothing is known already
  await page.reload();
  await see(page.getByText(/A carrier review can take up to one business week/));
  await see(page.getByText(/Meant for more than 50 numbers. Requires a one-time fee paid to a carrier/));
  await press(page, "Submit for review");
  for (const message of [
    "Brand is required",
    "Use Case is required",
    "Number Set is required",
    "Description must have at least 40 characters",
    "Opt-in Process must have at least 40 characters",
    ...[1, 2, 3, 4, 5].map((n) => `Message Sample ${n} must have at least 20 characters`),
    "Subscribers must be opted in as required by some MNOs",
    "Support for standard opt-out commands are required by some MNOs",
    "Support for standard help command is required by some MNOs",
  ])
    await see(page.getByRole("alert").getByText(message));
  await choose(page, "Brand", name);
  await choose(page, "Use Case", "Mixed");
  await see(page.getByRole("table", { name: "Rates per carrier" }).getByText("200,000"));
  await choose(page, "Number Set", `${name} full`);
  const taken =
    "Number Set already has numbers associated with it. Please create a new Number Set with no numbers and try again.";
  await see(page.getByText(taken));
  const most = { Description: 4_096, "Opt-in Process": 2_048, "Message Sample 1": 1_024, "Message Sample 5": 1_024 };
  for (const [label, length] of Object.entries(most)) await fill(page, label, "x".repeat(length + 1));
  await press(page, "Submit for review");
  for (const [label, length] of Object.entries(most))
    await see(page.getByRole("alert").getByText(`${label} must have at most ${length} characters`));
  await fill(page, "Description", tenDlc.description);
  await fill(page, "Opt-in Process", tenDlc.messageFlow);
  await fill(page, "Help Message", "Write to help@shop.example.com, or wait for us.");
  for (const n of [1, 2, 3, 4, 5] as const)
    await fill(page, `Message Sample ${n}`, tenDlc[`sample${n}`].replaceAll("The Shop", name));
  for (const flag of ["Embedded Link", "Embedded Phone"]) await page.getByLabel(flag).click();
  for (const flag of [/opt in before/, /opt out$/, /HELP receives a reply/]) await page.getByLabel(flag).click();
  const pages = ["Privacy Policy", "Terms and Conditions", "Opt-in Screenshot"];
  for (const label of pages) await fill(page, label, "shop");
  await press(page, "Submit for review");
  for (const message of [taken, "Sub Use Cases are required for mixed use case", "Invalid URL"])
    await see(page.getByRole("alert").getByText(message));
  for (const label of pages) {
    await see(page.getByLabel(label).and(page.locator("[aria-invalid=true]")));
    await fill(page, label, "https://shop.example.com/page");
  }
  await choose(page, "Sub Use Cases", "Customer care");
  await choose(page, "Sub Use Cases", "Marketing");
  await page.keyboard.press("Escape");
  await choose(page, "Number Set", free);
  await see(page.getByLabel("Pre-check").getByText(/The help message does not say that STOP ends/));
  await press(page, "Submit for review");
  await readNotice(page, "Campaign created successfully");
  // what the page itself needs is asked for at once: which comes first is open
  const atOnce = ["GET /{id}/brand/all", "GET /{id}/list/campaignEnums"];
  const order = [
    "GET /{id}/brand/{id}/usecase",
    "GET /{id}/brand/{id}",
    "GET /v4/numberset/{id}",
    "POST /{id}/campaign",
    "POST /v4/notification/support",
  ];
  const different = [...new Set(calls)].filter((call) => [...atOnce, ...order].includes(call));
  expect(different.slice(0, 2).toSorted()).toEqual(atOnce);
  expect(different.slice(2)).toEqual(order);

  await open(page, "/businessprofiles?tab=notifications");
  await see(page.getByText(new RegExp(`Brand: ${name}`)));
  await page.getByRole("tab", { name: "10DLC campaigns" }).click();
  await see(rowOf(page, "10DLC campaigns", name).getByText("Declined"));
  await rowOf(page, "10DLC campaigns", name).first().getByRole("link", { name: "Mixed" }).click();
  await see(page.getByText(/The help message does not say that STOP ends the messages\. Make corrections below/));
  // it is reviewed again, and the page says how long that takes
  await see(page.getByText(/A carrier review can take up to one business week/));
  // locked in edit mode
  const field = (label: string) =>
    page
      .getByRole("combobox", { name: label, exact: true })
      .or(page.getByRole("textbox", { name: label, exact: true }))
      .first();
  for (const label of ["Brand", "Use Case", "Sub Use Cases", "Vertical", "Tags", ...pages])
    expect(await field(label).isDisabled()).toBe(true);
  for (const flag of [
    "Embedded Link",
    "Embedded Phone",
    "Number Pool",
    "Age Gated",
    "Direct Lending",
    "Enable MMS",
    /opt in before/,
    /opt out$/,
    /HELP receives a reply/,
  ])
    expect(await page.getByLabel(flag).isDisabled()).toBe(true);
  // and the rest may be changed (spec 1 §7)
  const changeable = [
    "Description",
    "Opt-in Process",
    "Help Message",
    "Reference ID",
    "Number Set",
    "Message Sample 1",
  ];
  for (const label of changeable) expect(await field(label).isEnabled()).toBe(true);
  await see(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Business Profiles" }));
  await fill(page, "Help Message", tenDlc.helpMessage);
  await press(page, "Save and resubmit");
  await readNotice(page, "Campaign updated successfully");
  await open(page, "/businessprofiles?tab=campaigns");
  await see(rowOf(page, "10DLC campaigns", name).getByText("Approved"));

  // after approval: a template that drifts is reported in its form as the user types, and on the 10DLC campaign
  const [set] = (await account.call("GET", "/v4/numberset/")).payload.filter((row) => row["name"] === free);
  const templateId = await account.makeTemplate(`${name} order`, tenDlc.sample2);
  const nodes = [
    { id: 1, type: "start", x: 250, y: 25, children: [2] },
    {
      id: 2,
      type: "smsSend",
      x: 250,
      y: 165,
      children: [3],
      useAiRewording: false,
      smsTemplateId: templateId,
      smsTemplateName: `${name} order`,
    },
    { id: 3, type: "control", x: 250, y: 305, children: [] },
  ];
  await account.makeWorkflow(name, String(set?.["numberSetId"]), { schemaVersion: 1, startNode: 1, nodes });
  await open(page, `/templates/edit/${templateId}`);
  const content = page.getByRole("textbox", { name: "Content" });
  await content.fill("Refinance your mortgage today and save thousands on monthly payments");
  const drift = page.getByRole("alert").filter({ hasText: "This differs from what carriers approved" });
  await see(drift.getByText(/No sample in the filing is similar to it/));
  await content.fill(tenDlc.sample2);
  await gone(drift);
  await content.fill("Refinance your mortgage today and save thousands on monthly payments");
  await see(drift);
  await press(page, "Save");
  await readNotice(page, "Template was edited successfully");
  await open(page, "/businessprofiles?tab=campaigns");
  await see(rowOf(page, "10DLC campaigns", name).getByText("1 template"));
});
