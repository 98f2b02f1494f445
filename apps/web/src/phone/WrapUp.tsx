import { Button, Group, Kbd, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { PhoneCall } from "@trunkline/contract/agents/phone.ts";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { useEffect, useRef, useState } from "react";
import { oneOf } from "../api/queries.ts";
import { useGive } from "../dispositions/useGive.ts";
import { useOffered } from "../dispositions/useOffered.ts";
import { clockOf } from "./clockOf.ts";
import { keyedOutcomes, placeOfKey } from "./outcomeKeys.ts";
import { useSeconds } from "./useSeconds.ts";

/** The wrap-up of a call: how long it still takes, and its outcomes, each with one key that also ends it (decision 0100). */
export function WrapUp({ call, done }: { call: PhoneCall; done: () => void }) {
  const now = useSeconds();
  const left = call.wrapUntil === null ? 0 : Math.max(0, Math.ceil((Date.parse(call.wrapUntil) - now) / 1_000));
  return (
    <>
      <Text size="sm" className="figures">
        {left > 0
          ? `Wrap-up ends in ${clockOf(left)}. Calls don't ring until then.`
          : "The wrap-up is over. Calls can ring."}
      </Text>
      {call.contactId === null ? null : <Outcomes call={call} contactId={call.contactId} done={done} />}
    </>
  );
}

function Outcomes({ call, contactId, done }: { call: PhoneCall; contactId: string; done: () => void }) {
  const { callId, direction } = call;
  const [note, setNote] = useState("");
  const { offered } = useOffered(direction === "in" ? "inbound" : "outbound");
  const account = useQuery(oneOf(accountRoutes.find));
  const { outcomeKeys = [], defaultOutcome = "" } = account.data?.settings ?? {};
  const give = useGive({ contactId, callId }, done);
  const outcomes = account.data === undefined ? [] : keyedOutcomes(offered, outcomeKeys);
  const place = useRef<HTMLDivElement>(null);
  const choose = (key: string) => give.mutate({ key, note });
  const pressed = useRef<(place: number) => void>(() => undefined);
  pressed.current = (at) => {
    const outcome = outcomes[at];
    if (outcome !== undefined && !give.isPending) choose(outcome.key);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = placeOfKey(event);
      // digits that are typed somewhere, or pressed on another part of the page, are not for the phone
      const isHere = event.target === document.body || place.current?.contains(event.target as Node) === true;
      const isTyped = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (at === null || !isHere || isTyped) return;
      event.preventDefault();
      pressed.current(at);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div ref={place}>
      <TextInput
        mt={8}
        label="Note"
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group role="group" aria-label="Outcomes" gap={6} mt={8}>
        {outcomes.map(({ key, description }, at) => (
          <Button
            key={key}
            size="compact-sm"
            variant="default"
            title={description}
            aria-keyshortcuts={String(at + 1)}
            leftSection={<Kbd aria-hidden>{at + 1}</Kbd>}
            loading={give.isPending && give.variables?.key === key}
            onClick={() => choose(key)}
          >
            {key}
          </Button>
        ))}
      </Group>
      {defaultOutcome === "" ? null : (
        <Text size="xs" c="dimmed" mt={6}>
          Without a choice, the outcome is {defaultOutcome}.
        </Text>
      )}
    </div>
  );
}
