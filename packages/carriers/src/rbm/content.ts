import type { OutgoingRcs, OutgoingRcsCard, OutgoingRcsSuggestion } from "../carrier.ts";
import { rcsProblem } from "../rcsProblem.ts";

/** The largest message (telecom §3). */
const mostBytes = 250_000;

/** What a message needs of the handset. */
type RbmFeature = "RICHCARD_STANDALONE" | "RICHCARD_CAROUSEL" | "ACTION_OPEN_URL" | "ACTION_DIAL";

/** A message as Google's API has it, and the features that it needs. */
export interface RbmContent {
  contentMessage: object;
  features: RbmFeature[];
}

/** Converts RCS content. A problem names the limit that the content exceeds. */
export function convertContent(rcs: OutgoingRcs): RbmContent | { problem: string } {
  const problem = rcsProblem(rcs);
  if (problem !== null) return { problem };
  const suggestions = rcs.suggestions.map(suggestionOf);
  const { cards } = rcs;
  const contentMessage = { ...bodyOf(rcs), ...(suggestions.length > 0 && { suggestions }) };
  if (new TextEncoder().encode(JSON.stringify(contentMessage)).length > mostBytes)
    return { problem: `the message is larger than ${mostBytes / 1000} KB` };
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
