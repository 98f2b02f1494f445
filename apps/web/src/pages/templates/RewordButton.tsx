import { Group, Text } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { aiRoutes } from "@trunkline/contract/ai/ai.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { useState } from "react";
import { ApiFailure, callOne } from "../../api/call.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";

/** Rewords the text with the configured language model (spec 2 §7.2). Shows refusals and only logs other failures (spec 2 §8). */
export function RewordButton({ text, onReworded }: { text: string; onReworded: (text: string) => void }) {
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [cost, setCost] = useState<number>();
  const reword = async () => {
    setAsking(true);
    setRefusal(undefined);
    try {
      const said = await callOne(aiRoutes.reword, { body: { text, type: "sms" } });
      onReworded(said.text);
      setCost(said.cost);
    } catch (problem) {
      const isRefused = problem instanceof ApiFailure && problem.status >= 400 && problem.status < 500;
      if (isRefused) setRefusal(problem.message);
      else console.error("Reword with AI failed", problem);
    }
    setAsking(false);
  };
  return (
    <Group gap={8}>
      <ReasonButton
        size="compact-sm"
        variant="default"
        leftSection={<IconSparkles size={14} />}
        loading={isAsking}
        reason={text.trim() === "" ? "Write some content first." : undefined}
        onClick={() => void reword()}
      >
        Reword with AI
      </ReasonButton>
      <Text size="xs" c={refusal ? "var(--waits)" : "dimmed"} role="status">
        {refusal ??
          (cost === undefined
            ? "An additional charge applies per message."
            : `Reworded. ${formatDollars(cost)} was charged.`)}
      </Text>
    </Group>
  );
}
