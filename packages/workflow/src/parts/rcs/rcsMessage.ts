/** A button of an RCS message or card: replies with its text, opens a page, or dials (telecom §3). */
export interface RcsSuggestion {
  kind: "reply" | "openUrl" | "dial";
  text: string;
  /** The address or phone number, empty for a reply. */
  target: string;
}

export interface RcsCard {
  title: string;
  description: string;
  mediaUrl: string | null;
  height: "short" | "medium" | "tall";
  suggestions: RcsSuggestion[];
}

/** Content of an RCS message: a text, a picture, or one or more cards, with buttons. */
export interface RcsContent {
  type: "text" | "picture" | "cards";
  text: string;
  mediaUrl: string | null;
  cards: RcsCard[];
  suggestions: RcsSuggestion[];
  /** Whether links are shortened. Default: no. */
  shortenLinks?: boolean | undefined;
}

/** An outgoing RCS message: its sender, its key, and its content for this contact. */
export interface RcsMessage extends RcsContent {
  agentId: string;
  agentName: string;
  templateKey: string;
}

/** Limits of the channel (telecom §3). */
export const rcsLimits = {
  text: 3072,
  title: 200,
  description: 2000,
  suggestions: 11,
  cardSuggestions: 4,
  suggestionText: 25,
  cards: 10,
} as const;

/** Applies `change` to every text, in reading order. */
export function mapTexts(content: RcsContent, change: (text: string) => string): RcsContent {
  const media = (url: string | null) => (url === null ? null : change(url));
  const buttons = (list: readonly RcsSuggestion[]) =>
    list.map((one) => ({ ...one, text: change(one.text), target: change(one.target) }));
  return {
    type: content.type,
    text: change(content.text),
    mediaUrl: media(content.mediaUrl),
    cards: content.cards.map((card) => ({
      title: change(card.title),
      description: change(card.description),
      mediaUrl: media(card.mediaUrl),
      height: card.height,
      suggestions: buttons(card.suggestions),
    })),
    suggestions: buttons(content.suggestions),
  };
}

/** The content as plain text, for lists and the inbox. */
export function plainTextOf({ type, text, cards }: RcsContent): string {
  if (type === "text") return text;
  const [first] = cards;
  if (type === "cards" && first) return first.title || first.description || "Card";
  return text || "Picture";
}
