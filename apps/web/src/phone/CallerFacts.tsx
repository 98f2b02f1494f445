import { Badge, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PhoneCall } from "@trunkline/contract/agents/phone.ts";
import { callRoutes } from "@trunkline/contract/calls/call.ts";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { messageRoutes } from "@trunkline/contract/messages/message.ts";
import { listOf, oneOf } from "../api/queries.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import { formatAgo } from "../ui/text/formatTime.ts";
import { describeRule } from "./describeRule.ts";
import classes from "./Phone.module.css";

const shownTexts = 2;

/** Who calls, and why here: number, tags, last texts, and the rule that routed the call. */
export function CallerFacts({ call }: { call: PhoneCall }) {
  const { contactId, callId, phone, contactName } = call;
  const still = { staleTime: 60_000 };
  const contact = useQuery({
    ...oneOf(contactRoutes.find, { params: { contactId: contactId ?? "" } }),
    ...still,
    enabled: contactId !== null,
  });
  const texts = useQuery({
    ...listOf(messageRoutes.list, { query: { contactId: contactId ?? "", limit: shownTexts } }),
    ...still,
    enabled: contactId !== null,
  });
  const found = useQuery({ ...oneOf(callRoutes.find, { params: { callId } }), ...still });
  const rule = found.data?.route ? describeRule(found.data.route) : null;
  const tags = contact.data?.tags ?? [];
  return (
    <dl className={classes["caller"]} aria-label="Caller">
      {contactName === null ? null : (
        <>
          <dt>Phone</dt>
          <dd className="figures">{formatPhone(phone)}</dd>
        </>
      )}
      {tags.length === 0 ? null : (
        <>
          <dt>Tags</dt>
          <dd>
            <Group gap={4}>
              {tags.map((tag) => (
                <Badge key={tag} variant="light" size="sm" tt="none">
                  {tag}
                </Badge>
              ))}
            </Group>
          </dd>
        </>
      )}
      {rule === null ? null : (
        <>
          <dt>Routed by</dt>
          <dd>{rule}</dd>
        </>
      )}
      {(texts.data ?? []).length === 0 ? null : (
        <>
          <dt>Texts</dt>
          <dd>
            {texts.data?.map(({ messageId, direction, text, created }) => (
              <Text key={messageId} size="sm" lineClamp={2}>
                {direction === "in" ? "From" : "To"} contact, {formatAgo(created, Date.now())}: {text}
              </Text>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}
