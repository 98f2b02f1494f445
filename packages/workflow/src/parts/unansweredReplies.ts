import { ownValue } from "./ownValue.ts";

/** Replies that came while no node listened, as JSON, until a node listens to a reply or reads them. */
const name = "unansweredReplies";

/** Only the newest are kept, each cut to the length of a long text, so that the variables stay small. */
const mostReplies = 4;
const longestReply = 1600;

type Vars = Readonly<Record<string, string>>;

/** The replies that no node has listened to yet, oldest first. */
export function readUnanswered(vars: Vars): string[] {
  const text = ownValue(vars, name);
  if (text === undefined || text === "") return [];
  try {
    const replies: unknown = JSON.parse(text);
    return Array.isArray(replies) ? replies.filter((one): one is string => typeof one === "string") : [];
  } catch {
    // a computation may have written the variable
    return [];
  }
}

/** The variable with one more reply. */
export const addUnanswered = (vars: Vars, reply: string): Record<string, string> => ({
  [name]: JSON.stringify([...readUnanswered(vars), reply.slice(0, longestReply)].slice(-mostReplies)),
});

/** Empties the variable where it holds replies. */
export const clearUnanswered = (vars: Vars): Record<string, string> =>
  readUnanswered(vars).length > 0 ? { [name]: "" } : {};
