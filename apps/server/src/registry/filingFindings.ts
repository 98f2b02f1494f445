import type { FilingFinding } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { checkFiling, type SentText } from "@trunkline/workflow/parts/phone/tenDlcFiling.ts";

/** A reviewer's findings on a draft filing. Missing fields count as empty. */
export function filingFindings(
  body: Readonly<Record<string, unknown>>,
  brandName: string,
  templates: readonly SentText[] = [],
): FilingFinding[] {
  const text = (name: string): string =>
    typeof ownValue(body, name) === "string" ? (ownValue(body, name) as string).slice(0, 5_000) : "";
  return checkFiling(
    {
      usecase: text("usecase"),
      description: text("description"),
      messageFlow: text("messageFlow"),
      helpMessage: text("helpMessage"),
      samples: [1, 2, 3, 4, 5].map((n) => text(`sample${n}`)),
      embeddedLink: body["embeddedLink"] === true,
      embeddedPhone: body["embeddedPhone"] === true,
      enableMMS: body["enableMMS"] === true,
      ageGated: body["ageGated"] === true,
      directLending: body["directLending"] === true,
      privacyPolicyLink: text("privacyPolicyLink"),
      termsAndConditionsLink: text("termsAndConditionsLink"),
    },
    brandName,
    templates,
  );
}
