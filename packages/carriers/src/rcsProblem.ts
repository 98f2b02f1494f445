import type { OutgoingRcs, OutgoingRcsCard, OutgoingRcsSuggestion } from "./carrier.ts";

/** Limits of the channel (telecom §3). */
const limits = {
  text: 3_072,
  title: 200,
  description: 2_000,
  suggestions: 11,
  cardSuggestions: 4,
  suggestionText: 25,
  postback: 2_048,
  cards: 10,
};

/** The limit that the content exceeds after its variables were filled in. */
export function rcsProblem(rcs: OutgoingRcs): string | null {
  const { type, text, mediaUrl, cards, suggestions } = rcs;
  if (type === "text" && text.trim() === "") return "the message has no text";
  if (type === "picture" && !isWebAddress(mediaUrl)) return "the picture has no web address";
  if (type === "cards" && cards.length === 0) return "the message has no card";
  const most = type === "picture" ? limits.description : limits.text;
  return (
    tooLong("the text", text, most) ??
    tooMany("cards", cards.length, limits.cards) ??
    tooMany("buttons", suggestions.length, limits.suggestions) ??
    firstOf(suggestions, suggestionProblem) ??
    firstOf(cards, cardProblem)
  );
}

function cardProblem({ title, description, mediaUrl, suggestions }: OutgoingRcsCard): string | null {
  if (title === "" && description === "" && mediaUrl === null) return "a card is empty";
  if (mediaUrl !== null && !isWebAddress(mediaUrl)) return "the picture of a card has no web address";
  return (
    tooLong("a card's title", title, limits.title) ??
    tooLong("a card's description", description, limits.description) ??
    tooMany("buttons on a card", suggestions.length, limits.cardSuggestions) ??
    firstOf(suggestions, suggestionProblem)
  );
}

function suggestionProblem({ kind, text, target }: OutgoingRcsSuggestion): string | null {
  if (text.trim() === "") return "a button has no text";
  if (kind === "openUrl" && !isWebAddress(target)) return `the button "${text}" has no web address`;
  if (kind === "dial" && !/^\+[1-9]\d{6,14}$/.test(target)) return `the button "${text}" has no phone number`;
  return tooLong("a button's text", text, limits.suggestionText) ?? tooLong("a button", target, limits.postback);
}

const tooLong = (what: string, text: string, most: number): string | null =>
  text.length > most ? `${what} has ${text.length} characters and may have ${most}` : null;
const tooMany = (what: string, count: number, most: number): string | null =>
  count > most ? `there are ${count} ${what} and may be ${most}` : null;
const isWebAddress = (text: string | null): boolean =>
  text !== null && /^https?:\/\//i.test(text) && URL.canParse(text);

function firstOf<One>(all: readonly One[], problem: (one: One) => string | null): string | null {
  for (const one of all) {
    const found = problem(one);
    if (found !== null) return found;
  }
  return null;
}
