import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gsmOctets, isLatin1, readGsm, readText, readUcs2, writeUcs2 } from "./alphabet.ts";
import { type Concatenation, cutParts } from "./cutParts.ts";
import { answerKey, receiptKey } from "./messageIds.ts";
import {
  BrokenPdu,
  cString,
  numberTlv,
  PduReader,
  readShortMessage,
  type ShortMessage,
  tags,
  writePdu,
  writeShortMessage,
} from "./pdu.ts";
import { type DeliverySettings, readDelivery } from "./readDelivery.ts";

const gsmAlphabet =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà\f^{}\\[~]|€";
const gsmText = fc.array(fc.constantFrom(...gsmAlphabet)).map((characters) => characters.join(""));
const latinText = fc.array(fc.integer({ min: 0x20, max: 0xff })).map((codes) => String.fromCharCode(...codes));
const anyText = fc.string({ unit: "binary" });

const address = fc.record({
  ton: fc.integer({ min: 0, max: 6 }),
  npi: fc.integer({ min: 0, max: 1 }),
  digits: fc.stringMatching(/^\d{0,20}$/),
});
const octets = (most: number) => fc.uint8Array({ maxLength: most }).map((bytes) => Buffer.from(bytes));
const shortMessage: fc.Arbitrary<ShortMessage> = fc.record({
  source: address,
  destination: address,
  esmClass: fc.integer({ min: 0, max: 255 }),
  registered: fc.integer({ min: 0, max: 31 }),
  coding: fc.integer({ min: 0, max: 255 }),
  bytes: octets(254),
  tlvs: fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 0xffff }), octets(300)), { selector: ([tag]) => tag })
    .map((list) => new Map(list)),
});

describe("units of SMPP 3.4 (telecom §2.1)", () => {
  it("a short message reads as it was written", () => {
    fc.assert(
      fc.property(shortMessage, (message) => {
        expect(readShortMessage(writeShortMessage(message))).toEqual(message);
      }),
    );
  });

  it("units are found however the connection cuts them", () => {
    const units = [
      { command: 0x15, status: 0, sequence: 1, body: Buffer.alloc(0) },
      { command: 0x80000004, status: 0x58, sequence: 0x7fffffff, body: Buffer.alloc(0) },
      { command: 0x80000004, status: 0, sequence: 3, body: cString("abc") },
    ];
    const bytes = Buffer.concat(units.map(writePdu));
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: bytes.length })), (cuts) => {
        const reader = new PduReader();
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const read = at.slice(1).flatMap((end, index) => reader.push(bytes.subarray(at[index], end)));
        expect(read.map((unit) => ({ ...unit, body: Buffer.from(unit.body) }))).toEqual(units);
      }),
    );
  });

  it("a length that cannot be ends the reading: nothing after it can be trusted", () => {
    expect(() => new PduReader().push(Buffer.from([0, 0, 0, 3]))).toThrow(BrokenPdu);
    expect(() => new PduReader().push(Buffer.from("GET / HTTP/1.1\r\n"))).toThrow(BrokenPdu);
  });

  it("a body that is cut short is read as far as it goes, and never breaks the reader", () => {
    fc.assert(fc.property(octets(60), (body) => void readDelivery(readShortMessage(body), same)));
  });
});

const same: DeliverySettings = { defaultAlphabet: "gsm7", idForm: "same" };

describe("alphabets (telecom §2.2)", () => {
  it("GSM-7, Latin-1 and UCS-2 give back what they were given", () => {
    fc.assert(
      fc.property(gsmText, (text) => {
        const bytes = Buffer.concat([...text].map((character) => gsmOctets(character) ?? Buffer.alloc(0)));
        expect(readGsm(bytes)).toBe(text);
        expect(bytes.every((octet) => octet < 0x80)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(latinText, (text) => {
        expect(readText(Buffer.from(text, "latin1"), 3, "gsm7")).toBe(text);
      }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        expect(readUcs2(writeUcs2(text))).toBe(text);
      }),
    );
  });

  it("data_coding 0 is what the connection says: @ is 0 in GSM-7 and 64 in Latin-1", () => {
    expect(readText(Buffer.from([0x00, 0x1b, 0x65]), 0, "gsm7")).toBe("@€");
    expect(readText(Buffer.from("@é"), 0, "gsm7")).not.toBe("@é");
    expect(readText(Buffer.from("@é", "latin1"), 0, "latin1")).toBe("@é");
  });
});

describe("long texts in parts (telecom §2.2)", () => {
  const cut = (
    text: string,
    encoding: string,
    concatenation: Concatenation,
    defaultAlphabet: "gsm7" | "latin1" = "gsm7",
  ) => cutParts(text, encoding, { concatenation, defaultAlphabet }, 0x1234);

  it.each([
    ["GSM7", "a", "udh8", 160, 1],
    ["GSM7", "a", "udh8", 161, 2],
    ["GSM7", "a", "udh8", 306, 2],
    ["GSM7", "a", "udh8", 307, 3],
    ["GSM7", "a", "udh16", 304, 2],
    ["GSM7", "a", "udh16", 305, 3],
    ["GSM7", "a", "sar", 306, 2],
    ["GSM7", "a", "sar", 307, 3],
    ["GSM7", "a", "payload", 1_600, 1],
    ["GSM7", "€", "udh8", 80, 1],
    ["GSM7", "€", "udh8", 81, 2],
    // an escaped character is never split: 76 of them, 152 septets, in a part of 153
    ["GSM7", "€", "udh8", 152, 2],
    ["GSM7", "€", "udh8", 153, 3],
    ["LATIN1", "á", "udh8", 140, 1],
    ["LATIN1", "á", "udh8", 141, 2],
    ["LATIN1", "á", "udh8", 268, 2],
    ["LATIN1", "á", "udh8", 269, 3],
    ["LATIN1", "á", "udh16", 266, 2],
    ["LATIN1", "á", "udh16", 267, 3],
    ["UNICODE", "я", "udh8", 70, 1],
    ["UNICODE", "я", "udh8", 134, 2],
    ["UNICODE", "я", "udh8", 135, 3],
    ["UNICODE", "я", "udh16", 132, 2],
    ["UNICODE", "я", "udh16", 133, 3],
    // a pair is never split: 33 of them, 66 units, in a part of 67
    ["UNICODE", "😀", "sar", 66, 2],
    ["UNICODE", "😀", "sar", 67, 3],
  ] as const)("%s: %s by %s, %i of it, is %i parts", (encoding, character, method, count, parts) => {
    expect(cut(character.repeat(count), encoding, method)).toHaveLength(parts);
  });

  it("says which part it is: UDH of 8 and 16 bits, SAR fields, or leaves the cutting to the carrier", () => {
    const text = "a".repeat(161);
    const [first, second] = cut(text, "GSM7", "udh8");
    expect([first?.esmClass, first?.bytes.subarray(0, 6).toString("hex")]).toEqual([0x40, "050003340201"]);
    expect(second?.bytes.subarray(0, 6).toString("hex")).toBe("050003340202");
    expect(cut(text, "GSM7", "udh16")[1]?.bytes.subarray(0, 7).toString("hex")).toBe("06080412340202");
    const sar = cut(text, "GSM7", "sar")[1];
    expect([
      sar?.esmClass,
      ...[tags.sarReference, tags.sarTotal, tags.sarNumber].map((tag) => sar?.tlvs.get(tag)?.toString("hex")),
    ]).toEqual([0, "0034", "02", "02"]);
    const [payload] = cut(text, "GSM7", "payload");
    expect([payload?.bytes.length, payload?.tlvs.get(tags.messagePayload)?.length]).toEqual([0, 161]);
  });

  it("names the alphabet, and takes a wider one where the connection's default has no such character", () => {
    expect(cut("a€", "GSM7", "udh8")[0]).toMatchObject({ coding: 0, bytes: Buffer.from([0x61, 0x1b, 0x65]) });
    expect(cut("aé", "GSM7", "udh8", "latin1")[0]).toMatchObject({ coding: 0, bytes: Buffer.from([0x61, 0xe9]) });
    expect(cut("a€", "GSM7", "udh8", "latin1")[0]?.coding).toBe(8);
    expect(cut("á", "LATIN1", "udh8")[0]?.coding).toBe(3);
    expect(cut("я", "GSM7", "udh8")[0]?.coding).toBe(8);
  });

  it("what is cut is read back whole, in any order, by any method", () => {
    const methods = fc.constantFrom<Concatenation>("udh8", "udh16", "sar", "payload");
    const alphabets = fc.constantFrom("gsm7" as const, "latin1" as const);
    const anyEncoded = fc.oneof(
      fc.tuple(gsmText, fc.constant("GSM7")),
      fc.tuple(latinText, fc.constant("LATIN1")),
      fc.tuple(anyText, fc.constant("UNICODE")),
    );
    const long = anyEncoded.chain(([text, encoding]) =>
      fc.integer({ min: 1, max: 40 }).map((times) => [text.repeat(times), encoding] as const),
    );
    const at = { ton: 1, npi: 1, digits: "13035550142" };
    fc.assert(
      fc.property(
        long,
        methods,
        alphabets,
        fc.integer({ min: 0, max: 0xffff }),
        ([text, encoding], concatenation, defaultAlphabet, reference) => {
          const parts = cutParts(text, encoding, { concatenation, defaultAlphabet }, reference);
          if (parts.length > 255) return;
          const read = parts.map((part) => {
            const message = readShortMessage(
              writeShortMessage({ ...part, source: at, destination: at, registered: 0 }),
            );
            const delivery = readDelivery(message, { defaultAlphabet, idForm: "same" });
            if (delivery.kind !== "text") throw new Error("a text was not read as one");
            return delivery;
          });
          const inOrder = [...read].reverse().sort((a, b) => (a.part?.number ?? 0) - (b.part?.number ?? 0));
          expect(inOrder.map((part) => part.text).join("")).toBe(text);
          expect(new Set(read.map((part) => part.part?.total ?? 1))).toEqual(new Set([parts.length]));
          expect(encoding !== "LATIN1" || isLatin1(text)).toBe(true);
        },
      ),
    );
  });
});

const receiptOf = (text: string, settings: Partial<DeliverySettings> = {}, tlvs: ShortMessage["tlvs"] = new Map()) =>
  readDelivery(
    {
      source: { ton: 1, npi: 1, digits: "13035550142" },
      destination: { ton: 1, npi: 1, digits: "12025550100" },
      esmClass: 0x04,
      registered: 0,
      coding: 0,
      bytes: Buffer.from(text, "latin1"),
      tlvs,
    },
    { ...same, ...settings },
  );
const line = (id: string, stat: string, err = "000") =>
  `id:${id} sub:001 dlvrd:001 submit date:2611212138 done date:2611212139 stat:${stat} err:${err} text:Hello`;

describe("receipts (telecom §2.3)", () => {
  it.each([
    ["DELIVRD", "delivered", null],
    ["EXPIRED", "expired", "carrier_unreachable"],
    ["DELETED", "undelivered", "carrier_unknown"],
    ["UNDELIV", "undelivered", "carrier_unknown"],
    ["REJECTD", "undelivered", "carrier_rejected"],
    ["ACCEPTD", null, null],
    ["ENROUTE", null, null],
    ["UNKNOWN", null, null],
    ["BUFFRED", null, null],
  ])("%s: %s, %s", (stat, status, failure) => {
    expect(receiptOf(line("0000000A1b", stat, "00b"))).toMatchObject({
      kind: "receipt",
      key: "a1b",
      status,
      failure,
      code: `${stat} 00b`,
      from: "+12025550100",
      to: "+13035550142",
    });
  });

  it("fields win over the text, and a GSM network's error says whose problem it is", () => {
    const tlvs = new Map([
      [tags.receiptedMessageId, cString("77")],
      [tags.messageState, numberTlv(5, 1)],
      [tags.networkErrorCode, Buffer.from([3, 0, 1])],
      [tags.userMessageReference, numberTlv(513, 2)],
    ]);
    expect(receiptOf("", {}, tlvs)).toMatchObject({
      key: "77",
      status: "undelivered",
      failure: "carrier_invalid_number",
      reference: 513,
    });
  });

  it("other dates, spaces and cases are read, and a receipt without an id is ignored", () => {
    expect(receiptOf("ID: 5f-1 Stat: delivrd done date:261121213800 Text:")).toMatchObject({
      key: "5f-1",
      status: "delivered",
    });
    expect(receiptOf("hello")).toEqual({ kind: "nothing" });
  });

  it.each([
    ["same", "00ABC", "abc"],
    ["same", "0000012", "12"],
    // the answer in hexadecimal, the receipt in decimal
    ["decimal", "1A", "26"],
    ["decimal", "0000BC614E", "0012345678"],
    // the answer in decimal, the receipt in hexadecimal
    ["hex", "26", "1a"],
    ["hex", "12345678", "BC614E"],
    ["hex", "9007199254740993", "20000000000001"],
    // an id that is no number stays what it is
    ["decimal", "x-7", "x-7"],
  ] as const)("ids %s: the answer %s is the receipt %s", (form, answer, receipt) => {
    expect(receiptKey({ written: receipt }, form)).toBe(answerKey(answer, form));
  });

  it("ids in another form than the connection says are not the same", () => {
    expect(receiptKey({ written: "26" }, "same")).not.toBe(answerKey("1A", "same"));
  });
});
