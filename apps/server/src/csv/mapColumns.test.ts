import { describe, expect, it } from "vitest";
import { mapColumns } from "./mapColumns.ts";

const fieldsOf = (headers: string[], custom: string[] = [], mapping?: Record<string, string>) =>
  mapColumns(headers, custom, mapping).map(({ field, added }) => (added ? `${field} (new)` : field));

describe("columns are matched to fields", () => {
  it.each<[string[], (string | null)[]]>([
    [
      ["phone", "firstName", "lastName", "email"],
      ["phone", "firstName", "lastName", "email"],
    ],
    [
      ["Phone Number", "first name", "LAST_NAME", "E-Mail Address"],
      ["phone", "firstName", "lastName", "email"],
    ],
    [
      ["Mobile", "zip", "State/Province", "Time Zone"],
      ["phone", "postalCode", "state", "timezone"],
    ],
    [
      ["Home Phone", "Phone"],
      ["home_phone (new)", "phone"],
    ],
    [
      ["phone", "Company Name", "Größe (cm)", "2nd visit"],
      ["phone", "company_name (new)", "gro_e_cm (new)", "nd_visit (new)"],
    ],
    [
      ["phone", "Notes", "notes", "NOTES"],
      ["phone", "notes (new)", "notes_2 (new)", "notes_3 (new)"],
    ],
    [
      ["phone", "", "contactId", "created"],
      ["phone", null, null, null],
    ],
    [
      ["email", "日本"],
      ["email", "column (new)"],
    ],
  ])("%j by name", (headers, fields) => {
    expect(fieldsOf(headers)).toEqual(fields);
  });

  it("a custom field of the account is not new", () => {
    expect(fieldsOf(["phone", "Tier", "VIP"], ["tier"])).toEqual(["phone", "tier", "vip (new)"]);
  });

  it("a mapping overrides column names and can leave columns out", () => {
    expect(fieldsOf(["A", "phone", "B", "city"], ["tier"], { A: "phone", phone: "-", b: "Tier" })).toEqual([
      "phone",
      null,
      "tier",
      "city",
    ]);
  });

  it.each<[string, string[], Record<string, string> | undefined, string]>([
    [
      "no phone and no e-mail",
      ["name", "town"],
      undefined,
      'No column contains a phone number or an e-mail address. The columns are: "name", "town"',
    ],
    [
      "a phone column that is left out",
      ["phone", "town"],
      { phone: "-" },
      'No column contains a phone number or an e-mail address. The columns are: "phone", "town"',
    ],
    [
      "a mapping of a missing column",
      ["phone"],
      { cell: "phone" },
      'The mapping has the column "cell", which is not in the file',
    ],
    ["a field twice", ["a", "b"], { a: "phone", b: "phone" }, 'Two columns are mapped to "phone". Leave one out'],
    [
      "an invalid name",
      ["a", "b"],
      { a: "phone", b: "my field" },
      '"my field" (column "b") is not a valid custom field name. Start with a letter and use at most 40 letters, digits and underscores',
    ],
    [
      "too many",
      ["phone", ...Array.from({ length: 201 }, (_, n) => `f${n}`)],
      undefined,
      "The file would add 201 custom fields. An account can have at most 200",
    ],
  ])("%s is refused", (_name, headers, mapping, message) => {
    expect(() => mapColumns(headers, [], mapping)).toThrow(message);
  });
});
