import { Button, Group, Text } from "@mantine/core";
import type { Consult, PhoneAction } from "@trunkline/contract/agents/phone.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import classes from "./Phone.module.css";

const states: Record<Consult["state"], string> = {
  ringing: "Ringing…",
  talking: "You speak alone. The contact is on hold.",
  joined: "All three speak.",
  ended: "Did not answer, or has left. The contact is on hold.",
};

/** Whom the user asks before a transfer, and what follows (decision 0111). */
export function Consultation({
  consult: { name, userId, state },
  isSending,
  act,
}: {
  consult: Consult;
  isSending: boolean;
  act: (action: PhoneAction) => () => void;
}) {
  const isThere = state === "talking" || state === "joined";
  return (
    <section className={classes["section"]} aria-label="Consultation">
      <Text size="sm" fw={500} role="status">
        {userId === null ? formatPhone(name) : name} · {states[state]}
      </Text>
      <Group gap={8} mt={8}>
        <Button size="compact-sm" disabled={!isThere} loading={isSending} onClick={act("complete")}>
          Complete transfer
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={state !== "talking"}
          loading={isSending}
          onClick={act("join")}
        >
          Join all three
        </Button>
        <Button size="compact-sm" variant="default" loading={isSending} onClick={act("back")}>
          Back to the contact
        </Button>
      </Group>
    </section>
  );
}
