import { findLinks } from "@trunkline/workflow/parts/text/links.ts";
import type { ReactNode } from "react";

/** A text with clickable links. */
export function LinkedText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { from, to, address } of findLinks(text)) {
    parts.push(
      text.slice(at, from),
      <a key={from} href={address} target="_blank" rel="noreferrer">
        {address}
      </a>,
    );
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
