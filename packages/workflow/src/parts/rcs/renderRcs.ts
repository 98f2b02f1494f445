import { renderText, type TextContext } from "../text/text.ts";
import { mapTexts, type RcsContent } from "./rcsMessage.ts";

/** The content for one contact, and the variables without a value (readings, Variables in texts). */
export function renderRcs(
  content: RcsContent,
  read: (name: string) => string | undefined,
  context: TextContext,
): { content: RcsContent; missing: string[] } {
  const missing = new Set<string>();
  const rendered = mapTexts(content, (text) => {
    const made = renderText(text, read, context);
    for (const name of made.missing) missing.add(name);
    return made.text;
  });
  return { content: rendered, missing: [...missing] };
}
