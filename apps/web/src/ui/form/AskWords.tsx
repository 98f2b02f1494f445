import { Alert, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Asked } from "../../api/useAsking.ts";
import classes from "./AskWords.module.css";
import { ModelWaiting } from "./ModelWaiting.tsx";

interface Props {
  label: string;
  description: string;
  /** The words on the button. */
  submit: string;
  /** Sentences to begin with. None are shown where there are none. */
  examples: readonly string[];
  /** A sentence that is sent at once. */
  first?: string | undefined;
  asking: Asked | null;
  problem: string | null;
  cancel: () => void;
  /** Resolves to whether there is an answer. */
  send: (words: string) => Promise<boolean>;
}

/** A sentence of the user for the language model, with the progress and the problem of its answer. Not a form: it can be in one. */
export function AskWords({ label, description, submit, examples, first, asking, problem, cancel, send }: Props) {
  const [words, setWords] = useState(first ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  const ask = async (text: string) => {
    if (text.trim() === "" || asking !== null) return;
    if (await send(text.trim())) setWords("");
    field.current?.focus();
  };
  useFirst(first, ask);
  return (
    <Stack gap={8}>
      <Textarea
        ref={field}
        label={label}
        description={description}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={2_000}
        data-autofocus
        autoFocus
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void ask(words);
        }}
      />
      <Group gap={8}>
        <Button size="xs" disabled={words.trim() === "" || asking !== null} onClick={() => void ask(words)}>
          {submit}
        </Button>
        <Text size="xs" c="dimmed">
          An additional charge applies per answer.
        </Text>
      </Group>
      {asking !== null && <ModelWaiting asked={asking} cancel={cancel} />}
      {problem !== null && (
        <Alert variant="light" color="red" p={8} role="alert">
          {problem}
        </Alert>
      )}
      {examples.length > 0 && (
        <ul className={classes["examples"]} aria-label="Examples">
          {examples.map((text) => (
            <li key={text}>
              <button type="button" className={classes["example"]} onClick={() => setWords(text)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** Sends the first sentence, once. */
function useFirst(first: string | undefined, send: (text: string) => Promise<void>): void {
  const isSent = useRef(false);
  useEffect(() => {
    if (first === undefined || isSent.current) return undefined;
    // not at once: a panel that is mounted twice would cancel its own question
    const timer = setTimeout(() => {
      isSent.current = true;
      void send(first);
    });
    return () => clearTimeout(timer);
  });
}
