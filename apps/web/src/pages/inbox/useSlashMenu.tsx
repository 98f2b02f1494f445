import { Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { type SavedReply, savedReplyRoutes } from "@trunkline/contract/inbox/savedReply.ts";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { callOne } from "../../api/call.ts";
import { listOf } from "../../api/queries.ts";
import { toastError } from "../../ui/page/toast.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { findReplies, readSlash } from "./findReplies.ts";
import classes from "./InboxPage.module.css";

const mostShown = 8;

/** A saved reply with the contact's values. */
export interface FilledReply {
  text: string;
  missing: string[];
}

interface Menu {
  /** The list over the reply box; null when it is closed. */
  list: ReactNode;
  /** What the reply box has for it. */
  box: Record<string, string | undefined>;
  /** Whether the list has used the key. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Saved replies by typing / and a part of their title or text. Arrow keys choose, Enter inserts, Escape closes. */
export function useSlashMenu(contactId: string, text: string, onPick: (filled: FilledReply) => void): Menu {
  const id = useId();
  const search = readSlash(text);
  const [place, setPlace] = useState(0);
  const [closedFor, setClosedFor] = useState<string>();
  const replies = useQuery({ ...listOf(savedReplyRoutes.list), staleTime: 30_000, enabled: search !== undefined });
  const fill = useMutation({
    mutationFn: ({ replyId }: SavedReply) =>
      callOne(inboxRoutes.savedReply, { params: { contactId, replyId } }) as Promise<FilledReply>,
    onSuccess: onPick,
    onError: (problem) => toastError("Error inserting saved reply", problem),
  });
  if (search === undefined || closedFor === text || replies.data === undefined)
    return { list: null, box: {}, onKey: () => false };
  const found = findReplies(replies.data, search).slice(0, mostShown);
  const chosen = Math.min(place, found.length - 1);
  const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const reply = found[chosen];
    if (key === "Escape") setClosedFor(text);
    else if (key === "ArrowDown") setPlace((chosen + 1) % Math.max(found.length, 1));
    else if (key === "ArrowUp") setPlace((chosen + found.length - 1) % Math.max(found.length, 1));
    else if (key === "Enter" && !ctrlKey && !metaKey && reply) fill.mutate(reply);
    else return false;
    return true;
  };
  const optionId = (index: number) => `${id}-${index}`;
  return {
    onKey,
    box: {
      "aria-autocomplete": "list",
      "aria-controls": id,
      "aria-activedescendant": found.length > 0 ? optionId(chosen) : undefined,
    },
    list: (
      <div className={classes["slash"]}>
        <Text size="xs" c="dimmed" role="status">
          {replies.data.length === 0
            ? "No saved replies yet"
            : `${plural(found.length, "saved reply", "saved replies")}. Arrow keys choose, Enter inserts, Escape closes.`}
        </Text>
        {found.length === 0 ? null : (
          <div id={id} role="listbox" aria-label="Saved replies">
            {found.map((reply, index) => (
              // the reply box keeps the focus and handles the keys
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above
              // biome-ignore lint/a11y/useFocusableInteractive: see above
              <div
                key={reply.replyId}
                id={optionId(index)}
                role="option"
                aria-selected={index === chosen}
                className={classes["option"]}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => fill.mutate(reply)}
              >
                <strong>{reply.title}</strong> <span>{reply.text}</span>
              </div>
            ))}
          </div>
        )}
      </div>
    ),
  };
}
