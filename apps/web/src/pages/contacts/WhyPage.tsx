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

/** Why not, for a phone that one knows as a number alone. */
export function WhyPage() {
  const [address, change] = useAddress();
  const phone = String(address["phone"] ?? "");
  const parsed = parsePhone(phone);
  return (
    <Page
      title="Why not?"
      purpose="Every decision about a phone on one day: what was sent, held or refused, by which rule and which values."
      crumbs={crumbs}
    >
      <Ask key={phone} phone={phone} ask={(next) => change({ phone: next })} />
      {"e164" in parsed ? (
        <WhyNot whom={{ phone: parsed.e164 }} />
      ) : (
        <EmptyState icon={IconHelpCircle} title="Which phone?">
          Enter a number in any readable form. It need not be a contact's.
        </EmptyState>
      )}
    </Page>
  );
}

function Ask({ phone, ask }: { phone: string; ask: (phone: string) => void }) {
  const [text, setText] = useState(phone);
  const [problem, setProblem] = useState(phone === "" ? undefined : problemOf(phone));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(text);
    setProblem(found);
    if (found === undefined) ask(text.trim());
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
