import { Alert, Button, Modal, Stack, Text, Textarea } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { draftingRoutes } from "@trunkline/contract/ai/drafting.ts";
import { type FormEvent, useState } from "react";
import type { Item } from "../api/call.ts";
import { useAsking } from "../api/useAsking.ts";
import { useModel } from "../api/useModel.ts";
import { ModelWaiting } from "../ui/form/ModelWaiting.tsx";
import { plural } from "../ui/text/formatFigure.ts";
import classes from "./SuggestTexts.module.css";

interface Props {
  /** The present text. */
  text: string;
  use: (text: string) => void;
}

/** Lets the language model write variants of a text within one segment. Nothing shows without a model. */
export function SuggestTexts({ text, use }: Props) {
  const model = useModel();
  const [isOpen, setOpen] = useState(false);
  if (model === undefined) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconSparkles size={14} />}
        onClick={() => setOpen(true)}
      >
        Suggest texts
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Suggest texts">
        {isOpen && (
          <Suggestions
            text={text}
            use={(chosen) => {
              setOpen(false);
              use(chosen);
            }}
          />
        )}
      </Modal>
    </>
  );
}

const encodings = { GSM7: "GSM-7", LATIN1: "Latin-1", UNICODE: "Unicode" } as const;

function Suggestions({ text, use }: Props) {
  const [words, setWords] = useState(text === "" ? "" : "Say the same within one segment");
  const [said, setSaid] = useState<Item<typeof draftingRoutes.texts>>();
  const { asking, problem, ask, cancel } = useAsking();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === "" || asking !== null) return;
    const answer = await ask("The model is writing", draftingRoutes.texts, { body: { words, text } });
    if (answer !== undefined) setSaid(answer);
  };
  return (
    <Stack gap={16}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap={8}>
          <Textarea
            label="What should the text say?"
            description="Only variants of one segment are shown. An additional charge applies per answer."
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2_000}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Button
            type="submit"
            size="xs"
            style={{ alignSelf: "flex-start" }}
            disabled={words.trim() === "" || asking !== null}
          >
            Write
          </Button>
        </Stack>
      </form>
      {asking !== null && <ModelWaiting asked={asking} cancel={cancel} />}
      {problem !== null && (
        <Alert variant="light" color="red" p={8} role="alert">
          {problem}
        </Alert>
      )}
      {said !== undefined && (
        <ul className={classes["variants"]} aria-label="Variants">
          {said.texts.map((one) => (
            <li key={one.text}>
              <span className={classes["text"]}>{one.text}</span>
              <Text size="xs" c="dimmed" className="figures">
                {plural(one.segments, "segment")} · {encodings[one.encoding]} · {one.length} / {one.most} characters
              </Text>
              <Button size="compact-xs" variant="default" aria-label={`Use ${one.text}`} onClick={() => use(one.text)}>
                Use this text
              </Button>
            </li>
          ))}
        </ul>
      )}
      {said !== undefined && said.leftOut.length > 0 && (
        <Text size="xs" c="dimmed">
          {plural(said.leftOut.length, "variant")} left out, because {said.leftOut[0]}.
        </Text>
      )}
    </Stack>
  );
}
