import { describe, expect, it } from "vitest";
import type { ApprovalMail } from "../store/workflows/approvalMail.ts";
import { approvalMailOf } from "./approvalMail.ts";

const waiting: ApprovalMail = {
  approvalId: "0198c0de-0000-7000-8000-00000000000a",
  kind: "outbound",
  workflow: "0198c0de-0000-7000-8000-00000000000b",
  title: "Spring\r\nBcc: thief@example.com",
  authorId: "author",
  author: "Ann Author",
  version: 1,
  newest: 1,
  note: "A clearer text",
  state: "waiting",
  created: new Date(0),
  decided: null,
  decidedBy: null,
  reason: null,
  published: null,
  userId: "reader",
  role: "member",
  privileges: ["workflow-approve"],
  email: "reader@example.com",
  accountName: "Harbor Bakery",
};
const author = { userId: "author", email: "ann@example.com", privileges: [] };
const mailOf = (part: Partial<ApprovalMail>) => approvalMailOf({ ...waiting, ...part }, "https://trunkline.example");

describe("the mail about a request for approval", () => {
  it("shows an approver who asks, the note and the way to the request, on lines of its own", () => {
    expect(mailOf({})).toEqual({
      to: "reader@example.com",
      subject: "Approval of Spring Bcc: thief@example.com · Harbor Bakery",
      text: `Ann Author asks for approval to publish the workflow Spring Bcc: thief@example.com of Harbor Bakery.

A clearer text

See what changed, and publish or decline it:
https://trunkline.example/campaigns/approval/0198c0de-0000-7000-8000-00000000000a

You receive this mail because you may approve workflows of Harbor Bakery.
`,
    });
    expect(mailOf({ note: "" })?.text).toContain("Harbor Bakery.\n\nSee what changed");
  });

  it.each([
    ["was decided", { state: "approved" }],
    ["was withdrawn", { state: "withdrawn" }],
    ["is of those who no longer may approve", { privileges: ["workflow-edit"] }],
  ] as [string, Partial<ApprovalMail>][])("is not sent to approvers when the request %s", (_what, part) => {
    expect(mailOf(part)).toBeNull();
  });

  it("tells the author who approved it and which version it is", () => {
    const mail = mailOf({ ...author, state: "approved", decidedBy: "Bea Boss", published: 4 });
    expect([mail?.to, mail?.subject]).toEqual([
      "ann@example.com",
      "Approved: Spring Bcc: thief@example.com · Harbor Bakery",
    ]);
    expect(mail?.text).toMatch(/^Bea Boss approved your request\. The workflow .+ was published as version 4\.$/m);
  });

  it("tells the author who declined it and why", () => {
    const mail = mailOf({ ...author, state: "declined", decidedBy: "Bea Boss", reason: "Too long" });
    expect(mail?.subject).toBe("Declined: Spring Bcc: thief@example.com · Harbor Bakery");
    expect(mail?.text).toContain(":\n\nToo long\n\nYour draft still has what you changed.");
  });

  it("is not sent to authors who withdrew it", () => {
    expect(mailOf({ ...author, state: "withdrawn" })).toBeNull();
  });
});
