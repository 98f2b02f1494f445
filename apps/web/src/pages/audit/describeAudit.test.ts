import { describe, expect, it } from "vitest";
import { describeAction, describeDetails, describeInOneLine } from "./describeAudit.ts";

describe("descriptions of audit entries", () => {
  it.each([
    ["numberSet.create", "Number set created"],
    ["auth.signIn", "Signed in"],
    ["contact.bulk.archive", "Contact bulk, archived"],
    ["saml.removeCertificate", "Identity provider certificate removed"],
    ["tenDlcCampaign.update", "10DLC campaign changed"],
    ["auth.recoveryCodes", "Recovery codes renewed"],
    ["account.update", "Account changed"],
    ["setup", "Setup"],
  ])("describes %s as %s", (action, description) => {
    expect(describeAction(action)).toBe(description);
  });

  it("shows only changed values, before and after", () => {
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

  it("shows details without an earlier value as they are", () => {
    expect(describeInOneLine({ name: "Spring", numbers: 3, label: null })).toBe(
      "Name: Spring · Numbers: 3 · Label: ---",
    );
    expect(describeDetails(null)).toEqual([]);
  });
});
