import type { OutgoingRcs, OutgoingRcsCard, OutgoingRcsSuggestion } from "../carrier.ts";
import type { Failure } from "../failures.ts";
import { rcsProblem } from "../rcsProblem.ts";

/** What a message says, as a content template has it. */
type Wording = Pick<OutgoingRcs, "text" | "mediaUrl" | "cards" | "suggestions">;

/** A message as a content template of the provider, and what this contact's message says in its places. */
export interface TwilioContent {
  types: object;
  /** By the number of the place, as `{{1}}` in the template. */
  values: Readonly<Record<string, string>>;
}

/** A content template by its type. */
type Types = Readonly<Record<`twilio/${string}`, object>>;

/** Why a message has no content template. */
export interface ContentProblem {
  failure: Failure;
  problem: string;
}

/**
 * Converts RCS content. What is as in the template here is part of the provider's template; what was filled in for the
 * contact is a place in it, so that all contacts share a template (telecom §1.8). Without a template everything is a place.
 */
export function convertContent(rcs: OutgoingRcs, template: Wording | null): TwilioContent | ContentProblem {
  const problem = rcsProblem(rcs);
  if (problem !== null) return { failure: "carrier_rcs_limits", problem };
  const places = new Places();
  const types = rcs.cards.length > 1 ? carouselOf(rcs, template, places) : typesOf(rcs, template, places);
  return isProblem(types) ? types : { types, values: places.values };
}

const isProblem = (types: Types | ContentProblem): types is ContentProblem => "problem" in types;

/** The places of a template, numbered as they come. */
class Places {
  private readonly filled: string[] = [];

  get values(): Record<string, string> {
    return Object.fromEntries(this.filled.map((text, index) => [String(index + 1), text]));
  }

  words(text: string, template: string | null | undefined): string {
    return text === template && !text.includes("{{") ? text : this.add(text);
  }

  /** An address keeps its host, because the provider accepts a place in the path alone. */
  address(url: string, template: string | null | undefined): string {
    if (url === template && !url.includes("{{")) return url;
    const [, host = "", path = ""] = /^(https?:\/\/[^/?#]+)\/(.*)$/is.exec(url) ?? [];
    return path === "" ? url : `${host}/${this.add(path)}`;
  }

  private add(text: string): string {
    return `{{${this.filled.push(text)}}}`;
  }
}

function typesOf(rcs: OutgoingRcs, template: Wording | null, places: Places): Types {
  const actions = () => rcs.suggestions.map((one, index) => actionOf(one, template?.suggestions[index], places));
  const [card] = rcs.cards;
  if (rcs.type === "cards" && card !== undefined) return cardTypes(card, template?.cards[0], places, actions);
  const words = rcs.text === "" ? "" : places.words(rcs.text, template?.text);
  const media =
    rcs.type === "picture" && rcs.mediaUrl !== null ? [places.address(rcs.mediaUrl, template?.mediaUrl)] : [];
  if (rcs.suggestions.length === 0)
    return media.length === 0
      ? { "twilio/text": { body: words } }
      : { "twilio/media": { ...(words !== "" && { body: words }), media } };
  return {
    "twilio/card": { ...(words !== "" && { title: words }), ...(media.length > 0 && { media }), actions: actions() },
  };
}

/** Buttons below a card join the buttons on it, as the provider shows more than four below the card. */
function cardTypes(
  card: OutgoingRcsCard,
  template: OutgoingRcsCard | undefined,
  places: Places,
  actionsBelow: () => object[],
): Types {
  const [first, second] = [
    { text: card.title, of: template?.title },
    { text: card.description, of: template?.description },
  ]
    .filter(({ text }) => text !== "")
    .map(({ text, of }) => places.words(text, of));
  const media = card.mediaUrl === null ? [] : [places.address(card.mediaUrl, template?.mediaUrl)];
  const actions = [...actionsOf(card, template, places), ...actionsBelow()];
  // a card needs something besides its words
  if (media.length === 0 && actions.length === 0)
    return { "twilio/text": { body: [first, second].filter(Boolean).join("\n") } };
  return {
    "twilio/card": {
      ...(first !== undefined && { title: first }),
      ...(second !== undefined && { subtitle: second }),
      ...(media.length > 0 && { media }),
      ...(actions.length > 0 && { actions }),
    },
  };
}

function carouselOf(rcs: OutgoingRcs, template: Wording | null, places: Places): Types | ContentProblem {
  if (rcs.suggestions.length > 0) return cannot("several cards cannot have buttons below them");
  const cards: object[] = [];
  for (const [index, card] of rcs.cards.entries()) {
    if (card.mediaUrl === null || card.suggestions.length === 0)
      return cannot("each of several cards needs a picture and a button");
    const of = template?.cards[index];
    const words = [
      { text: card.title, of: of?.title },
      { text: card.description, of: of?.description },
    ].filter(({ text }) => text !== "");
    // the body of a card is required, its title is not
    const [title, body] = words.length === 2 ? words : [undefined, words[0]];
    if (body === undefined) return cannot("each of several cards needs a title or a description");
    cards.push({
      ...(title && { title: places.words(title.text, title.of) }),
      body: places.words(body.text, body.of),
      media: places.address(card.mediaUrl, of?.mediaUrl),
      actions: actionsOf(card, of, places),
    });
  }
  // the text above a carousel is required, and RCS shows none
  return { "twilio/carousel": { body: rcs.text === "" ? "Cards" : places.words(rcs.text, template?.text), cards } };
}

const cannot = (problem: string): ContentProblem => ({ failure: "carrier_rcs_form", problem });

const actionsOf = (card: OutgoingRcsCard, template: OutgoingRcsCard | undefined, places: Places): object[] =>
  card.suggestions.map((one, index) => actionOf(one, template?.suggestions[index], places));

/** What a tap sends is the words of the button, so that an answer is the same whether it is tapped or written. */
function actionOf(
  { kind, text, target }: OutgoingRcsSuggestion,
  template: OutgoingRcsSuggestion | undefined,
  places: Places,
): object {
  const title = places.words(text, template?.text);
  if (kind === "openUrl") return { type: "URL", title, url: places.address(target, template?.target) };
  if (kind === "dial") return { type: "PHONE_NUMBER", title, phone: places.words(target, template?.target) };
  return { type: "QUICK_REPLY", title, id: title };
}
