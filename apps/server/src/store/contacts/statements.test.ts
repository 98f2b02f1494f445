import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { contactOperations } from "@trunkline/workflow/parts/operations.ts";
import { allMatch, type Statement } from "@trunkline/workflow/parts/statement.ts";
import { readVariable } from "@trunkline/workflow/parts/variables.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { statementsProblem, statementsWhere } from "./statements.ts";

const db = await freshDatabase();
const account = "0198c0de-0000-7000-8000-00000000000a";

// Few words in many spellings meet each other; each is a trap of its own: numbers, dates, case, white space, LIKE and
// array characters, letters outside ASCII and outside the first plane.
const words = [
  "ann",
  "Ann",
  "ANN SMITH",
  " ann ",
  "",
  " ",
  "0",
  "10",
  "9",
  "-1.5",
  "10.0",
  "+10",
  "1e3",
  "007",
  ".5",
  "2026-03-01",
  "2026-03-01T10:00:00Z",
  "2026-03-01 12:00+02:00",
  "2026-02-29",
  "2026-13-01",
  "true",
  "a%b_c\\d",
  "{a,b}",
  'say "x"',
  "a,b",
  "a\nb",
  "ÉCLAIR",
  "éclair",
  "straße",
  "STRASSE",
  "Ωmega",
  "ωμέγα",
  "İstanbul",
  "𝔘nicode",
  "\uFFFD",
  "zoë",
  "\t",
  "NULL",
];
const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 8 }).filter((text) => !text.includes("\0")) },
  { weight: 1, arbitrary: fc.float({ noNaN: true, noDefaultInfinity: true }).map(String) },
);
const maybe = fc.option(word, { nil: null });
const contact: fc.Arbitrary<Contact> = fc.record({
  contactId: fc.uuid(),
  phone: maybe,
  email: maybe,
  firstName: maybe,
  lastName: maybe,
  address: maybe,
  city: maybe,
  state: maybe,
  postalCode: maybe,
  country: maybe,
  tags: fc.array(
    word.filter((text) => text !== ""),
    { maxLength: 3 },
  ),
  extdata: fc.dictionary(fc.constantFrom("company", "tier", "score", "visited"), word),
  zones: fc.constant(["America/New_York"]),
  zonesFrom: fc.constant("unknown" as const),
  dnc: fc.constant(0),
});
const variable = fc.constantFrom(
  "firstName",
  "FIRSTNAME",
  "lastname",
  "contact.city",
  "${state}",
  "phone",
  "phonenumber1",
  "email",
  "postalCode",
  "country",
  "address",
  "tags",
  "company",
  "Company",
  "contact.extdata.tier",
  "score",
  "visited",
  "nowhere",
);
const operation = fc.constantFrom(...contactOperations.map((option) => String(option.value)));
const list = fc.array(word, { maxLength: 4 }).map((items) => items.join("\n"));
const statement: fc.Arbitrary<Statement> = fc.record({
  variable,
  operation,
  value: fc.oneof(word, list, fc.array(word, { maxLength: 3 })),
  negated: fc.boolean(),
});

describe("statements about contacts (readings, Statements)", () => {
  it("select in the store exactly those for whom they hold in memory", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(contact, { minLength: 12, maxLength: 12 }),
        fc.array(fc.array(statement, { minLength: 1, maxLength: 3 }), { minLength: 25, maxLength: 25 }),
        async (contacts, lists) => {
          // A statement of `select` answers for all contacts at once, without a phone's uniqueness in the way.
          const rows = contacts.map((one) => ({
            contact_id: one.contactId,
            phone: one.phone,
            email: one.email,
            first_name: one.firstName,
            last_name: one.lastName,
            address: one.address,
            city: one.city,
            state: one.state,
            postal_code: one.postalCode,
            country: one.country,
            tags: one.tags,
            extdata: one.extdata,
            zones: one.zones,
            zones_from: one.zonesFrom,
          }));
          await db.tx([account], async (q) => {
            for (const statements of lists) {
              const where = statementsWhere(statements, 2);
              const picked = await q.rows<{ id: string }>(
                `select c.contact_id id from jsonb_populate_recordset(null::contact, $1) c where ${where.text}`,
                [JSON.stringify(rows), ...where.values],
              );
              const expected = contacts.filter((one) =>
                allMatch(statements, (name) =>
                  readVariable({ vars: {}, contact: one }, name.replace(/^\$\{|\}$/g, "")),
                ),
              );
              expect({ statements, ids: picked.map((row) => row.id).sort() }).toEqual({
                statements,
                ids: expected.map((one) => one.contactId).sort(),
              });
            }
          });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("all hold, and none selects every contact", () => {
    expect(statementsWhere([], 3)).toEqual({ text: "true", values: [] });
  });

  it.each([
    ["REGEX", "a", 'Operation "REGEX" cannot be used to select contacts'],
    ["GREATER_THAN", "1", 'Operation "GREATER_THAN" cannot be used to select contacts'],
    ["LIKE", "a", 'Operation "LIKE" does not exist'],
    ["EQUALS", " ", "Value is required"],
  ])("%s %s is refused", (operation, value, message) => {
    expect(
      statementsProblem([
        { variable: "a", operation: "EXISTS", value: "" },
        { variable: "a", operation, value },
      ]),
    ).toEqual({
      index: 1,
      message,
    });
  });

  it("keep what a value holds out of the SQL", async () => {
    const where = statementsWhere(
      [{ variable: "x'; drop table contact; --", operation: "EQUALS", value: "'; drop table contact; --" }],
      1,
    );
    await db.tx([account], (q) => q.rows(`select from contact c where ${where.text}`, where.values));
    expect(where.text).not.toContain("drop");
  });
});
