import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pathParts } from "./ui/page/usePathPart.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

/** An address of the router as a pattern: `/users/$userId`, `/inbox/{-$contactId}`. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/\{-\$\w+\}/g, "(/[^/]+)?").replace(/\$\w+/g, "[^/]+")}$`);

/** Pages that need a registration: e2e/registration.prove.ts opens them. */
const openedElsewhere = ["/businessprofiles/edit/$brandId", "/businessprofiles/campaign/edit/$id"];

test("every page has an address in e2e/places.ts, where the browser opens it", () => {
  const pages = [...read("./routes.tsx").matchAll(/\bpage\(\s*"(\/[^"]*)"/g)].map(([, path = ""]) => path);
  const places = [...read("../../../e2e/places.ts").matchAll(/=> ["`](\/[^"`]*)["`]/g)].map(([, address = ""]) =>
    address.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, "x").replace(/[?#].*$/, ""),
  );
  expect(pages.length).toBeGreaterThan(50);
  const missing = pages.filter((path) => !places.some((address) => patternOf(path).test(address)));
  expect(missing).toEqual(openedElsewhere);
});

test("the parts of addresses that pages can read are those of the router", () => {
  const inRoutes = [...read("./routes.tsx").matchAll(/\/(?:\{-)?\$(\w+)/g)].map(([, name = ""]) => name);
  expect([...new Set(inRoutes)].sort()).toEqual([...pathParts]);
});
