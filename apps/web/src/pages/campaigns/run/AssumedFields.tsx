import { Fieldset, Group, NumberInput, type NumberInputProps, SimpleGrid, Stack, Text } from "@mantine/core";
import type { ReplyPlace } from "@trunkline/workflow/outbound/replyPaths.ts";
import { WholeNumberInput } from "../../../ui/form/WholeNumberInput.tsx";
import { type Assumed, type AssumedReply, keyOf, noReply } from "./assumed.ts";

interface Props {
  assumed: Assumed;
  places: readonly ReplyPlace[];
  /** The drawing has calls. */
  hasCalls: boolean;
  issues: ReadonlyMap<string, string>;
  onChange: (assumed: Assumed) => void;
}

/** What contacts and carriers are assumed to do in a dry run. */
export function AssumedFields({ assumed, places, hasCalls, issues, onChange }: Props) {
  const share = (name: Exclude<keyof Assumed, "replies" | "seconds">, label: string) => (
    <PercentInput
      label={label}
      value={assumed[name]}
      error={issues.get(name)}
      onChange={(value) => onChange({ ...assumed, [name]: value })}
    />
  );
  const setReply = (key: string, change: Partial<AssumedReply>) =>
    onChange({
      ...assumed,
      replies: new Map(assumed.replies).set(key, { ...(assumed.replies.get(key) ?? noReply), ...change }),
    });
  return (
    <Stack gap={12}>
      {places.map(({ node, title, answers }) => (
        <Fieldset key={node} legend={`Replies at ${title}`}>
          <Stack gap={8}>
            {answers.map(({ path, words }) => {
              const key = keyOf(node, path);
              const reply = assumed.replies.get(key) ?? noReply;
              return (
                <Group key={key} gap={8} align="flex-start">
                  <Text size="sm" pt={8} flex="1 1 160px">
                    {words}
                  </Text>
                  <PercentInput
                    aria-label={`Share of "${words}" at ${title}`}
                    w={110}
                    value={reply.percent}
                    error={issues.get(`${key}.percent`)}
                    onChange={(percent) => setReply(key, { percent })}
                  />
                  <WholeNumberInput
                    aria-label={`Minutes until "${words}" at ${title}`}
                    w={140}
                    prefix="after "
                    suffix=" min"
                    min={0}
                    value={reply.minutes}
                    error={issues.get(`${key}.minutes`)}
                    onChange={(minutes) => setReply(key, { minutes })}
                  />
                </Group>
              );
            })}
          </Stack>
        </Fieldset>
      ))}
      <SimpleGrid cols={2} spacing={12}>
        {share("delivered", "Texts that are delivered")}
        {share("clicks", "Delivered texts whose link is clicked")}
      </SimpleGrid>
      {hasCalls ? (
        <Fieldset legend="Calls. The others are answered by a person">
          <SimpleGrid cols={{ base: 2, xs: 3 }} spacing={12}>
            {share("machine", "Answering machine")}
            {share("noAnswer", "No answer")}
            {share("busy", "Busy")}
            {share("failed", "Failed")}
            <WholeNumberInput
              label="Length of a call"
              suffix=" s"
              min={1}
              value={assumed.seconds}
              error={issues.get("seconds")}
              onChange={(seconds) => onChange({ ...assumed, seconds })}
            />
          </SimpleGrid>
        </Fieldset>
      ) : null}
    </Stack>
  );
}

interface PercentProps extends Omit<NumberInputProps, "value" | "onChange"> {
  value: number | "";
  onChange: (value: number | "") => void;
}

const PercentInput = ({ onChange, ...props }: PercentProps) => (
  <NumberInput
    clampBehavior="none"
    suffix=" %"
    min={0}
    decimalScale={1}
    {...props}
    onChange={(value) => onChange(typeof value === "number" ? value : "")}
  />
);
