import { describe, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { cases, inEverySuite } from "./kindCases.ts";
import { walkKind } from "./kindWalk.ts";

const browser = useBrowser();

// the others of the kinds: kinds.prove.ts
describe("A node that sends and one that decides are filled, refused while empty, saved, loaded with nothing changed on the wire, and run (spec 2 §3.3, §5.2)", () => {
  test.each(cases.filter(({ kind }) => inEverySuite.has(kind)))("$kind", (one) => walkKind(browser, one));
});
