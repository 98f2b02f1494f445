import type { Design, Issue } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { isBlank } from "../../../parts/required.ts";
import { replyVariable } from "../../../parts/variables.ts";
import type { Own } from "./saved.ts";

/** The form (spec 2 §3.3). A new template is saved first (`outbound/newTemplate.ts`); the node keeps only its id and name. */
export interface Draft extends Own, OneExit {
  templateSource: "existing" | "new";
  templateTitle: string;
  templateText: string;
  templateMediaSource: "asset" | "url";
  templateMediaUrl: string;
  templateShortenLinks: boolean;
}

/** spec 2 §4.5 */
const mediaNote = "gif, jpg or png; under 500 KB for toll-free numbers and 1 MB for long code numbers";
const isNew = (draft: Draft): boolean => draft.templateSource === "new";
const noTemplate = { smsTemplateId: "", smsTemplateName: "" };
const noNewTemplate = {
  templateTitle: "",
  templateText: "",
  templateMediaSource: "asset" as const,
  templateMediaUrl: "",
  templateShortenLinks: false,
};

export const design: Design<Own, Draft> = {
  label: "SMS Send",
  hue: "sms",
  icon: "message",
  defaults: { templateSource: "existing", ...noTemplate, ...noNewTemplate, useAiRewording: false, next: null },
  fields: [
    {
      name: "templateSource",
      label: "Message",
      input: "choice",
      options: [
        { value: "existing", label: "Existing Template" },
        { value: "new", label: "New Template" },
      ],
      sets: (draft) => (isNew(draft) ? noTemplate : noNewTemplate),
    },
    {
      name: "smsTemplateId",
      label: "Template",
      input: "pick",
      from: "smsTemplates",
      nameField: "smsTemplateName",
      required: true,
      show: (draft) => !isNew(draft),
    },
    { name: "templateTitle", label: "Title", input: "text", required: true, show: isNew },
    {
      name: "templateText",
      label: "Content",
      input: "textarea",
      variables: true,
      shortenedBy: "templateShortenLinks",
      show: isNew,
    },
    {
      name: "templateShortenLinks",
      label: "Shorten links",
      help: "Links are shortened on your own domain so that clicks can be counted.",
      input: "switch",
      show: isNew,
    },
    {
      name: "templateMediaSource",
      label: "Media",
      input: "choice",
      options: [
        { value: "asset", label: "Uploaded Asset" },
        { value: "url", label: "Media URL" },
      ],
      show: isNew,
      sets: () => ({ templateMediaUrl: "" }),
    },
    {
      name: "templateMediaUrl",
      label: "Uploaded Asset",
      help: mediaNote,
      input: "asset",
      type: "mms-image",
      show: (draft) => isNew(draft) && draft.templateMediaSource === "asset",
    },
    {
      name: "templateMediaUrl",
      label: "Media URL",
      help: mediaNote,
      input: "url",
      show: (draft) => isNew(draft) && draft.templateMediaSource === "url",
    },
    {
      name: "useAiRewording",
      label: "Use AI Rewording",
      help: "Slightly rewords the text for each contact, for an additional charge per message. Without a configured language model the original text is sent.",
      input: "switch",
    },
  ],
  card: (draft) => [
    { label: "Template Name", value: (isNew(draft) ? draft.templateTitle : draft.smsTemplateName) || undefined },
  ],
  message: (draft) => {
    if (isNew(draft)) return isBlank(draft.templateText) ? undefined : { text: draft.templateText };
    return draft.smsTemplateId === "" ? undefined : { templateId: draft.smsTemplateId };
  },
  ...oneExit,
  gives: (id) => [replyVariable(id)],
  validate: (draft) => [...fieldIssues(design.fields, draft), ...newTemplateIssues(draft)],
  read: ({ smsTemplateId, smsTemplateName, useAiRewording }, [next = null]) => ({
    ...design.defaults,
    smsTemplateId,
    smsTemplateName,
    useAiRewording,
    next,
  }),
  write: ({ smsTemplateId, smsTemplateName, useAiRewording }) => ({ smsTemplateId, smsTemplateName, useAiRewording }),
};

function newTemplateIssues(draft: Draft): Issue[] {
  if (!isNew(draft)) return [];
  if (isBlank(draft.templateText) && isBlank(draft.templateMediaUrl)) {
    return [{ field: "templateText", message: "Content or Media URL is required" }];
  }
  return [];
}
