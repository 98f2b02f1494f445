import { expect, test } from "vitest";
import type { WireAnswer } from "../carrier.ts";
import { buildLookup, type LookupResult, readLookup } from "./twilioLookup.ts";

const said = (status: number, body: unknown): WireAnswer => ({
  status,
  headers: {},
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const line = (over: object) => ({ valid: true, country_code: "US", line_type_intelligence: over });

test("a number is asked for by its E.164 form, with the line type, as the account", () => {
  const keys = { baseUrl: "https://lookups.example", sid: "AC1", token: "secret" };
  expect(buildLookup("+12025550111", keys)).toEqual({
    method: "GET",
    url: "https://lookups.example/v2/PhoneNumbers/%2B12025550111?Fields=line_type_intelligence",
    headers: { authorization: `Basic ${btoa("AC1:secret")}`, accept: "application/json" },
    body: "",
  });
});

const rows: [string, WireAnswer, LookupResult][] = [
  [
    "a mobile number with its network",
    said(
      200,
      line({ carrier_name: "Verizon", mobile_country_code: "311", mobile_network_code: "480", type: "mobile" }),
    ),
    { facts: { company: "Verizon", network: "311480", country: "US", type: "mobile", wireless: true } },
  ],
  [
    "a landline",
    said(200, line({ carrier_name: "AT&T", mobile_country_code: null, mobile_network_code: null, type: "landline" })),
    { facts: { company: "AT&T", country: "US", type: "landline", wireless: false } },
  ],
  [
    "the place of a number, where the service has one",
    said(200, {
      ...line({ carrier_name: "Verizon", type: "mobile" }),
      locality: "Boston",
      region: "MA",
      postal_code: "02108",
    }),
    {
      facts: {
        company: "Verizon",
        country: "US",
        type: "mobile",
        wireless: true,
        city: "Boston",
        state: "MA",
        zip: "02108",
      },
    },
  ],
  [
    "a line that it does not know",
    said(200, line({ carrier_name: null, type: "unknown" })),
    { facts: { country: "US" } },
  ],
  ["a number without the package", said(200, line(null as never)), { facts: { country: "US" } }],
  ["a number that there is not", said(200, { valid: false, validation_errors: ["TOO_SHORT"] }), { facts: null }],
  ["a number that it cannot find", said(404, { code: 20404 }), { facts: null }],
  ["wrong keys", said(401, { code: 20003 }), { refused: "carrier_account", retryable: false }],
  ["a request that it refuses", said(400, {}), { refused: "carrier_account", retryable: false }],
  ["too much at once", said(429, {}), { refused: "carrier_throttled", retryable: true }],
  ["trouble of its own", said(503, "busy"), { refused: "carrier_unavailable", retryable: true }],
  ["words that are no answer", said(200, "<html>"), { refused: "carrier_unavailable", retryable: false }],
  ["no connection", { broken: "before_first_byte" }, { refused: "carrier_unavailable", retryable: true }],
];

test.for(rows)("reads %s", ([, answer, result]) => {
  expect(readLookup(answer)).toEqual(result);
});
