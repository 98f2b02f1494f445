import { Button, Group, TextInput } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { type FormEvent, useState } from "react";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { WhyNot } from "./WhyNot.tsx";

const crumbs = [{ label: "Contacts", to: paths.contacts }];

/** The decisions about a phone number that need not belong to a contact. */
export function WhyPage() {
  const [address, change] = useAddress();
  const phone = String(address["phone"] ?? "");
  const parsed = parsePhone(phone);
  return (
    <Page title="Why not?" purpose="See why a message was or wasn't sent to a number on a given day." crumbs={crumbs}>
      <PhoneForm key={phone} phone={phone} onSubmit={(next) => change({ phone: next })} />
      {"e164" in parsed ? (
        <WhyNot subject={{ phone: parsed.e164 }} />
      ) : (
        <EmptyState icon={IconHelpCircle} title="Enter a phone number">
          Use any common format. The number does not have to belong to a contact.
        </EmptyState>
      )}
    </Page>
  );
}

function PhoneForm({ phone, onSubmit }: { phone: string; onSubmit: (phone: string) => void }) {
  const [text, setText] = useState(phone);
  const [problem, setProblem] = useState(phone === "" ? undefined : problemOf(phone));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(text);
    setProblem(found);
    if (found === undefined) onSubmit(text.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={8} align="flex-start" mb={16}>
        <TextInput
          type="tel"
          aria-label="Phone"
          placeholder="Phone"
          w={240}
          value={text}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">Show decisions</Button>
      </Group>
    </form>
  );
}

function problemOf(text: string): string | undefined {
  if (text.trim() === "") return "Phone is required";
  const parsed = parsePhone(text);
  return "problem" in parsed ? `"${text}": ${parsed.problem}` : undefined;
}
