import type { InboundKindName } from "@trunkline/workflow/inbound/kinds.ts";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { addNode, details, openEditor } from "./inboundCanvas.ts";
import { drawingOf } from "./inboundDrawing.ts";
import { openDemo } from "./openDemo.ts";
import { fill, press, readNotice, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("the designer of inbound workflows (spec 1 §2.5, §4.1–4.4, §5.2, §5.3)", () => {
  test("every form says what it lacks, once a save was tried (§5.2)", async () => {
    const { page, account } = await at("/campaigns");
    const call = (kind: InboundKindName, values: object) => ({ kind, form: values, under: "callSrc" });
    const text = (kind: InboundKindName, values: object) => ({ kind, form: values, under: "smsSrc" });
    const required = "Value to Check For is required if operation is neither Exists or Does Not Exist.";
    const check = { contentOperation: "CONTAINS", contentValue: "x" };
    const drawing = drawingOf([
      call("voicemail", {}),
      call("voicemail", { selectedAsset: "https://shop.example/two.wav" }),
      call("callForward", { numberOrSip: "+12025550123" }),
      call("workgroup", { workgroupName: "sales" }),
      call("customCall", { callXml: "<Response/>" }),
      call("fromNumber", check),
      call("contactAttribute", { ...check, attributeValue: "tier" }),
      text("smsForward", { phoneNumber: "+12025550123" }),
      text("textContent", check),
    ]);
    // none of this is ever saved: it is written here
    const wrong: [node: string, values: Record<string, string>][] = [
      ["Voicemail 1", { Timeout: "4", "Total Length": "121", Priority: "0" }],
      ["Voicemail 2", { Timeout: "31", "Total Length": "4" }],
      ["Call Forward 1", { "Phone Number or SIP Address": "12345" }],
      ["Workgroup 1", { Delay: "0", "Answer Time": "4" }],
      ["Custom Call 1", { "Call XML": "<Response>" }],
      ["From Number 1", { "Value to Check For": "" }],
      ["Contact Attribute 1", { "Value to Check For": "" }],
      ["SMS Forward 1", { "Phone Number": "12345" }],
      ["Text Message Content 1", { "Value to Check For": "" }],
    ];
    const messages: Record<string, string[]> = {
      "Voicemail 1": [
        "Timeout is less than minimum of 5.",
        "Total Length is greater than maximum of 120.",
        "Priority is less than minimum of 1.",
      ],
      "Voicemail 2": ["Timeout is greater than maximum of 30.", "Total Length is less than minimum of 5."],
      "Call Forward 1": ["Must be a valid E.164 (an international number with example) phone number or SIP address."],
      "Call Forward 2": ["Phone Number or SIP Address is required."],
      "Workgroup 1": ["Delay is less than minimum of 1.", "Answer Time is less than minimum of 5."],
      "Workgroup 2": [
        "Workgroup is required.",
        "Delay is greater than maximum of 30.",
        "Answer Time is greater than maximum of 30.",
      ],
      "Group Call 1": ["Phone Numbers is required."],
      "Live List 1": ["Live List is required.", "Audio File is required."],
      "IVR 1": ["IVR is required."],
      "Custom Call 1": ["Must be valid XML.", "Line 1: <Response> is never closed."],
      "From Number 1": [required],
      "Contact Attribute 1": [required],
      "SMS Forward 1": ["Must be a valid E.164 phone number"],
      "Inbox 1": ["Inbox Name is required."],
      "Workflow 1": ["Workflow is required."],
      "Text Message Content 1": [required],
    };
    await openEditor(page, await account.makeRoute(unique("Forms"), drawing));
    const title = card(page, "Inbound Call").getByText("Inbound Call", { exact: true });
    expect(
      await title.evaluate((text: { scrollWidth: number; clientWidth: number }) => text.scrollWidth - text.clientWidth),
      "the title is not cut",
    ).toBe(0);
    await page.getByText("Outline", { exact: true }).click();
    for (const [node, values] of wrong) {
      const within = await details(page, node);
      for (const [label, value] of Object.entries(values)) await fill(within, label, value);
    }
    await page.getByText("Add nodes", { exact: true }).click();
    for (const kind of ["Call Forward", "Group Call", "Live List", "IVR"]) await addNode(page, "Inbound Call", kind);
    const group = await addNode(page, "Inbound Call", "Workgroup");
    await fill(group, "Delay", "31");
    await fill(group, "Answer Time", "31");
    for (const kind of ["Inbox", "Workflow"]) await addNode(page, "Inbound SMS", kind);
    await press(page, "Save");
    expect(await readNotice(page, "Warning")).toBe("Some nodes have errors. Please fix them before saving.");
    await page.getByText("Outline", { exact: true }).click();
    const shown: Record<string, string[]> = {};
    for (const node of Object.keys(messages)) {
      const summary = (await details(page, node)).getByRole("alert");
      await see(summary);
      shown[node] = (await summary.getByRole("listitem").allInnerTexts()).map((line) => line.trim());
    }
    expect(shown).toEqual(messages);
  });
});
