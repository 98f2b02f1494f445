import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { contactFields } from "@trunkline/workflow/parts/variables.ts";

export interface TemplateDraft {
  templateTitle: string;
  templateText: string;
  templateMediaUrl: string;
  shortenLinks: boolean;
}
export const emptyDraft: TemplateDraft = {
  templateTitle: "",
  templateText: "",
  templateMediaUrl: "",
  shortenLinks: false,
};

const contentMissing = "Template content or media url is required to save a template";

/** The messages of the form. A template without content and media is marked at both fields (spec 2 §5.3). */
export const templateIssues = (issues: Readonly<Record<string, unknown>>): Record<string, string> => {
  const messages = Object.fromEntries(Object.entries(issues).map(([field, message]) => [field, String(message)]));
  return Object.values(messages).includes(contentMissing)
    ? { ...messages, templateText: contentMissing, templateMediaUrl: contentMissing }
    : messages;
};

export interface Variable {
  name: string;
  note: string;
}

/** The variables of a text: contact fields, custom fields and workflow values (readings, Variables in texts). */
export function variablesOf(customFields: readonly string[]): Variable[] {
  return [
    ...contactFields.map((name) => ({ name, note: "contact" })),
    ...customFields.map((name) => ({ name: name.toLowerCase(), note: "custom field" })),
    { name: "options.timezone", note: "contact's time zone" },
    { name: "node2.reply", note: "reply to the text of node 2" },
  ];
}

/** Custom field names travel as a JSON list in text. */
export function readCustomFields(text: string | undefined): string[] {
  try {
    const names: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return [];
  }
}

const sample: Readonly<Record<string, string>> = {
  firstname: "Ann",
  lastname: "Lee",
  phone: "+12025550123",
  email: "ann.lee@example.com",
  address: "12 Oak Street",
  city: "Denver",
  state: "CO",
  postalcode: "80202",
  country: "US",
  "options.timezone": "America/Denver",
};

/** The text for a sample contact. Variables without a sample value stay. */
export const previewOf = (text: string): string =>
  text.replace(/\$\{\s*([^{}]+?)\s*\}/g, (written, name: string) => ownValue(sample, name.toLowerCase()) ?? written);
