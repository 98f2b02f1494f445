import { Anchor, Button, Group, Skeleton, Stack, Text, Textarea, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type AgentQueueEntry, agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { Script } from "../../history/Script.tsx";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { later } from "../../ui/page/lazyPart.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./AgentQueuesPage.module.css";
import { entryName } from "./WaitingContacts.tsx";

const GiveDisposition = later(async () => (await import("../../dispositions/GiveDisposition.tsx")).GiveDisposition, {
  shape: <Skeleton height={60} />,
});

/** The contacts that the user answered: open ones first, then the latest. */
export function AnsweredContacts() {
  const agent = useQuery(oneOf(agentRoutes.find));
  const entries = agent.data?.holds ?? [];
  return (
    <section aria-label="Your contacts">
      <Title order={2} fz={16} mb={8}>
        Your contacts
      </Title>
      {agent.isError && !agent.data ? (
        <ErrorState title="Error loading your contacts" problem={agent.error} retry={() => agent.refetch()} />
      ) : entries.length === 0 ? (
        <Text c="dimmed" size="sm">
          No contacts yet
        </Text>
      ) : (
        <Stack gap={8}>
          {entries.map((entry) => (
            <AnsweredContact key={entry.holdId} entry={entry} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function AnsweredContact({ entry }: { entry: AgentQueueEntry }) {
  const [note, setNote] = useState(entry.note ?? "");
  const refresh = useRefresh();
  const wrapUp = useMutation({
    mutationFn: () => callOne(agentRoutes.wrapUp, { body: { holdId: entry.holdId, note } }),
    onSuccess: () => toastSuccess("Wrapped up", entryName(entry)),
    onError: (problem) => toastError("Error wrapping up", problem),
    onSettled: () => refresh("/v4/agent"),
  });
  const isOver = entry.state === "wrapped_up";
  return (
    <article className={classes["entry"]} aria-label={entryName(entry)}>
      <Group justify="space-between" mb={8}>
        <Group gap={8}>
          <Anchor component={PathLink} to={paths.contact(entry.contactId)} fw={500}>
            {entryName(entry)}
          </Anchor>
          {entry.phone ? (
            <Text size="sm" c="dimmed" className="figures">
              {formatPhone(entry.phone)}
            </Text>
          ) : null}
        </Group>
        <StatusBadge tone={isOver ? "done" : "going"}>{isOver ? "Wrapped up" : "With you"}</StatusBadge>
      </Group>
      <Text size="xs" c="dimmed" mb={8}>
        From {entry.queueName || "a deleted queue"}, {entry.campaignName}, answered <Time at={entry.taken} />
      </Text>
      {isOver ? null : <Script about={{ holdId: entry.holdId }} />}
      {isOver ? null : (
        <div className={classes["disposition"]}>
          <GiveDisposition contactId={entry.contactId} holdId={entry.holdId} on="outbound" withoutNote />
        </div>
      )}
      {isOver ? (
        <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {entry.note}
        </Text>
      ) : (
        <Group align="end" gap={8}>
          <Textarea
            flex={1}
            label="Note"
            autosize
            minRows={1}
            maxRows={6}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button variant="default" loading={wrapUp.isPending} onClick={() => wrapUp.mutate()}>
            Wrap up
          </Button>
        </Group>
      )}
    </article>
  );
}
