import { Group, Select } from "@mantine/core";
import { distributionBounds, type WorkGroup } from "@trunkline/contract/agents/workgroup.ts";
import {
  type DistributionType,
  distributionChoices,
  distributionTypes,
} from "@trunkline/workflow/distribution/settings.ts";
import type { ReactNode } from "react";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";

type Timer = keyof typeof distributionBounds;
const timers = Object.keys(distributionBounds) as Timer[];

/** The distribution of a work group as form text. */
export type DistributionDraft = { distributionType: DistributionType } & Record<Timer, number | string>;

/** The distribution settings of a work group. */
export const settingsOf = (group: WorkGroup): DistributionDraft => ({
  distributionType: group.distributionType,
  ...numbersOf(group),
});

/** The timers as numbers. */
export const numbersOf = (draft: Record<Timer, number | string>): Record<Timer, number> =>
  Object.fromEntries(timers.map((timer) => [timer, Number(draft[timer])])) as Record<Timer, number>;

const helps: Record<Timer, string> = {
  tryCallTimeout: "How long a member's phone rings.",
  delayNextCall: "Pause between two attempts for a caller.",
  maxDials: "Attempts per caller.",
  maxWaitSeconds: "After this time the call ends.",
};

/** The distribution with its timers (spec 1 §5.2); Max Dials belongs to Sequential alone (spec 3 §9). */
export function Distribution(props: {
  draft: DistributionDraft;
  disabled: boolean;
  errorOf: (field: Timer) => ReactNode;
  onChange: <Field extends keyof DistributionDraft>(field: Field, value: DistributionDraft[Field]) => void;
  onLeave: (field: Timer) => void;
}) {
  const { draft, disabled } = props;
  const shown: Timer[] = [
    "tryCallTimeout",
    "delayNextCall",
    ...(draft.distributionType === distributionTypes.sequential ? (["maxDials"] as const) : []),
    "maxWaitSeconds",
  ];
  return (
    <>
      <Select
        label="Distribution"
        description={distributionChoices.find(({ value }) => value === draft.distributionType)?.help}
        allowDeselect={false}
        disabled={disabled}
        data={distributionChoices.map(({ value, label }) => ({ value: String(value), label }))}
        value={String(draft.distributionType)}
        onChange={(value) => props.onChange("distributionType", Number(value) as DistributionType)}
      />
      <Group gap={16} align="flex-start">
        {shown.map((timer) => (
          <WholeNumberInput
            key={timer}
            w={{ base: "100%", xs: 150 }}
            label={distributionBounds[timer].label}
            description={helps[timer]}
            {...(timer === "maxDials" ? {} : { suffix: " s" })}
            disabled={disabled}
            value={draft[timer]}
            error={props.errorOf(timer)}
            onChange={(value) => props.onChange(timer, value as DistributionDraft[typeof timer])}
            onBlur={() => props.onLeave(timer)}
          />
        ))}
      </Group>
    </>
  );
}
