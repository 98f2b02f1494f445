import {
  type ContentForm,
  contentCard,
  contentFields,
  contentForm,
  contentIssues,
  entryOf,
} from "../../contentRule.ts";
import { ruleKind } from "../../kind.ts";

const fields = contentFields<ContentForm>(false, "order");

/** The content of a text or RCS message. */
export const textContent = ruleKind<ContentForm>({
  nodeType: "smsRule",
  label: "Text Message Content",
  help: "Matches the words of the message.",
  icon: "message-search",
  hue: "sms",
  form: contentForm("text"),
  defaults: { variable: "text", contentOperation: "CONTAINS", contentValue: "" },
  fields,
  card: (form) => contentCard(form, "Text"),
  validate: (form) => contentIssues(fields, form),
  entry: (form) => entryOf(form, "text"),
});
