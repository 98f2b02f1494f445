import { Badge, Group, Select, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Contact, contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import type { GraphNode } from "@trunkline/workflow/outbound/graph.ts";
import { usedVariables, variablesIn, wordsOf } from "@trunkline/workflow/outbound/variables.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import { renderText } from "@trunkline/workflow/parts/text/text.ts";
import { readVariable } from "@trunkline/workflow/parts/variables.ts";
import { useState } from "react";
import { sentText, useLinkBase } from "../../../api/links.ts";
import { listOf } from "../../../api/queries.ts";
import { graphOf, useCanvas } from "../../../canvas/canvasStore.ts";
import { formatPhone, plural } from "../../../ui/text/formatFigure.ts";
import classes from "./preview.module.css";

/** Number of contacts offered as samples. */
const sampleSize = 20;
const encodingNames = { GSM7: "GSM-7", LATIN1: "Latin-1", UNICODE: "Unicode" } as const;

interface MessageText {
  text: string;
  mediaUrl: string;
  shortens: boolean;
}

/** The variables of a node and a preview of its message, shown below the node form (look, Side panel). */
export function NodeInsight({ node }: { node: GraphNode }) {
  const message = useMessageText(node);
  const graph = useCanvas(graphOf);
  const words = (name: string) => wordsOf(graph, name);
  const used = [
    ...new Set([...usedVariables(node), ...(message ? variablesIn(`${message.text} ${message.mediaUrl}`) : [])]),
  ];
  return (
    <Stack gap={24}>
      {used.length > 0 && (
        <section aria-label="Used variables">
          <Title order={3} mb={8}>
            Used variables
          </Title>
          <Group gap={6}>
            {used.map((name) => (
              <Badge
                key={name}
                variant="default"
                tt="none"
                fw={400}
                ff={words(name) === name ? "monospace" : undefined}
                title={name}
              >
                {words(name)}
              </Badge>
            ))}
          </Group>
        </section>
      )}
      {message && (message.text.trim() !== "" || message.mediaUrl !== "") && <Preview message={message} />}
    </Stack>
  );
}

/** The message of a node; undefined for nodes without one. */
function useMessageText(node: GraphNode): MessageText | undefined {
  const templates = useQuery({ ...listOf(smsTemplateRoutes.list), enabled: node.kind === "smsSend" });
  if (node.kind !== "smsSend") return undefined;
  const draft = node.draft as {
    templateSource: string;
    smsTemplateId: string;
    templateText: string;
    templateMediaUrl: string;
    templateShortenLinks: boolean;
  };
  if (draft.templateSource === "new")
    return { text: draft.templateText, mediaUrl: draft.templateMediaUrl, shortens: draft.templateShortenLinks };
  const template = templates.data?.find(({ templateId }) => templateId === draft.smsTemplateId);
  if (!template) return undefined;
  const { templateText, templateMediaUrl, shortenLinks } = template;
  return { text: templateText, mediaUrl: templateMediaUrl ?? "", shortens: shortenLinks };
}

function Preview({ message }: { message: MessageText }) {
  const contacts = useQuery({ ...listOf(contactRoutes.list, { query: { limit: sampleSize } }), staleTime: 60_000 });
  const [chosen, setChosen] = useState<string | null>(null);
  const contact = contacts.data?.find(({ contactId }) => contactId === chosen) ?? contacts.data?.[0];
  return (
    <section aria-label="Preview">
      <Title order={3} mb={8}>
        Preview
      </Title>
      {contacts.isPending && <Skeleton height={80} />}
      {contacts.data !== undefined && (
        <Stack gap={12}>
          {contact && (
            <Select
              size="xs"
              aria-label="Sample contact"
              searchable
              data={contacts.data.map((one) => ({ value: one.contactId, label: nameOf(one) }))}
              value={contact.contactId}
              onChange={setChosen}
            />
          )}
          <Sample message={message} contact={contact} />
        </Stack>
      )}
    </section>
  );
}

const nameOf = ({ firstName, lastName, phone, email }: Contact): string =>
  [[firstName, lastName].filter(Boolean).join(" "), phone ? formatPhone(phone) : email].filter(Boolean).join(", ");

/** Renders the message like the engine. Values that only exist in a run, such as replies, are missing. */
function Sample({ message, contact }: { message: MessageText; contact: Contact | undefined }) {
  const read = (name: string) =>
    contact && readVariable({ vars: {}, contact: { ...contact, dnc: 0, zonesFrom: "unknown" } }, name);
  const base = useLinkBase();
  const at = { nowMs: Date.now() };
  const { text: filled, missing } = contact ? renderText(message.text, read, at) : { text: message.text, missing: [] };
  const text = sentText(filled, message, base);
  const media = contact ? renderText(message.mediaUrl, read, at).text : message.mediaUrl;
  const isPicture = /^https?:\/\//.test(media);
  return (
    <div>
      {isPicture && <img className={classes["media"]} src={media} alt="Attached media" />}
      {text !== "" && <p className={classes["bubble"]}>{text}</p>}
      <Text size="xs" c="dimmed" mt={8}>
        {text.length} characters, {encodingNames[encodingOf(text)]}, {plural(countSegments(text), "segment")}
        {media !== "" ? ", with an image" : ""}
      </Text>
      {missing.length > 0 && (
        <Text size="xs" c="var(--waits)" mt={4}>
          Empty for this contact: {missing.join(", ")}
        </Text>
      )}
    </div>
  );
}
