import { z } from "zod";
import type { Issue } from "../../../nodeKind.ts";
import { parseXml, XmlError } from "../../../voice/parseXml.ts";
import { readCallXml } from "../../../voice/readCallXml.ts";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";

/** Spec 1 §3.6. */
export interface CustomCallForm extends DestinationForm {
  callXml: string;
}

/** Spec 1 §5.2, to the letter; what else is wrong names its line. */
function xmlIssues({ callXml }: CustomCallForm): Issue[] {
  if (callXml.trim() === "") return [];
  const read = readCallXml(callXml);
  if (!("problem" in read)) return [];
  const say = { field: "callXml", message: `${read.problem}.` };
  return isXml(callXml) ? [say] : [{ field: "callXml", message: "Must be valid XML." }, say];
}

function isXml(text: string): boolean {
  try {
    parseXml(text);
    return true;
  } catch (error) {
    if (error instanceof XmlError) return false;
    throw error;
  }
}

/** The call does what a script says. */
export const customCall = destinationKind<CustomCallForm>({
  nodeType: "callDestination",
  label: destTypeLabel("call"),
  help: "Answers the call and does what a call script of yours says.",
  icon: "file-phone",
  hue: "voice",
  destType: "call",
  form: z.looseObject({ callXml: z.string().default(""), ...destinationShape }),
  defaults: { callXml: "", ...destinationDefaults },
  fields: [
    {
      name: "callXml",
      label: "Call XML",
      help: "A call script: Say, Play, Gather, Record, Dial and the like inside of Response.",
      input: "textarea",
      uncounted: true,
      required: true,
    },
  ],
  card: (form) => [{ label: "Call XML", value: form.callXml ? `${form.callXml.length} characters` : undefined }],
  issues: xmlIssues,
  target: (form) => ({ dest: "call", options: { callXml: form.callXml } }),
});
