import { contentEntry } from "../../contentRule.ts";
import { type InboundField, ruleKind } from "../../kind.ts";
import { fixedOperation, type ListForm, listForm, listIssues } from "../../listRule.ts";
import { tidy } from "../../lists.ts";

const fields: InboundField<ListForm>[] = [
  fixedOperation(),
  {
    name: "contentValue",
    label: "Area Codes",
    help: "Three digits each, one per line or comma.",
    input: "texts",
    placeholder: "303, 720",
  },
];

/** Three-digit codes, also from +1303. */
const codes = ({ contentValue }: ListForm): string[] => tidy(contentValue).map((code) => code.replace(/^\+1/, ""));

/** The area code of the caller or sender. */
export const areaCode = ruleKind<ListForm>({
  nodeType: "rule",
  label: "Area Code",
  help: "Matches callers and senders whose number has one of the area codes.",
  icon: "map-2",
  hue: "logic",
  form: listForm("from"),
  defaults: { variable: "from", contentOperation: "CONTAINS_ONE_OF", contentValue: [] },
  fields,
  card: (form) => [{ label: "Area Code", value: codes(form).join(", ") || undefined }],
  validate: (form) =>
    listIssues(codes(form), (code) =>
      /^[2-9]\d\d$/.test(code) ? undefined : `${code} is not an area code. Enter three digits, such as 303.`,
    ),
  // saved values are prefixed with +1 (spec 1 §5.2)
  entry: (form) =>
    contentEntry(
      "from",
      "CONTAINS_ONE_OF",
      codes(form).map((code) => `+1${code}`),
    ),
});
