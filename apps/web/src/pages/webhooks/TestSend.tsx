import { Button, Code, Fieldset, Group, Stack, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { type TestResult, webhookRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { DeliveryDetail } from "./DeliveryDetail.tsx";
import { bodyOf, type WebhookDraft } from "./webhookDraft.ts";

/** Sends the webhook once with the current form and sample values. */
export function TestSend({ id, draft }: { id: string | null; draft: WebhookDraft }) {
  const [isSending, setSending] = useState(false);
  const [result, setResult] = useState<TestResult | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setSending(true);
    setProblem(null);
    try {
      const { callbackServerConfigId, ...rest } = bodyOf(draft);
      const body = {
        ...rest,
        name: draft.name.trim() || "Test",
        ...(id !== null && { id }),
        ...(callbackServerConfigId !== "" && { callbackServerConfigId }),
      };
      setResult(await callOne(webhookRoutes.test, { body: body as never }));
    } catch (failure) {
      setResult(null);
      setProblem(messageOfFailure(failure));
    }
    setSending(false);
  };
  const vars = Object.entries(result?.vars ?? {});
  return (
    <Fieldset legend="Test">
      <Stack gap={12}>
        <Group gap={12}>
          <Button
            variant="default"
            leftSection={<IconSend size={16} />}
            loading={isSending}
            onClick={() => void send()}
          >
            Send test
          </Button>
          <Text size="sm" c="dimmed" style={{ flex: 1 }}>
            Sends one request with sample values. You don't have to save first.
          </Text>
        </Group>
        {problem !== null ? (
          <Text role="alert" c="red" size="sm">
            {problem}
          </Text>
        ) : null}
        {result !== null ? <DeliveryDetail delivery={result} /> : null}
        {vars.length > 0 ? (
          <Text size="sm">
            {"Variables: "}
            {vars.map(([name, value]) => (
              <Code key={name} mr={8}>{`${name} = ${value}`}</Code>
            ))}
          </Text>
        ) : null}
      </Stack>
    </Fieldset>
  );
}
