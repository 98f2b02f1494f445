import { encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import { expect, it } from "vitest";
import { plainOf } from "../../fields/plainOf.ts";
import { previewOf, readCustomFields, templateIssues, variablesOf } from "./templateDraft.ts";

it("shows a text as a sample contact would read it", () => {
  expect(previewOf("Hi ${firstName}, ${ city }? ${node2.reply}")).toBe("Hi Ann, Denver? ${node2.reply}");
});
it("makes typographic characters plain, so that the text stays in GSM-7 (spec 2 §4.5)", () => {
  const text = "“Don’t” wait — it’s… here\u00A0now";
  expect(encodingOf(text)).toBe("UNICODE");
  expect(plainOf(text)).toBe("\"Don't\" wait - it's... here now");
  expect(encodingOf(plainOf(text))).toBe("GSM7");
});
it("offers custom fields lower-cased besides the contact's own (spec 2 §3.6)", () => {
  const names = variablesOf(readCustomFields('["Plan","size"]')).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["firstName", "plan", "size"]));
  expect(readCustomFields("not json")).toEqual([]);
});

it("a template without content and media is marked at both fields (spec 2 §5.3)", () => {
  const missing = "Template content or media url is required to save a template";
  expect(templateIssues({ templateText: missing })).toEqual({ templateText: missing, templateMediaUrl: missing });
  expect(templateIssues({ templateTitle: "Please enter template title" })).toEqual({
    templateTitle: "Please enter template title",
  });
});
