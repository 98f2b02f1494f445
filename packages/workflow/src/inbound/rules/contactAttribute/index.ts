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
  /** The name of the contact's field. */
  attributeValue: string;
}

const fields: InboundField<ContactForm>[] = [
  {
    name: "attributeValue",
    label: "Attribute",
    help: "A field of the contact: one of your own, or firstName, state and the like.",
    input: "pickOne",
    from: "contactFields",
    required: true,
  },
  ...contentFields<ContactForm>(true, "gold"),
];

/** A field of the contact who calls or texts; the variable becomes contact.extdata.{attribute} (spec 1 §3.5). */
export const contactAttribute = ruleKind<ContactForm>({
  nodeType: "rule",
  label: "Contact Attribute",
  help: "Looks at what is known of the contact with the number. Somebody who is no contact has no attributes.",
  icon: "user-search",
  hue: "logic",
  form: contentForm("contact").extend({ attributeValue: z.string().default("") }),
  defaults: { variable: "contact", attributeValue: "", contentOperation: "CONTAINS", contentValue: "" },
  fields,
  card: (form) => contentCard(form, form.attributeValue || "Attribute"),
  validate: (form) => contentIssues(fields, form, true),
  entry: (form) => entryOf(form, `contact.extdata.${form.attributeValue.trim()}`, "matchcontact"),
});
