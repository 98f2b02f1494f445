import { Button, Stack, Text, Title } from "@mantine/core";
import { IconBook } from "@tabler/icons-react";
import { findMenuGaps } from "@trunkline/workflow/drafting/findMenuGaps.ts";
import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { useMemo, useState } from "react";
import classes from "./DescribeMenus.module.css";

interface Props {
  /** The IVR of the form, as it would be saved. */
  ivr: Ivr;
  isAsking: boolean;
  /** Undefined when there is no answer. */
  explain: () => Promise<string | undefined>;
  choose: (menu: number) => void;
}

/** What the menus do in plain words, and what they lack. The latter is found by rules. */
export function MenusReview({ ivr, isAsking, explain, choose }: Props) {
  const [explained, setExplained] = useState<{ of: Ivr; text: string } | null>(null);
  const gaps = useMemo(() => findMenuGaps(ivr), [ivr]);
  const show = async () => {
    const text = await explain();
    if (text !== undefined) setExplained({ of: ivr, text });
  };
  return (
    <Stack gap={16}>
      <section aria-label="What it does">
        <Title order={3} fz={13} mb={6}>
          What it does
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBook size={14} />}
          disabled={isAsking}
          onClick={() => void show()}
        >
          Explain these menus
        </Button>
        {/* an explanation of earlier menus would be wrong */}
        {explained?.of === ivr && (
          <Text size="sm" mt={8} role="status" className={classes["explanation"]}>
            {explained.text}
          </Text>
        )}
      </section>
      <section aria-label="What is missing">
        <Title order={3} fz={13} mb={6}>
          What is missing
        </Title>
        {gaps.length === 0 ? (
          <Text size="sm">Nothing that these checks look for.</Text>
        ) : (
          <ul className={classes["list"]}>
            {gaps.map(({ menu, message }) => (
              <li key={message}>
                <button type="button" className={classes["link"]} onClick={() => choose(menu)}>
                  {message}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Stack>
  );
}
