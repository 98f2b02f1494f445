import type { OutgoingRcs, OutgoingRcsCard, OutgoingRcsSuggestion } from "../carrier.ts";

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
  bytes: 250_000,
};

/** What a message needs of the handset. */
type RbmFeature = "RICHCARD_STANDALONE" | "RICHCARD_CAROUSEL" | "ACTION_OPEN_URL" | "ACTION_DIAL";

/** A message as Google's API has it, and the features that it needs. */
export interface RbmContent {
  contentMessage: object;
  features: RbmFeature[];
}

/** Converts RCS content. A problem names the limit that the content exceeds. */
export function convertContent(rcs: OutgoingRcs): RbmContent | { problem: string } {
  const problem = problemOf(rcs);
  if (problem !== null) return { problem };
  const suggestions = rcs.suggestions.map(suggestionOf);
  const { cards } = rcs;
  const contentMessage = { ...bodyOf(rcs), ...(suggestions.length > 0 && { suggestions }) };
  if (new TextEncoder().encode(JSON.stringify(contentMessage)).length > limits.bytes)
    return { problem: `the message is larger than ${limits.bytes / 1000} KB` };
  const kinds = new Set([...rcs.suggestions, ...cards.flatMap((card) => card.suggestions)].map(({ kind }) => kind));
  const features: RbmFeature[] = [];
  if (cards.length > 1) features.push("RICHCARD_CAROUSEL");
  else if (isCard(rcs)) features.push("RICHCARD_STANDALONE");
  if (kinds.has("openUrl")) features.push("ACTION_OPEN_URL");
  if (kinds.has("dial")) features.push("ACTION_DIAL");
  return { contentMessage, features };
}

/** A picture with words under it is a card, because a file has none. */
const isCard = ({ type, text }: OutgoingRcs): boolean => type === "cards" || (type === "picture" && text !== "");

function bodyOf(rcs: OutgoingRcs): object {
  const [first, ...more] = rcs.cards;
  if (rcs.type === "cards" && first !== undefined)
    return {
      richCard:
        more.length === 0
          ? standalone(cardOf(first))
          : { carouselCard: { cardWidth: "MEDIUM", cardContents: rcs.cards.map(cardOf) } },
    };
  if (rcs.type === "picture" && rcs.mediaUrl !== null)
    return rcs.text === ""
      ? { contentInfo: { fileUrl: rcs.mediaUrl } }
      : { richCard: standalone({ description: rcs.text, media: mediaOf(rcs.mediaUrl, "medium") }) };
  return { text: rcs.text };
}

const standalone = (cardContent: object) => ({ standaloneCard: { cardOrientation: "VERTICAL", cardContent } });

const cardOf = ({ title, description, mediaUrl, height, suggestions }: OutgoingRcsCard) => ({
  ...(title !== "" && { title }),
  ...(description !== "" && { description }),
  ...(mediaUrl !== null && { media: mediaOf(mediaUrl, height) }),
  ...(suggestions.length > 0 && { suggestions: suggestions.map(suggestionOf) }),
});

const mediaOf = (fileUrl: string, height: OutgoingRcsCard["height"]) => ({
  height: height.toUpperCase(),
  contentInfo: { fileUrl },
});

/** The postback is the text, so that an answer is the same whether it is tapped or written. */
function suggestionOf({ kind, text, target }: OutgoingRcsSuggestion): object {
  const common = { text, postbackData: text };
  if (kind === "openUrl") return { action: { ...common, openUrlAction: { url: target } } };
  if (kind === "dial") return { action: { ...common, dialAction: { phoneNumber: target } } };
  return { reply: common };
}

/** The limit that the content exceeds after its variables were filled in. */
function problemOf(rcs: OutgoingRcs): string | null {
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
