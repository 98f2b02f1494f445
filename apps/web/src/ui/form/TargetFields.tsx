import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { WholeNumberInput } from "./WholeNumberInput.tsx";

/** The target of a service level as it is typed. */
export interface TargetDraft {
  targetPercent: number | string;
  targetSeconds: number | string;
}

/** The typed target as numbers. */
export const targetOf = ({ targetPercent, targetSeconds }: TargetDraft) => ({
  targetPercent: Number(targetPercent),
  targetSeconds: Number(targetSeconds),
});

/** The target of a place that is new. */
export const newTarget = { targetPercent: 80, targetSeconds: 20 };

const fields = [
  { field: "targetPercent", label: "Service Level Target", suffix: " %", help: "Share of calls to answer in time." },
  { field: "targetSeconds", label: "Answered Within", suffix: " s", help: "Longest wait that is in time." },
] as const;
type Field = (typeof fields)[number]["field"];

/** The service level that a queue, work group or live list is to reach (decision 0097). */
export function TargetFields({
  draft,
  disabled,
  errorOf,
  onChange,
  onLeave,
}: {
  draft: TargetDraft;
  disabled: boolean;
  errorOf: (field: Field) => ReactNode;
  onChange: (field: Field, value: number | string) => void;
  onLeave: (field: Field) => void;
}) {
  return (
    <Group gap={16} align="flex-start">
      {fields.map(({ field, label, suffix, help }) => (
        <WholeNumberInput
          key={field}
          w={{ base: "100%", xs: 210 }}
          label={label}
          description={help}
          suffix={suffix}
          disabled={disabled}
          value={draft[field]}
          error={errorOf(field)}
          onChange={(value) => onChange(field, value)}
          onBlur={() => onLeave(field)}
        />
      ))}
    </Group>
  );
}
