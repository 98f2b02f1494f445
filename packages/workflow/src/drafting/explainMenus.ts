import type { MenusOutline } from "./draftMenus.ts";

type Action = MenusOutline["menus"][number]["options"][number]["actions"][number];

/** The menus of an IVR in plain words by rules: what callers hear, and what each key does. The local model answers with it. */
export function explainMenus({ menus, defaultMessage, maxAttemptMessage }: MenusOutline): string {
  const lines = menus.flatMap(({ name, say, recorded, options }, at) => [
    `${at === 0 ? "Callers first hear" : `In ${name || "a menu"} they hear`}${recorded ? " a recording." : `: “${say}”`}`,
    ...options.map(({ key, say: before, actions }) => {
      const does = [...(before === "" ? [] : [`hears “${before}”`]), ...actions.map(wordsOf)];
      return `  Who presses ${key} ${does.length === 0 ? "hears the menu again" : does.join(", then ")}.`;
    }),
  ]);
  const wrong = defaultMessage === "" ? [] : [`After a key without an option: “${defaultMessage}”`];
  const end = maxAttemptMessage === "" ? [] : [`After too many of them, before the call ends: “${maxAttemptMessage}”`];
  return lines.length === 0 ? "The IVR has no menus yet." : [...lines, ...wrong, ...end].join("\n");
}

function wordsOf({ type, value = "" }: Action): string {
  switch (type) {
    case "say":
      return `hears “${value}”`;
    case "play":
      return "hears a sound";
    case "hangup":
      return "the call ends";
    case "dial":
      return `is connected with ${value}`;
    case "nextMenu":
      return `goes to ${value}`;
    case "workflow":
      return `starts the workflow ${value}`;
    default:
      return `waits for the live list ${value}`;
  }
}
