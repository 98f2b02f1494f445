import type { Design, Issue } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { defaultMemeFont, memeFonts } from "../../../parts/memeFonts.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { isBlank } from "../../../parts/required.ts";
import { variableName } from "../../../parts/variables.ts";
import type { Own } from "./saved.ts";

type Message = Own["messages"][number];

export interface Draft extends OneExit {
  fileName: string;
  storedVariableName: string;
  message: string;
  xval: number | null;
  yval: number | null;
  font: string;
  fontSize: number | null;
  rotate: number | null;
  fontColor: string;
  /** Other keys of the saved first message, and further messages, carried along unchanged. */
  carriedKeys: Readonly<Record<string, unknown>>;
  carriedMessages: readonly Message[];
}

export const design: Design<Own, Draft> = {
  label: "Meme",
  hue: "sms",
  icon: "photo-edit",
  defaults: {
    fileName: "",
    storedVariableName: "",
    message: "",
    xval: 5000,
    yval: 5000,
    font: defaultMemeFont,
    fontSize: 10,
    rotate: 0,
    fontColor: "rgba(0,0,0,1)",
    carriedKeys: {},
    carriedMessages: [],
    next: null,
  },
  fields: [
    {
      name: "fileName",
      label: "File Name",
      input: "asset",
      type: "meme-image",
      keeps: "fileName",
      required: true,
    },
    {
      name: "storedVariableName",
      label: "Variable Name",
      help: "Later nodes and templates use the picture's address by this name.",
      input: "text",
      placeholder: "card",
      maxLength: 100,
      required: true,
    },
    { name: "message", label: "Message", input: "textarea", variables: true, uncounted: true, required: true },
    { name: "fileName", label: "Preview", input: "memePreview" },
    {
      name: "xval",
      label: "Horizontal Offset",
      help: "0 is the left edge, 5000 the middle, 10000 the right edge.",
      input: "number",
      required: true,
    },
    {
      name: "yval",
      label: "Vertical Offset",
      help: "0 is the top, 5000 the middle, 10000 the bottom.",
      input: "number",
      required: true,
    },
    {
      name: "font",
      label: "Font",
      input: "choice",
      options: memeFonts.map(({ file, label }) => ({ value: file, label })),
      required: true,
    },
    { name: "fontSize", label: "Font Size", input: "number", min: 1, max: 2000, suffix: "px", required: true },
    { name: "rotate", label: "Rotate", help: "Degrees, clockwise.", input: "number", decimals: 2, suffix: "°" },
    { name: "fontColor", label: "Font Color", input: "color", required: true },
  ],
  card: (draft) => [
    { label: "File Name", value: draft.fileName || undefined },
    { label: "Variable", value: draft.storedVariableName || undefined },
  ],
  ...oneExit,
  gives: (_, { storedVariableName }) => (isBlank(storedVariableName) ? [] : [variableName(storedVariableName)]),
  validate: (draft) => [...fieldIssues(design.fields, draft).filter(isFirst), ...ownIssues(draft)],
  read: ({ fileName, storedVariableName, messages: [first, ...carriedMessages] }, [next = null]) => {
    const { message, xval, yval, font, fontSize, rotate, fontColor, ...carriedKeys } = { ...emptyMessage, ...first };
    return {
      fileName,
      storedVariableName,
      message,
      xval,
      yval,
      font,
      fontSize,
      rotate,
      fontColor,
      carriedKeys,
      carriedMessages,
      next,
    };
  },
  write: (draft) => {
    const { fileName, storedVariableName, message, font, fontColor, carriedKeys, carriedMessages } = draft;
    const { xval, yval, fontSize, rotate } = draft;
    const first = {
      message,
      xval: xval ?? 5000,
      yval: yval ?? 5000,
      font,
      fontSize: fontSize ?? 10,
      rotate: rotate ?? 0,
      fontColor,
      ...carriedKeys,
    };
    return { fileName, storedVariableName, messages: [first, ...carriedMessages] };
  },
};

const emptyMessage: Message = {
  message: "",
  xval: 5000,
  yval: 5000,
  font: defaultMemeFont,
  fontSize: 10,
  rotate: 0,
  fontColor: "rgba(0,0,0,1)",
};

/** Leaves out the issues of the preview, which repeats the file name's field. */
const isFirst = (issue: Issue, index: number, issues: readonly Issue[]): boolean =>
  issues.findIndex(({ field, message }) => field === issue.field && message === issue.message) === index;

const colorForm =
  /^\s*(#[0-9a-f]{3,4}|#[0-9a-f]{6}|#[0-9a-f]{8}|rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(,\s*(\d*\.)?\d+%?\s*)?\))\s*$/i;

function ownIssues(draft: Draft): Issue[] {
  const issues: Issue[] = [];
  if (/[\s${}]/.test(variableName(draft.storedVariableName))) {
    issues.push({ field: "storedVariableName", message: "Variable Name cannot contain spaces, $ or braces" });
  }
  if (!isBlank(draft.fontColor) && !colorForm.test(draft.fontColor)) {
    issues.push({ field: "fontColor", message: "Font Color must be a color such as rgba(0,0,0,1)" });
  }
  if (memeFonts.every(({ file }) => file !== draft.font)) {
    issues.push({ field: "font", message: `Font ${draft.font} does not exist` });
  }
  return issues;
}
