import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { WholeNumberInput } from "./WholeNumberInput.tsx";

/** The target of a service level and the wrap-up time as they are typed. */
export interface TargetDraft {
  targetPercent: number | string;
  targetSeconds: number | string;
  /** Empty: as the account sets it. */
  wrapUpSeconds: number | string;
}

/** The typed target and wrap-up as numbers. */
export const targetOf = ({ targetPercent, targetSeconds, wrapUpSeconds }: TargetDraft) => ({
  targetPercent: Number(targetPercent),
  targetSeconds: Number(targetSeconds),
  wrapUpSeconds: wrapUpSeconds === "" ? null : Number(wrapUpSeconds),
});

/** The saved target and wrap-up as a form shows them. */
export const targetDraftOf = ({
  targetPercent,
  targetSeconds,
  wrapUpSeconds,
}: Omit<TargetDraft, "wrapUpSeconds"> & { wrapUpSeconds: number | null }): TargetDraft => ({
  targetPercent,
  targetSeconds,
  wrapUpSeconds: wrapUpSeconds ?? "",
});

/** The target of a place that is new. */
export const newTarget = { targetPercent: 80, targetSeconds: 20, wrapUpSeconds: null };

const fields = [
  { field: "targetPercent", label: "Service Level Target", suffix: " %", help: "Share of calls to answer in time." },
  { field: "targetSeconds", label: "Answered Within", suffix: " s", help: "Longest wait that is in time." },
  { field: "wrapUpSeconds", label: "Wrap-Up", suffix: " s", help: "Empty uses the account's time." },
] as const;
type Field = (typeof fields)[number]["field"];

/** The service level that a queue, work group or live list is to reach (decision 0097), and its wrap-up (decision 0100). */
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
