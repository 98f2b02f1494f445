import { ActionIcon, Button, Drawer, Menu, Skeleton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDots, IconHourglass, IconInbox, IconKeyboard, IconMessageBolt, IconUserCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useState } from "react";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { ConversationList } from "./ConversationList.tsx";
import { ConversationPane } from "./ConversationPane.tsx";
import classes from "./InboxPage.module.css";
import { useInboxKeys } from "./singleKeys.ts";

/** Pages that belong to the inbox. */
const links = [
  { label: "Response times", to: paths.responseTimes, icon: IconHourglass },
  { label: "Assignment rules", to: paths.assignmentRules, icon: IconUserCheck },
  { label: "Saved replies", to: paths.savedReplies, icon: IconMessageBolt },
] as const;

/** The pages of the inbox and its keys; in a menu where there is no room. */
function InboxActions({ showKeys }: { showKeys: () => void }) {
  const isNarrow = useMediaQuery("(max-width: 60em)", false, { getInitialValueInEffect: false });
  if (isNarrow)
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" aria-label="Pages of the inbox">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {links.map(({ label, to, icon: Icon }) => (
            <Menu.Item key={to} component={PathLink} to={to} leftSection={<Icon size={16} />}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    );
  return (
    <>
      <Button variant="subtle" leftSection={<IconKeyboard size={16} />} onClick={showKeys}>
        Keys
      </Button>
      {links.map(({ label, to, icon: Icon }) => (
        <Button key={to} variant="default" component={PathLink} to={to} leftSection={<Icon size={16} />}>
          {label}
        </Button>
      ))}
    </>
  );
}

/** There is room for list, conversation and contact side by side. */
const wide = "(min-width: 80em)";

const KeysHelp = later(() => import("./KeysHelp.tsx").then((part) => part.KeysHelp), { frame: overThePage });

const ContactCard = later(() => import("./ContactCard.tsx").then((part) => part.ContactCard), {
  shape: <Skeleton height={240} aria-busy role="status" aria-label="Loading" />,
});

interface CardProps {
  contactId: string;
  isWide: boolean;
  isOpen: boolean;
  close: () => void;
}

/** The contact next to the conversation, or over it where there is no room. */
const ContactPlace = ({ contactId, isWide, isOpen, close }: CardProps) =>
  isWide ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable with the keyboard
    <aside className={classes["card"]} aria-label="Contact of the conversation" tabIndex={0}>
      <ContactCard key={contactId} contactId={contactId} />
    </aside>
  ) : (
    <Drawer opened={isOpen} onClose={close} position="right" size="sm" title="Contact of the conversation">
      <div className={classes["drawer"]}>
        <ContactCard key={contactId} contactId={contactId} />
      </div>
    </Drawer>
  );

/** The inbox: conversations at the left, the open one next to it, its contact at the right (look, Run). */
export function InboxPage() {
  const contactId = usePathPart("contactId");
  const [address] = useAddress();
  const go = useGo();
  const isWide = useMediaQuery(wide, true, { getInitialValueInEffect: false });
  const [showsCard, setCard] = useState(false);
  const [showsKeys, setKeys] = useState(false);
  const found = useQuery({
    ...oneOf(inboxRoutes.find, { params: { contactId: contactId ?? "" } }),
    enabled: contactId !== undefined,
  });
  // the pane says why
  const isMissing = found.isError && found.data === undefined;
  useInboxKeys({ "?": () => setKeys(true) });
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
    <Page
      title="Inbox"
      purpose="Conversations with your contacts."
      shape="table"
      actions={<InboxActions showKeys={() => setKeys(true)} />}
    >
      <div className={classes["columns"]} data-open={contactId !== undefined || undefined}>
        <ConversationList open={contactId} drafts={drafts} onOpen={(id) => go(paths.inbox(id), search)} />
        {contactId === undefined ? (
          <div className={classes["nothing"]}>
            <EmptyState icon={IconInbox} title="Choose a conversation">
              Choose one from the list to read it and reply.
            </EmptyState>
          </div>
        ) : (
          <>
            <ConversationPane
              key={contactId}
              contactId={contactId}
              draft={ownValue(drafts, contactId) ?? ""}
              onDraft={(text) => setDrafts((before) => ({ ...before, [contactId]: text }))}
              back={() => go(paths.inbox(), search)}
              onCard={isWide ? undefined : () => setCard(true)}
            />
            {isMissing ? null : (
              <ContactPlace contactId={contactId} isWide={isWide} isOpen={showsCard} close={() => setCard(false)} />
            )}
          </>
        )}
      </div>
      {showsKeys ? <KeysHelp close={() => setKeys(false)} /> : null}
    </Page>
  );
}
