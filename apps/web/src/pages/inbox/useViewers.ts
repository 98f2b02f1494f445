import { useQuery } from "@tanstack/react-query";
import { inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { useEffect, useState } from "react";
import { call, type Item } from "../../api/call.ts";

/** Others see a viewer within two seconds. A page that is not shown says nothing, and is forgotten after five. */
const refreshMs = 1_500;
/** A user who has not changed the text for this long is no longer typing. */
const typingMs = 4_000;

export type Viewer = Item<typeof inboxRoutes.enter>;

/** Whether the text was changed within the last seconds. */
function useTyping(text: string): boolean {
  const [typed, setTyped] = useState({ text, isTyping: false });
  if (typed.text !== text) setTyped({ text, isTyping: text !== "" });
  useEffect(() => {
    if (!typed.isTyping) return;
    const timer = setTimeout(() => setTyped({ text: typed.text, isTyping: false }), typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed.isTyping;
}

/** The other users who have the conversation open; says that this one has, and whether a reply is being written. */
export function useViewers(contactId: string, draft: string): readonly Viewer[] {
  const typing = useTyping(draft);
  const params = { contactId };
  const answer = useQuery({
    // a change of what others see is sent at once
    queryKey: ["viewers", contactId, typing],
    queryFn: async () => (await call(inboxRoutes.enter, { params, body: { typing }, unasked: true })).payload,
    refetchInterval: refreshMs,
    retry: false,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  useEffect(() => {
    const leave = () => void call(inboxRoutes.leave, { params: { contactId }, unasked: true }).catch(() => undefined);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [contactId]);
  return answer.data ?? [];
}

/** Who else is here, in a sentence; empty if no one is. Those who type come first. */
export function describeViewers(viewers: readonly Viewer[]): string {
  const sentence = (named: readonly Viewer[], one: string, many: string): string => {
    const names = named.map(({ name }) => name);
    if (names.length === 0) return "";
    if (names.length === 1) return `${names[0]} ${one}.`;
    return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} ${many}.`;
  };
  const typing = viewers.filter((viewer) => viewer.typing);
  const viewing = viewers.filter((viewer) => !viewer.typing);
  return [
    sentence(typing, "is writing a reply", "are writing replies"),
    sentence(viewing, "is also here", "are also here"),
  ]
    .filter(Boolean)
    .join(" ");
}
