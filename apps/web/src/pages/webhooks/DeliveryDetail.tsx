import { Code, ScrollArea, Stack, Text } from "@mantine/core";
import type { Delivery } from "@trunkline/contract/webhooks/callback.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";

/** The outcome of an attempt. */
export function DeliveryStatus({ ok }: Pick<Delivery, "ok">) {
  return <StatusBadge tone={ok ? "done" : "failed"}>{ok ? "Succeeded" : "Failed"}</StatusBadge>;
}

/** Request, response and duration of one attempt. */
export function DeliveryDetail({ delivery }: { delivery: Delivery }) {
  const { ok, reason, status, elapsedMs, method, url, requestHeaders, requestBody, answerHeaders, answerBody } =
    delivery;
  return (
    <Stack gap={12} role="status">
      <Text size="sm">
        <DeliveryStatus ok={ok} />
        {` ${status === null ? "no response" : `HTTP ${status}`} in ${elapsedMs} ms`}
        {reason === null ? "" : `: ${reason}`}
      </Text>
      <Part title="Request" head={`${method} ${url}`} headers={requestHeaders} body={requestBody} />
      {status === null ? null : (
        <Part title="Response" head={`HTTP ${status}`} headers={answerHeaders} body={answerBody} />
      )}
    </Stack>
  );
}

function Part(part: { title: string; head: string; headers: Record<string, string>; body: string }) {
  const lines = Object.entries(part.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {part.title}
      </Text>
      <ScrollArea.Autosize mah={260} type="auto">
        <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {[part.head, ...lines, "", part.body].join("\n").trim()}
        </Code>
      </ScrollArea.Autosize>
    </div>
  );
}
