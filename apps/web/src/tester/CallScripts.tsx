import { Button, Textarea } from "@mantine/core";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useState } from "react";
import classes from "./Tester.module.css";

type Documents = Readonly<Record<string, string>>;

interface Props {
  /** The addresses that the call has requested scripts from. */
  addresses: readonly string[];
  documents: Documents;
  change: (documents: Documents) => void;
}

/** What the addresses of call scripts answer, which the tester does not request. The call is played again with it. */
export const CallScripts = ({ addresses, documents, change }: Props) =>
  [...new Set(addresses)].map((address) => (
    <CallScript
      key={address}
      address={address}
      known={ownValue(documents, address)}
      change={(text) => change({ ...documents, [address]: text })}
    />
  ));

function CallScript({
  address,
  known,
  change,
}: {
  address: string;
  known: string | undefined;
  change: (text: string) => void;
}) {
  const [text, setText] = useState(known ?? "<Response>\n  <Say></Say>\n</Response>");
  return (
    <section className={classes["asked"]} aria-label={`Call script of ${address}`}>
      <Textarea
        size="xs"
        label={`What does ${address} answer?`}
        description="Call XML. The tester requests nothing."
        autosize
        minRows={3}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="compact-sm" variant={known === text ? "default" : "filled"} onClick={() => change(text)}>
        Play with this answer
      </Button>
    </section>
  );
}
