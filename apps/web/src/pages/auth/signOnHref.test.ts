import { expect, it } from "vitest";
import { accountNamed, signOnHref } from "./signOnHref.ts";

const id = "0198c0de-0000-7000-8000-00000000000a";

it("knows an account by its id and by its sign-in address", () => {
  expect(accountNamed(`  ${id.toUpperCase()} `)).toBe(id);
  expect(accountNamed(`https://trunkline.example.com/saml/${id}/sign-in`)).toBe(id);
  expect(accountNamed("Harbor Bakery")).toBe(null);
  expect(signOnHref(id, "/contacts?q=a&b=c")).toBe(`/saml/${id}/sign-in?next=%2Fcontacts%3Fq%3Da%26b%3Dc`);
});
