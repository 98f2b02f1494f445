import { wordChanges } from "@trunkline/workflow/compare/wordChanges.ts";
import classes from "./Differences.module.css";

/** A text in two versions, word by word: what one of them has is marked in it, by line as well as by color. */
export function WordChanges({ before, after, side }: { before: string; after: string; side: "before" | "after" }) {
  if ((side === "before" ? before : after) === "") return <span className={classes["none"]}>(empty)</span>;
  const shown = wordChanges(before, after).filter(({ as }) => as !== (side === "before" ? "added" : "removed"));
  let at = 0;
  return shown.map(({ as, text }) => {
    at += text.length;
    if (as === "same") return <span key={at}>{text}</span>;
    return as === "added" ? <ins key={at}>{text}</ins> : <del key={at}>{text}</del>;
  });
}
