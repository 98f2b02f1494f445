import { describe, expect, it } from "vitest";
import { ContactRows } from "./contactRows.ts";

const headers = ["phone", "email", "firstName", "postalCode", "state", "timezone", "tags", "tier"];
const id = "0198c0de-0000-7000-8000-000000000001";
const columns = headers.map((field) => ({ header: field, field, added: false }));

function gather(rows: (string | undefined)[][], duplicates: "update" | "skip" = "update") {
  const gathered = new ContactRows({ columns, duplicates, delimiter: "," }, () => id);
  for (const [index, row] of rows.entries()) {
    const fields = Array.from({ length: headers.length }, (_, place) => row[place] ?? "");
    gathered.record(fields, index + 2);
  }
  const { lanes, rejects } = gathered.take();
  const lines = lanes.flatMap((lane) => Buffer.from(lane.copy).toString().split("\n").filter(Boolean));
  return {
    lines: lines.map((line) => line.split("\t")),
    lanes,
    rejects: rejects.map(({ line, reason }) => [line, reason]),
  };
}

describe("rows become contacts", () => {
  it.each([
    ["(212) 555-0100", "+12125550100"],
    ["212.555.0100", "+12125550100"],
    ["1 212 555 0100", "+12125550100"],
    ["+1-212-555-0100", "+12125550100"],
    ["+44 20 7946 0958", "+442079460958"],
  ])("a phone %s is %s", (phone, e164) => {
    expect(gather([[phone]]).lines[0]?.[0]).toBe(e164);
  });

  it.each<[string, string[], string]>([
    ["an invalid phone", ["12"], 'Phone "12": no such phone number'],
    ["neither phone nor e-mail", ["", "", "Ann"], "The row has neither a phone nor an e-mail address"],
    ["an invalid e-mail", ["", "ann@nowhere"], 'E-mail "ann@nowhere" is not an e-mail address'],
    ["a name that is too long", ["2125550100", "", "x".repeat(101)], "First name has more than 100 characters"],
    ["an unknown time zone", ["2125550100", "", "", "", "", "Mars"], 'Time zone "Mars" is not known'],
    [
      "a field that is too long",
      ["2125550100", "", "", "", "", "", "", "x".repeat(10_001)],
      "A field has more than 10000 characters",
    ],
  ])("%s is rejected", (_name, row, reason) => {
    expect(gather([row])).toMatchObject({ lines: [], rejects: [[2, reason]] });
  });

  it("a wrong number of columns is rejected with the actual and expected number", () => {
    const rows = new ContactRows({ columns, duplicates: "update", delimiter: ";" }, () => id);
    rows.record(["2125550100", "x"], 7);
    expect(rows.take().rejects).toEqual([
      { line: 7, reason: "The row has 2 columns but the header has 8", text: "2125550100;x" },
    ]);
  });

  it("the time zone comes from the contact, or else from the postal code, state or area code", () => {
    const { lines } = gather([
      ["2125550100", "", "", "85001", "TX", "Pacific/Honolulu"],
      ["2125550101", "", "", "85001", "TX"],
      ["2125550102", "", "", "", "WA"],
      ["2125550103"],
    ]);
    const zones = Object.fromEntries(lines.map((line) => [line[0], `${line[10]} ${line[11]}`]));
    expect(zones).toEqual({
      "+12125550100": '{"Pacific/Honolulu"} contact',
      "+12125550101": '{"America/Phoenix"} postal',
      "+12125550102": '{"America/Los_Angeles"} state',
      "+12125550103": '{"America/New_York"} areaCode',
    });
  });

  it("a repeated phone updates only the given fields", () => {
    const { lines, lanes } = gather([
      ["2125550100", "a@example.com", "Ann"],
      ["+12125550100", "", "Anna", "", "", "", "", "gold"],
      ["1 212 555 0100", "", "", "", "WA"],
    ]);
    expect(lines.map((line) => line.slice(0, 3))).toEqual([["+12125550100", "a@example.com", "Ann"]]);
    const [again] = lanes
      .filter((lane) => lane.again.length > 0)
      .map((lane) => Buffer.from(lane.again).toString().split("\t"));
    expect(again?.slice(0, 3)).toEqual(["+12125550100", "\\N", "Anna"]);
    expect([again?.[6], ...(again?.slice(-2) ?? [])]).toEqual(["WA", '{"tier":"gold"}', `${id}\n`]);
    expect(lanes[0].repeated + lanes[1].repeated).toBe(2);
  });

  it("a repeated phone is skipped when duplicates are skipped", () => {
    expect(
      gather(
        [
          ["2125550100", "", "Ann"],
          ["2125550100", "", "Bob"],
        ],
        "skip",
      ).lines[0]?.[2],
    ).toBe("Ann");
  });

  it("a contact without a phone is identified by its e-mail, ignoring case", () => {
    const { lanes } = gather([
      ["", "Ann@Example.com"],
      ["", "ann@example.com"],
    ]);
    expect(lanes.map(({ rows, emailOnly, repeated }) => [rows, emailOnly, repeated])).toContainEqual([1, 1, 1]);
  });

  it("characters with a meaning in COPY and JSON are escaped", () => {
    const { lines } = gather([["2125550100", "", "a\tb\\c\nd", "", "", "", 'vip; "x"|y', 'say "x" \\ \u0001']]);
    expect(lines[0]?.[2]).toBe("a\\tb\\\\c\\nd");
    expect(lines[0]?.[12]).toBe('{"vip","\\\\"x\\\\"","y"}');
    expect(lines[0]?.[13]).toBe('{"tier":"say \\\\"x\\\\" \\\\\\\\ \\\\u0001"}');
  });

  it("the apostrophe that the export adds before a formula is removed", () => {
    expect(gather([["2125550100", "", "'=1+1"]]).lines[0]?.[2]).toBe("=1+1");
  });
});
