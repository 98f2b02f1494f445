import { expect, test } from "vitest";
import { linkDay, newLinkCode, readLinkCode } from "./linkCode.ts";

test("a code names its account, its day and a secret, and nothing else reads as one", () => {
  const now = Date.UTC(2036, 5, 1, 23, 59, 59, 999);
  const code = newLinkCode("aB3z", now);
  expect(readLinkCode(code, now)).toEqual({ key: "aB3z", day: linkDay(now), secret: code.slice(6) });
  expect(readLinkCode(code, now + 1)?.day).toBe(linkDay(now));
  expect(readLinkCode(code, now + 365 * 86_400_000)?.day).toBe(linkDay(now));
  // a machine whose clock is a little behind
  expect(readLinkCode(newLinkCode("aB3z", now + 1), now)?.day).toBe(linkDay(now) + 1);
  const many = new Set(Array.from({ length: 5_000 }, () => newLinkCode("aB3z", now)));
  expect(many.size).toBe(5_000);
  for (const wrong of ["", code.slice(1), `${code}0`, code.replace(/.$/, "-"), "__proto__"])
    expect(readLinkCode(wrong, now)).toBeNull();
});
