import { expect, test } from "vitest";
import { phone } from "../../test/phoneBrowser.ts";
import { isPerson } from "./isPerson.ts";

test.for<[string, boolean, string, Record<string, string>]>([
  ["a phone", true, phone, {}],
  [
    "an Android phone with fetch metadata",
    true,
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36",
    { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
  ],
  [
    "the browser within a chat program",
    true,
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 350.0",
    {},
  ],
  ["a crawler", false, "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", {}],
  ["a chat's preview", false, "WhatsApp/2.24.6 A", {}],
  [
    "a browser without a screen",
    false,
    "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 HeadlessChrome/131.0 Safari/537.36",
    {},
  ],
  ["a tool", false, "curl/8.5.0", {}],
  ["a library", false, "okhttp/4.12.0", {}],
  ["a scanner of mail", false, "Mozilla/5.0 (Windows NT 10.0) Barracuda Sentinel (EE)", {}],
  ["a prefetch", false, phone, { purpose: "prefetch" }],
  ["a picture in a page", false, phone, { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
])("%s opens as a person: %s", ([, person, agent, headers]) =>
  expect(isPerson("GET", { "user-agent": agent, ...headers })).toBe(person),
);
