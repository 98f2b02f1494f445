import type { ReactNode, Ref } from "react";
import { LinkedText } from "./LinkedText.tsx";
import classes from "./Phone.module.css";

/** An Android or iOS phone with a title, a scrolling thread and a footer. */
export function Phone({
  kind,
  title,
  subtitle,
  label,
  children,
  foot,
  threadRef,
  head,
  screen,
}: {
  kind: "android" | "ios";
  title: string;
  /** A second line under the title. */
  subtitle?: string | undefined;
  label: string;
  children: ReactNode;
  head?: ReactNode;
  foot?: ReactNode;
  threadRef?: Ref<HTMLDivElement>;
  /** Replaces the thread and footer, for a call. */
  screen?: ReactNode;
}) {
  return (
    <section className={classes["phone"]} data-kind={kind} aria-label={label}>
      <div className={classes["screen"]}>
        <header className={classes["head"]}>
          <span className={classes["face"]} aria-hidden>
            {title
              .replace(/[^A-Za-z]/g, "")
              .charAt(0)
              .toUpperCase() || "#"}
          </span>
          <span className={classes["names"]}>
            <span className={classes["title"]}>{title}</span>
            {subtitle ? <span className={classes["subtitle"]}>{subtitle}</span> : null}
          </span>
          {head}
        </header>
        {screen ?? (
          <>
            {/* the number, which is known before the name is */}
            <Thread threadRef={threadRef} label={`Messages of ${subtitle ?? title}`}>
              {children}
            </Thread>
            {foot ? <footer className={classes["foot"]}>{foot}</footer> : null}
          </>
        )}
      </div>
    </section>
  );
}

interface ThreadProps {
  threadRef: Ref<HTMLDivElement> | undefined;
  label: string;
  children: ReactNode;
}

const Thread = ({ threadRef, label, children }: ThreadProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable with the keyboard
  <div ref={threadRef} className={classes["thread"]} tabIndex={0} role="log" aria-label={label}>
    {children}
  </div>
);

/** A text in a phone's thread. `note` is the line below it. */
export function PhoneBubble({
  side,
  text,
  mediaUrl,
  note,
  isLinked = false,
}: {
  side: "mine" | "theirs";
  text: string;
  mediaUrl?: string | null;
  note?: ReactNode;
  /** Makes links clickable. */
  isLinked?: boolean;
}) {
  return (
    <div className={classes["turn"]} data-side={side}>
      {mediaUrl ? <img className={classes["media"]} src={mediaUrl} alt="Attached media" /> : null}
      {text === "" ? null : <div className={classes["bubble"]}>{isLinked ? <LinkedText text={text} /> : text}</div>}
      {note ? <div className={classes["note"]}>{note}</div> : null}
    </div>
  );
}
