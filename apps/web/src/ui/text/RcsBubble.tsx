import type { RcsCard, RcsContent, RcsSuggestion } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import type { ReactNode } from "react";
import { shownAddress } from "../../api/assets.ts";
import classes from "./RcsBubble.module.css";

interface Props {
  content: RcsContent;
  /** The displayed sender. */
  agent: string;
  /** The line below it. */
  note?: ReactNode;
  /** Called when a reply button is tapped. Without it buttons do nothing. */
  onReply?: ((text: string) => void) | undefined;
}

/** An RCS message on a phone: text, picture or cards, and the buttons under it (telecom §3). */
export function RcsBubble({ content, agent, note, onReply }: Props) {
  const { type, text, mediaUrl, cards, suggestions } = content;
  return (
    <section className={classes["turn"]} aria-label={`RCS message from ${agent}`}>
      <div className={classes["agent"]}>
        <span className={classes["badge"]}>RCS</span> {agent}
      </div>
      {type === "picture" && mediaUrl ? <Picture url={mediaUrl} height="medium" /> : null}
      {type !== "cards" && text !== "" ? <div className={classes["bubble"]}>{text}</div> : null}
      {type === "cards" ? <Cards cards={cards} onReply={onReply} /> : null}
      {suggestions.length > 0 ? (
        <div className={classes["suggestions"]}>
          <Suggestions list={suggestions} onReply={onReply} />
        </div>
      ) : null}
      {note ? <div className={classes["note"]}>{note}</div> : null}
    </section>
  );
}

function Cards({ cards, onReply }: { cards: readonly RcsCard[]; onReply: Props["onReply"] }) {
  const isMany = cards.length > 1;
  return (
    <ul
      className={classes["cards"]}
      data-many={isMany || undefined}
      aria-label="Cards"
      tabIndex={isMany ? 0 : undefined}
    >
      {cards.map((card, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no name of their own
        <Card key={index} card={card} onReply={onReply} />
      ))}
    </ul>
  );
}

function Card({ card, onReply }: { card: RcsCard; onReply: Props["onReply"] }) {
  const { title, description, mediaUrl, height, suggestions } = card;
  return (
    <li className={classes["card"]}>
      {mediaUrl ? <Picture url={mediaUrl} height={height} /> : null}
      {title || description ? (
        <div className={classes["words"]}>
          {title ? <strong>{title}</strong> : null}
          {description ? <span>{description}</span> : null}
        </div>
      ) : null}
      <Suggestions list={suggestions} onReply={onReply} />
    </li>
  );
}

const Picture = ({ url, height }: { url: string; height: RcsCard["height"] }) => (
  <img className={classes["media"]} data-height={height} src={shownAddress(url)} alt="Media of the message" />
);

/** Reply buttons reply and links open in a new tab. Dial buttons only show the number. */
function Suggestions({ list, onReply }: { list: readonly RcsSuggestion[]; onReply: Props["onReply"] }) {
  return list.map(({ kind, text, target }, index) => {
    const key = `${index} ${text}`;
    if (kind === "openUrl" && onReply && /^https?:/i.test(target))
      return (
        <a key={key} className={classes["suggestion"]} href={target} target="_blank" rel="noreferrer">
          {text}
        </a>
      );
    const title = kind === "dial" ? `Calls ${target}` : kind === "openUrl" ? `Opens ${target}` : undefined;
    return (
      <button
        key={key}
        type="button"
        className={classes["suggestion"]}
        title={title}
        disabled={!onReply || kind !== "reply"}
        onClick={() => onReply?.(text)}
      >
        {kind === "dial" ? `${text} (${target})` : text}
      </button>
    );
  });
}
