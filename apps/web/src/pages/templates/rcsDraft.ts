import { rcsTemplateBody } from "@trunkline/contract/templates/rcs.ts";
import type { Field, Issue } from "@trunkline/workflow/nodeKind.ts";
import type { RcsCard, RcsContent, RcsSuggestion } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";

type Source = "asset" | "url";
interface CardDraft extends Omit<RcsCard, "mediaUrl"> {
  mediaSource: Source;
  mediaUrl: string;
}

/** The form of an RCS message. */
export interface RcsDraft {
  templateKey: string;
  type: RcsContent["type"];
  text: string;
  mediaSource: Source;
  mediaUrl: string;
  cards: CardDraft[];
  suggestions: RcsSuggestion[];
  shortenLinks: boolean;
}

const newCard: CardDraft = {
  title: "",
  description: "",
  mediaSource: "asset",
  mediaUrl: "",
  height: "medium",
  suggestions: [],
};
const newSuggestion: RcsSuggestion = { kind: "reply", text: "", target: "" };

export const emptyRcs: RcsDraft = {
  templateKey: "",
  type: "text",
  text: "",
  mediaSource: "asset",
  mediaUrl: "",
  cards: [newCard],
  suggestions: [],
  shortenLinks: false,
};

const sources = [
  { value: "asset", label: "Uploaded Asset" },
  { value: "url", label: "Media URL" },
];

const suggestionFields: Field<RcsSuggestion>[] = [
  {
    name: "kind",
    label: "Button",
    input: "choice",
    options: [
      { value: "reply", label: "Reply" },
      { value: "openUrl", label: "Open page" },
      { value: "dial", label: "Dial" },
    ],
    sets: ({ kind }) => (kind === "reply" ? { target: "" } : {}),
  },
  { name: "text", label: "Button text", input: "text", required: true, maxLength: 25 },
  { name: "target", label: "Address", input: "url", required: true, show: ({ kind }) => kind === "openUrl" },
  { name: "target", label: "Phone number", input: "text", required: true, show: ({ kind }) => kind === "dial" },
];

const buttons = (max: number) =>
  ({
    label: "Buttons",
    input: "rows",
    rowLabel: "Button",
    add: "Add button",
    max,
    newRow: newSuggestion,
    fields: suggestionFields,
  }) as const;

/** What the carriers accept (telecom §3, §1.4). */
const pictureHelp =
  "gif, jpg or png. Google accepts at most 100 MB in a message, providers with the Twilio API 5 MB. Phones show pictures up to 2 MB sooner.";

const cardFields: Field<CardDraft>[] = [
  { name: "title", label: "Title", input: "text", maxLength: 200 },
  { name: "description", label: "Description", input: "textarea", variables: true, uncounted: true },
  { name: "mediaSource", label: "Picture", input: "choice", options: sources, sets: () => ({ mediaUrl: "" }) },
  {
    name: "mediaUrl",
    label: "Media",
    input: "asset",
    type: "mms-image",
    show: ({ mediaSource }) => mediaSource === "asset",
  },
  {
    name: "mediaUrl",
    label: "Media URL",
    help: pictureHelp,
    input: "url",
    show: ({ mediaSource }) => mediaSource === "url",
  },
  {
    name: "height",
    label: "Picture height",
    input: "choice",
    options: [
      { value: "short", label: "Short" },
      { value: "medium", label: "Medium" },
      { value: "tall", label: "Tall" },
    ],
    show: ({ mediaUrl }) => mediaUrl !== "",
  },
  { name: "suggestions", ...buttons(4) },
];

/** The form's fields. The key can't be changed later. */
export const rcsFields = (isNew: boolean): Field<RcsDraft>[] => [
  {
    name: "templateKey",
    label: "Message Key",
    help: isNew
      ? "RCS Send nodes refer to the message by this key. Use lowercase letters, digits, _ and -."
      : "It can't be changed because nodes refer to it",
    input: "text",
    required: true,
    ...(isNew ? {} : { disabled: () => "It can't be changed because nodes refer to it" }),
  },
  {
    name: "type",
    label: "Type",
    input: "choice",
    options: [
      { value: "text", label: "Text" },
      { value: "picture", label: "Picture" },
      { value: "cards", label: "Cards" },
    ],
  },
  {
    name: "mediaSource",
    label: "Picture",
    input: "choice",
    options: sources,
    sets: () => ({ mediaUrl: "" }),
    show: ({ type }) => type === "picture",
  },
  {
    name: "mediaUrl",
    label: "Media",
    input: "asset",
    type: "mms-image",
    required: true,
    show: ({ type, mediaSource }) => type === "picture" && mediaSource === "asset",
  },
  {
    name: "mediaUrl",
    label: "Media URL",
    help: pictureHelp,
    input: "url",
    required: true,
    show: ({ type, mediaSource }) => type === "picture" && mediaSource === "url",
  },
  {
    name: "text",
    label: "Content",
    input: "textarea",
    variables: true,
    uncounted: true,
    required: true,
    show: ({ type }) => type === "text",
  },
  {
    name: "text",
    label: "Caption",
    input: "textarea",
    variables: true,
    uncounted: true,
    show: ({ type }) => type === "picture",
  },
  {
    name: "cards",
    label: "Cards",
    help: "Several cards can be swiped through. At most 10.",
    input: "rows",
    rowLabel: "Card",
    add: "Add card",
    min: 1,
    max: 10,
    newRow: newCard,
    fields: cardFields,
    show: ({ type }) => type === "cards",
  },
  { name: "suggestions", ...buttons(11) },
  {
    name: "shortenLinks",
    label: "Shorten links",
    help: "Links in texts and buttons are shortened so that clicks can be counted. Links that come from a variable are not shortened.",
    input: "switch",
  },
];

const ownAsset = /\/assets\/[\w-]{54}\//;
const sourceOf = (url: string | null): Source => (url === null || ownAsset.test(url) ? "asset" : "url");

/** Reads a saved message into the form. */
export const readRcs = (templateKey: string, content: RcsContent): RcsDraft => ({
  templateKey,
  type: content.type,
  text: content.text,
  mediaSource: sourceOf(content.mediaUrl),
  mediaUrl: content.mediaUrl ?? "",
  cards:
    content.cards.length === 0
      ? [newCard]
      : content.cards.map((card) => ({ ...card, mediaSource: sourceOf(card.mediaUrl), mediaUrl: card.mediaUrl ?? "" })),
  suggestions: content.suggestions,
  shortenLinks: content.shortenLinks ?? false,
});

/** Writes the form, without the fields of other types. */
export const writeRcs = ({ type, text, mediaUrl, cards, suggestions, shortenLinks }: RcsDraft): RcsContent => ({
  type,
  text: type === "cards" ? "" : text,
  mediaUrl: type === "picture" ? mediaUrl.trim() || null : null,
  cards:
    type === "cards"
      ? cards.map(({ mediaSource: _mediaSource, ...card }) => ({ ...card, mediaUrl: card.mediaUrl.trim() || null }))
      : [],
  suggestions,
  ...(shortenLinks && { shortenLinks }),
});

/** The issues of the form, by place. */
export function rcsIssues(draft: RcsDraft): Issue[] {
  const read = rcsTemplateBody.safeParse({ templateKey: draft.templateKey, content: writeRcs(draft) });
  if (read.success) return [];
  return read.error.issues.map(({ path, message }) => ({
    field: path.filter((part) => part !== "content").join("."),
    message,
  }));
}
