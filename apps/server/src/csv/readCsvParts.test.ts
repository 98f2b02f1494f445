import { describe, expect, it } from "vitest";
import { type CsvHead, partBytes, readCsvParts } from "./readCsvParts.ts";

async function read(pieces: (string | Buffer)[], fileBytes = 1e9) {
  let head: CsvHead | undefined;
  const parts: Buffer[] = [];
  const source = (async function* () {
    yield* pieces;
  })();
  for await (const part of readCsvParts(source, (found) => (head = found), { fileBytes, rows: 1e9 })) parts.push(part);
  return { head, parts };
}

const megabyte = 1024 * 1024;

describe("an uploaded file", () => {
  it.each<[string, (string | Buffer)[], Partial<CsvHead>]>([
    ["comma", ["phone,name\n1,a\n"], { delimiter: ",", headers: ["phone", "name"], dataFrom: 11, line: 2 }],
    ["semicolon", ["phone;name\n1;a\n"], { delimiter: ";", headers: ["phone", "name"] }],
    ["tab", ["phone\tname\n1\ta\n"], { delimiter: "\t", headers: ["phone", "name"] }],
    [
      "a comma inside a quoted header",
      ['"Phone, mobile";name\n1;a\n'],
      { delimiter: ";", headers: ["Phone, mobile", "name"] },
    ],
    ["CR alone", ["phone,name\r1,a\r"], { newline: "\r", headers: ["phone", "name"], dataFrom: 11 }],
    [
      "CR LF split across chunks",
      ["phone,name\r", "\n1,a\r\n"],
      { newline: "\n", headers: ["phone", "name"], dataFrom: 12 },
    ],
    ["byte by byte", [..."phone,näme\n1,a\n"], { headers: ["phone", "näme"], dataFrom: 12 }],
    ["blank lines first", ["\n\r\nphone,name\n1,a\n"], { headers: ["phone", "name"], line: 4 }],
    ["a header over two lines", ['"phone\nnumber",name\n1,a\n'], { headers: ["phone\nnumber", "name"], line: 3 }],
    ["the UTF-8 byte order mark", [Buffer.from("\uFEFFphone\n1\n")], { headers: ["phone"], dataFrom: 9 }],
    ["no final line break", ["phone\n1"], { headers: ["phone"] }],
  ])("its header is read: %s", async (_name, pieces, expected) => {
    const { head, parts } = await read(pieces);
    expect(head).toMatchObject(expected);
    expect(Buffer.concat(parts)).toEqual(Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  });

  it("it is cut into parts of equal size", async () => {
    const row = `${"x".repeat(99)}\n`;
    const { parts } = await read(["phone\n", ...new Array(60).fill(row.repeat(1000))]);
    expect(parts.map((part) => part.length)).toEqual([partBytes, partBytes, 6 + 6_000_000 - 2 * partBytes]);
  });

  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("phone\n1\n", "utf16le")]);
  const latin1 = Buffer.from("phone,name\n1,a\n2,Zo\xeb\n", "latin1");
  it.each<[string, (string | Buffer)[], string, string | undefined]>([
    ["nothing", [], "The file is empty", undefined],
    ["nothing but blank lines", ["\n \n\r\n"], "The file is empty", undefined],
    ["a header alone", ["phone,name\n"], "The file has a header row and no contacts below it", undefined],
    ["a header and empty rows", ["phone,name\n,\n\n"], "The file has a header row and no contacts below it", undefined],
    ["UTF-16", [utf16], 'The file is encoded as UTF-16. Save it as "CSV UTF-8"', "byte 1 of the file"],
    [
      "Latin-1",
      [latin1],
      'The file is not UTF-8 text (line 3, byte 20 of the file). Save it as "CSV UTF-8"',
      "line 3, byte 20 of the file",
    ],
    [
      "Latin-1 in a later chunk",
      ["phone,name\n1,a\n", latin1.subarray(15)],
      'The file is not UTF-8 text (line 3, byte 20 of the file). Save it as "CSV UTF-8"',
      "line 3, byte 20 of the file",
    ],
    [
      "half a character at the end",
      [Buffer.from("phone\nZo\xc3", "latin1")],
      'The file is not UTF-8 text (line 2, byte 9 of the file). Save it as "CSV UTF-8"',
      "line 2, byte 9 of the file",
    ],
    ["NUL", ["phone\n1\n\0\n"], "The file contains a NUL byte, so it is not CSV text", "line 3, byte 9 of the file"],
    [
      "an endless line",
      ["phone\n1\n", ...new Array(9).fill("x".repeat(megabyte / 8))],
      "Line 3 is longer than 1 MB. Check that this is a CSV file",
      "line 3",
    ],
    [
      "an endless header",
      new Array(9).fill("x".repeat(megabyte / 8)),
      "Line 1 is longer than 1 MB. Check that this is a CSV file",
      "line 1",
    ],
    [
      "a header with a quote that is never closed",
      ['"phone,name\n', ..."1,a\n".repeat(3)],
      "The header row cannot be read: a quote is opened and never closed",
      "line 1",
    ],
  ])("%s is refused", async (_name, pieces, message, where) => {
    await expect(read(pieces)).rejects.toMatchObject({ name: "CsvFault", message, where });
  });

  it("a file that is too large is refused during the upload", async () => {
    let given = 0;
    const source = (async function* () {
      yield "phone\n";
      for (;;) {
        given += 1;
        yield "+12125550100\n".repeat(1000);
      }
    })();
    const reading = (async () => {
      for await (const _part of readCsvParts(source, () => {}, { fileBytes: megabyte, rows: 1e9 }));
    })();
    await expect(reading).rejects.toMatchObject({
      message: "The file is larger than 1 MB. Split it into smaller files",
      isTooLarge: true,
    });
    expect(given).toBeLessThan(100);
  });
});
