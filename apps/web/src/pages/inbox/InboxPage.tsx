import { IconInbox } from "@tabler/icons-react";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useState } from "react";
import { paths } from "../../paths.ts";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { ConversationList } from "./ConversationList.tsx";
import { ConversationPane } from "./ConversationPane.tsx";
import classes from "./InboxPage.module.css";

/** The inbox: conversations at the left, the open one at the right (look, Run). */
export function InboxPage() {
  const contactId = usePathPart("contactId");
  const [address] = useAddress();
  const go = useGo();
  // drafts survive switching between conversations
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  useLeavePrompt(
    Object.values(drafts).some((text) => text.trim() !== ""),
    "Your message has not been sent and will be lost.",
    "Leave without sending?",
    (pathname) => pathname.startsWith(paths.inbox()),
  );
  const search = Object.fromEntries(Object.entries(address).filter((entry): entry is [string, string] => !!entry[1]));
  return (
    <Page title="Inbox" purpose="Conversations with your contacts." shape="table">
      <div className={classes["columns"]} data-open={contactId !== undefined || undefined}>
        <ConversationList open={contactId} drafts={drafts} onOpen={(id) => go(paths.inbox(id), search)} />
        {contactId === undefined ? (
          <div className={classes["nothing"]}>
            <EmptyState icon={IconInbox} title="Choose a conversation">
              Choose one from the list to read it and reply.
            </EmptyState>
          </div>
        ) : (
          <ConversationPane
            key={contactId}
            contactId={contactId}
            draft={ownValue(drafts, contactId) ?? ""}
            onDraft={(text) => setDrafts((before) => ({ ...before, [contactId]: text }))}
            back={() => go(paths.inbox(), search)}
          />
        )}
      </div>
    </Page>
  );
}
