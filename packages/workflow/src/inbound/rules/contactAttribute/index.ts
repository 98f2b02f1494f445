import { z } from "zod";
import {
  type ContentForm,
  contentCard,
  contentFields,
  contentForm,
  contentIssues,
  entryOf,
} from "../../contentRule.ts";
import { type InboundField, ruleKind } from "../../kind.ts";

/** Spec 1 §3.5. */
export interface ContactForm extends ContentForm {
  /** Name of the contact field. */
  attributeValue: string;
}

const fields: InboundField<ContactForm>[] = [
  {
    name: "attributeValue",
    label: "Attribute",
    help: "A contact field: a custom field, or firstName, state and so on.",
    input: "pickOne",
    from: "contactFields",
    required: true,
  },
  ...contentFields<ContactForm>(true, "gold"),
];

/** A field of the caller's or sender's contact. The variable becomes contact.extdata.{attribute} (spec 1 §3.5). */
export const contactAttribute = ruleKind<ContactForm>({
  nodeType: "rule",
  label: "Contact Attribute",
  help: "Matches a field of the contact with this number. Unknown numbers have no attributes.",
  icon: "user-search",
  hue: "logic",
  form: contentForm("contact").extend({ attributeValue: z.string().default("") }),
  defaults: { variable: "contact", attributeValue: "", contentOperation: "CONTAINS", contentValue: "" },
  fields,
  card: (form) => contentCard(form, form.attributeValue || "Attribute"),
  validate: (form) => contentIssues(fields, form, true),
  entry: (form) => entryOf(form, `contact.extdata.${form.attributeValue.trim()}`, "matchcontact"),
});
