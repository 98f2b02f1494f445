import type { Blank } from "@trunkline/workflow/library/libraryWorkflow.ts";
import { isE164 } from "@trunkline/workflow/parts/phone/dialTarget.ts";
import { isEmailAddress } from "@trunkline/workflow/parts/text/emailAddress.ts";

/** Why a text cannot replace a sample of the library, or undefined. */
export function blankProblem({ label, is }: Blank, written: string): string | undefined {
  const text = written.trim();
  if (text === "") return `${label} is required`;
  if (text.length > 200) return `${label} must have at most 200 characters`;
  // it is inserted into texts as it is, where these would start a variable
  if (/\$\{|<#/.test(text)) return `${label} must not contain variables`;
  if (is === "phone" && !isE164(text)) return `${label} must be a phone number such as +12025550123`;
  if (is === "link" && !(/^https?:\/\//i.test(text) && URL.canParse(text)))
    return `${label} must be a web address such as https://example.com`;
  if (is === "email" && !isEmailAddress(text)) return `${label} must be an e-mail address`;
  return undefined;
}
