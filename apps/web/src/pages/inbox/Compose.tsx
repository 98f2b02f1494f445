import { Alert, CloseButton, Group, Select, Text, Textarea } from "@mantine/core";
import { IconClock, IconSend2 } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { inboxRoutes, type OpenConversation } from "@trunkline/contract/inbox/inbox.ts";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { type SmsTemplate, smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { rcsLimits } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { countParts } from "@trunkline/workflow/parts/text/segments.ts";
import { type KeyboardEvent, useRef, useState } from "react";
import { shownAddress } from "../../api/assets.ts";
import { call, callOne } from "../../api/call.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { SmsCounts } from "../../fields/SmsCounts.tsx";
import { EmojiPicker } from "../../ui/form/EmojiPicker.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatCount, formatPhone } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import { nameOf } from "./describeConversation.ts";
import classes from "./InboxPage.module.css";
import { useInboxKeys } from "./singleKeys.ts";
import { useSlashMenu } from "./useSlashMenu.tsx";

interface Props {
  conversation: OpenConversation;
  text: string;
  onText: (text: string) => void;
}

/** The reply box, with templates, segment counts and reasons that block sending. */
export function Compose({ conversation, text, onText }: Props) {
  const { contactId, begun, agentName, stopped } = conversation;
  const [chosen, setChosen] = useState<string | null>(null);
  const number = begun ? conversation.number : (chosen ?? conversation.number);
  const area = useRef<HTMLTextAreaElement>(null);
  const [mediaUrl, setMediaUrl] = useState<string | null>(null);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [template, setTemplate] = useState<SmsTemplate | null>(null);
  const write = (words: string) => {
    onText(words);
    // new text no longer belongs to the template
    if (words.trim() === "") setTemplate(null);
  };
  const isRcs = agentName !== null && mediaUrl === null;
  const send = useSend({ conversation, number, text, mediaUrl, template }, () => {
    write("");
    setMediaUrl(null);
    setMissing([]);
  });
  const slash = useSlashMenu(contactId, text, (filled) => {
    write(filled.text);
    setMissing(filled.missing);
    area.current?.focus();
  });
  useInboxKeys({ r: () => area.current?.focus() });
  const fault = faultOf(text, isRcs);
  const reason = stopped ?? fault ?? (text.trim() === "" && mediaUrl === null ? "Write a text first." : undefined);
  const submit = () => {
    if (reason === undefined && !send.isPending) send.mutate();
  };
  const insert = (words: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    onText(text.slice(0, selectionStart) + words + text.slice(selectionEnd));
    area.current?.focus();
  };
  return (
    <footer className={classes["compose"]}>
      <Delays conversation={conversation} />
      {begun || stopped ? null : <FromNumber value={number} onChange={setChosen} />}
      {slash.list}
      <Textarea
        ref={area}
        {...slash.box}
        aria-label={`${begun ? "Reply" : "Text"} to ${nameOf(conversation)}`}
        placeholder={`${isRcs ? `Reply by RCS as ${agentName}` : `Text from ${formatPhone(number)}`}. Type / for saved replies.`}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={fault}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (slash.onKey(event)) event.preventDefault();
          else onSendKey(submit)(event);
        }}
      />
      {mediaUrl ? <Picture url={mediaUrl} remove={() => setMediaUrl(null)} /> : null}
      {missing.length > 0 ? <Missing names={missing} /> : null}
      <div className={classes["tools"]}>
        <Counts text={text} onChange={write} isRcs={isRcs} template={template} />
        <InsertTemplate
          contactId={contactId}
          onInsert={(made, from) => {
            insert(made.text);
            setTemplate(from);
            if (made.mediaUrl) setMediaUrl(made.mediaUrl);
            setMissing(made.missing);
          }}
        />
        <EmojiPicker onPick={insert} compact />
        <ReasonButton
          size="xs"
          leftSection={<IconSend2 size={14} />}
          reason={reason}
          loading={send.isPending}
          onClick={submit}
        >
          Send
        </ReasonButton>
      </div>
    </footer>
  );
}

interface Draft {
  conversation: OpenConversation;
  /** The number that a new conversation is sent from. */
  number: string;
  text: string;
  mediaUrl: string | null;
  template: SmsTemplate | null;
}

function useSend({ conversation: { contactId, begun }, number, text, mediaUrl, template }: Draft, onSent: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      call(inboxRoutes.reply, {
        params: { contactId },
        body: {
          text: text.trim(),
          mediaUrl,
          ...(!begun && number !== "" && { from: number }),
          ...(template && { templateId: template.templateId }),
        },
      }),
    onSuccess: async () => {
      onSent();
      await refresh(inboxRoutes.list.path);
    },
    onError: (problem) => toastError("Error sending reply", problem),
  });
}

/** Ctrl+Enter and Cmd+Enter send. */
const onSendKey = (send: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  send();
};

/** Why nothing can be sent, or until when it waits. */
function Delays({ conversation: { begun, stopped, heldUntil, heldBy } }: { conversation: OpenConversation }) {
  const what = begun ? "reply" : "text";
  if (stopped) return <Alert color="red" p={8} role="status">{`A ${what} cannot be sent: ${stopped}.`}</Alert>;
  if (!heldUntil) return null;
  return (
    <Alert color="yellow" p={8} role="status" icon={<IconClock size={16} />}>
      A {what} waits until <Time at={heldUntil} />: {heldBy}.
    </Alert>
  );
}

const Picture = ({ url, remove }: { url: string; remove: () => void }) => (
  <Group gap={8}>
    <img className={classes["attached"]} src={shownAddress(url)} alt="To send" />
    <CloseButton size="sm" aria-label="Remove picture" onClick={remove} />
  </Group>
);

const Missing = ({ names }: { names: readonly string[] }) => (
  <Text
    size="xs"
    c="var(--waits)"
  >{`The contact has no value for ${names.join(", ")}. Check the text before you send it.`}</Text>
);

interface CountProps {
  text: string;
  onChange: (text: string) => void;
  isRcs: boolean;
  template: SmsTemplate | null;
}

function Counts({ text, onChange, isRcs, template }: CountProps) {
  const shortens = template?.shortenLinks ?? false;
  return (
    <div className={classes["counts"]}>
      {isRcs ? (
        <Text size="xs" c="dimmed" role="status">
          {`RCS · ${formatCount(text.length)} / ${formatCount(rcsLimits.text)} characters · charged as 1 segment${shortens ? " · with short links" : ""}`}
        </Text>
      ) : (
        <SmsCounts text={text} onChange={onChange} isFinal shortens={shortens} source={template?.templateText} />
      )}
    </div>
  );
}

/** The number that a new conversation is sent from. It can't be changed later. */
function FromNumber({ value, onChange }: { value: string; onChange: (number: string | null) => void }) {
  const numbers = useQuery({ ...listOf(numberRoutes.list), staleTime: 60_000 });
  return (
    <Select
      size="xs"
      label="From"
      description="The contact replies to this number. The whole conversation stays on it."
      searchable
      allowDeselect={false}
      data={(numbers.data ?? []).map(({ phone, label }) => ({
        value: phone,
        label: [formatPhone(phone), label].filter(Boolean).join(" · "),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

function faultOf(text: string, isRcs: boolean): string | undefined {
  const { encoding, length, max } = isRcs
    ? { encoding: "RCS", length: text.length, max: rcsLimits.text }
    : countParts(text);
  return length > max
    ? `${formatCount(length)} characters. ${encoding} texts can have at most ${formatCount(max)}.`
    : undefined;
}

interface Filled {
  text: string;
  mediaUrl: string | null;
  missing: string[];
}

interface InsertProps {
  contactId: string;
  onInsert: (made: Filled, template: SmsTemplate) => void;
}

/** Inserts a template into the reply with the contact's values filled in. */
function InsertTemplate({ contactId, onInsert }: InsertProps) {
  const templates = useQuery({ ...listOf(smsTemplateRoutes.list), staleTime: 30_000 });
  const fill = useMutation({
    mutationFn: ({ templateId }: SmsTemplate): Promise<Filled> =>
      callOne(inboxRoutes.template, { params: { contactId, templateId } }),
    onSuccess: (made, template) => onInsert(made, template),
    onError: (problem) => toastError("Error inserting template", problem),
  });
  return (
    <Select
      size="xs"
      flex="1 1 120px"
      maw={200}
      searchable
      aria-label="Insert template"
      placeholder="Insert template"
      nothingFoundMessage={templates.data?.length === 0 ? "No templates yet" : "Nothing found"}
      data={(templates.data ?? []).map(({ templateId, templateTitle }) => ({
        value: templateId,
        label: templateTitle,
      }))}
      value={null}
      disabled={fill.isPending}
      onChange={(templateId) => {
        const template = templates.data?.find((one) => one.templateId === templateId);
        if (template) fill.mutate(template);
      }}
    />
  );
}
