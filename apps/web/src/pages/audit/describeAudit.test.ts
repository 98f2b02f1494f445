import { describe, expect, it } from "vitest";
import { describeAction, describeDetails, describeInOneLine } from "./describeAudit.ts";

describe("an entry of the audit log in words", () => {
  it.each([
    ["numberSet.create", "Number set created"],
    ["auth.signIn", "Signed in"],
    ["contact.bulk.archive", "Contact bulk, archived"],
    ["saml.removeCertificate", "Certificate of the identity provider removed"],
    ["tenDlcCampaign.update", "10DLC campaign changed"],
    ["auth.recoveryCodes", "Recovery codes made anew"],
    ["account.update", "Account changed"],
    ["setup", "Setup"],
  ])("says %s as %s", (action, words) => {
    expect(describeAction(action)).toBe(words);
  });

  it("shows what was before and after, of what is different alone", () => {
    const data = {
      from: { killSwitch: false, countryCodes: ["+1"], brandName: "Shop" },
      to: { killSwitch: true, countryCodes: ["+1", "+44"], brandName: "Shop" },
    };
    expect(describeDetails(data)).toEqual([
      { key: "killSwitch", label: "Kill switch", from: "no", value: "yes" },
      { key: "countryCodes", label: "Country codes", from: "+1", value: "+1, +44" },
    ]);
    expect(describeInOneLine(data)).toBe("Kill switch: no → yes · Country codes: +1 → +1, +44");
  });

  it("shows what has no before as it is", () => {
    expect(describeInOneLine({ name: "Spring", numbers: 3, label: null })).toBe(
      "Name: Spring · Numbers: 3 · Label: ---",
    );
    expect(describeDetails(null)).toEqual([]);
  });
});
