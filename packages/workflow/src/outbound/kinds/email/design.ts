import type { Design, Field, Issue } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { isBlank } from "../../../parts/required.ts";
import { mayBeEmailAddress } from "../../../parts/text/emailAddress.ts";
import { textProblem } from "../../../parts/text/textProblem.ts";
import type { Own } from "./saved.ts";

// types, not interfaces: only a type may carry unknown keys
type Party = { email: string; name: string };
type Replacement = { key: string; value: string };

/** The form (spec 2 §3.3). */
export interface Draft extends OneExit {
  provider: Own["provider"];
  subject: string;
  fromEmail: string;
  fromName: string;
  toEmail: string;
  toName: string;
  ccEmails: Party[];
  bccEmails: Party[];
  templateId: string;
  replacements: Replacement[];
}

const newParty: Party = { email: "", name: "" };
/** Ids of our own templates. Other providers have numbers and names. */
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isSmtp = ({ provider }: Draft): boolean => provider === "smtp";
const newReplacement: Replacement = { key: "", value: "" };

const partyFields = (list: string): Field<Party>[] => [
  { name: "email", label: `${list} Email`, input: "text", variables: true, required: true },
  { name: "name", label: `${list} Name`, input: "text", variables: true },
];

const replacementFields: Field<Replacement>[] = [
  { name: "key", label: "Replacement Key", input: "text", required: true },
  { name: "value", label: "Replacement Value", input: "text", variables: true, required: true },
];

export const design: Design<Own, Draft> = {
  label: "Email",
  hue: "email",
  icon: "mail",
  defaults: {
    provider: "hubspot",
    subject: "",
    fromEmail: "",
    fromName: "",
    toEmail: "${email}",
    toName: "${firstName} ${lastName}",
    ccEmails: [],
    bccEmails: [],
    templateId: "",
    replacements: [],
    next: null,
  },
  fields: [
    {
      name: "provider",
      label: "Provider",
      input: "choice",
      required: true,
      // a template belongs to one provider
      sets: (draft) => (isSmtp(draft) === uuid.test(draft.templateId) ? {} : { templateId: "" }),
      options: [
        { value: "hubspot", label: "HubSpot" },
        { value: "mailgun", label: "Mailgun" },
        { value: "sendgrid", label: "SendGrid" },
        { value: "smtp", label: "SMTP" },
      ],
    },
    { name: "fromEmail", label: "From Email", input: "text", variables: true, required: true },
    { name: "fromName", label: "From Name", input: "text", variables: true },
    {
      name: "toEmail",
      label: "To Email",
      help: "Leave empty to use the contact's own address.",
      input: "text",
      variables: true,
    },
    { name: "toName", label: "To Name", input: "text", variables: true },
    {
      name: "templateId",
      label: "Template ID",
      input: "pick",
      from: "emailTemplates",
      required: true,
      show: isSmtp,
    },
    {
      name: "templateId",
      label: "Template ID",
      show: (draft) => !isSmtp(draft),
      help: "HubSpot's e-mail number, Mailgun's template name or SendGrid's template ID.",
      input: "text",
      required: true,
    },
    // not marked as required because only Mailgun needs it; `validate` says so
    {
      name: "subject",
      label: "Subject",
      help: "Required for Mailgun. SendGrid and SMTP use the template's subject if empty, HubSpot always does.",
      input: "text",
      variables: true,
    },
    {
      name: "ccEmails",
      label: "CC",
      input: "rows",
      rowLabel: "CC",
      add: "Add CC",
      newRow: newParty,
      fields: partyFields("CC"),
    },
    {
      name: "bccEmails",
      label: "BCC",
      input: "rows",
      rowLabel: "BCC",
      add: "Add BCC",
      newRow: newParty,
      fields: partyFields("BCC"),
    },
    {
      name: "replacements",
      label: "Replacements",
      input: "rows",
      rowLabel: "Replacement",
      add: "Add replacement",
      newRow: newReplacement,
      fields: replacementFields,
    },
  ],
  card: (draft) => [
    // the id of a template of our own says nothing to a reader
    isSmtp(draft)
      ? { label: "Provider", value: "SMTP" }
      : { label: "Template ID", value: draft.templateId || undefined },
    { label: "To", value: draft.toEmail || undefined },
  ],
  ...oneExit,
  validate: (draft) => [
    ...fieldIssues(design.fields, draft),
    ...subjectIssues(draft),
    ...addressIssues(draft),
    ...keyIssues(draft),
    ...templateIdIssues(draft),
  ],
  read: ({ from, toVariable, cc, bcc, replacements, provider, subject, templateId }, [next = null]) => ({
    provider,
    subject,
    fromEmail: from.email,
    fromName: from.name,
    toEmail: toVariable.email,
    toName: toVariable.name,
    ccEmails: cc,
    bccEmails: bcc,
    templateId,
    replacements: Object.entries(replacements).map(([key, value]) => ({ key, value })),
    next,
  }),
  write: (draft) => ({
    provider: draft.provider,
    subject: draft.subject,
    from: { email: draft.fromEmail, name: draft.fromName },
    toVariable: { email: draft.toEmail, name: draft.toName },
    cc: draft.ccEmails,
    bcc: draft.bccEmails,
    templateId: draft.templateId,
    replacements: Object.fromEntries(draft.replacements.map(({ key, value }) => [key.trim(), value])),
  }),
};

const subjectIssues = ({ provider, subject }: Draft): Issue[] =>
  provider === "mailgun" && isBlank(subject) ? [{ field: "subject", message: "Subject is required" }] : [];

function addressIssues(draft: Draft): Issue[] {
  const places: [field: string, label: string, text: string][] = [
    ["fromEmail", "From Email", draft.fromEmail],
    ["toEmail", "To Email", draft.toEmail],
    ...draft.ccEmails.map(({ email }, index): [string, string, string] => [
      `ccEmails.${index}.email`,
      `CC Email ${index + 1}`,
      email,
    ]),
    ...draft.bccEmails.map(({ email }, index): [string, string, string] => [
      `bccEmails.${index}.email`,
      `BCC Email ${index + 1}`,
      email,
    ]),
  ];
  return places
    .filter(([, , text]) => !isBlank(text) && !mayBeEmailAddress(text))
    .map(([field, label]) => ({ field, message: `${label} must be a valid email address` }));
}

function keyIssues({ replacements }: Draft): Issue[] {
  const keys = replacements.map(({ key }) => key.trim());
  return keys.flatMap((key, index) =>
    key !== "" && keys.indexOf(key) < index
      ? [{ field: `replacements.${index}.key`, message: "Duplicate Replacement Key" }]
      : [],
  );
}

/** Template IDs can contain variables too. */
function templateIdIssues({ templateId }: Draft): Issue[] {
  const problem = textProblem(templateId);
  return problem === undefined ? [] : [{ field: "templateId", message: `Template ID cannot be read: ${problem}` }];
}
