import { Autocomplete, SegmentedControl, Stack, Textarea, TextInput } from "@mantine/core";
import { dayOf, type Question, type questionIssues } from "@trunkline/workflow/inbound/askRoute.ts";
import { useState } from "react";

interface FormProps {
  question: Question;
  issues: ReturnType<typeof questionIssues>;
  change: (part: Partial<Question>) => void;
  numbers: readonly string[];
}

/** Who calls or texts: the number, the number called, the time, the text and the contact. */
export function CallerForm({ question, issues, change, numbers }: FormProps) {
  const [attributes, setAttributes] = useState(() => linesOf(question.attributes));
  return (
    <Stack gap={12} flex="none">
      <SegmentedControl
        aria-label="Channel"
        fullWidth
        data={[
          { value: "call", label: "Call" },
          { value: "sms", label: "SMS" },
          { value: "rcs", label: "RCS" },
        ]}
        value={question.srcType}
        onChange={(srcType) => change({ srcType: srcType as Question["srcType"] })}
      />
      <TextInput
        label="From"
        withAsterisk
        placeholder="+12025550143"
        error={issues.from}
        value={question.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <Autocomplete
        label="To"
        placeholder="+12025550100"
        data={[...numbers]}
        error={issues.to}
        value={question.to}
        onChange={(to) => change({ to })}
      />
      <TextInput
        label="Date and Time"
        description={`${question.at === "" ? "In" : `${dayOf(question.at)}, in`} the workflow's time zone`}
        withAsterisk
        error={issues.at}
        type="datetime-local"
        value={question.at}
        onChange={(event) => change({ at: event.currentTarget.value.slice(0, 16) })}
      />
      {question.srcType !== "call" && (
        <TextInput
          label="Text"
          placeholder="Message text"
          value={question.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      <Textarea
        label="Contact Fields"
        description="One per line, such as tier = gold, state = TX or tags = vip"
        autosize
        minRows={1}
        maxRows={5}
        error={isEachField(attributes) ? undefined : "Enter one field = value per line"}
        value={attributes}
        onChange={(event) => {
          setAttributes(event.currentTarget.value);
          change({ attributes: attributesOf(event.currentTarget.value) });
        }}
      />
    </Stack>
  );
}

const linesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name} = ${value}`)
    .join("\n");

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const at = line.indexOf("=");
      const name = line.slice(0, at).trim();
      return at === -1 || name === "" ? [] : [[name, line.slice(at + 1).trim()]];
    }),
  );

/** Whether every line names a field. */
const isEachField = (text: string): boolean =>
  text.split("\n").every((line) => line.trim() === "" || /^\s*[^=\s][^=]*=/.test(line));
