import { Select } from "@mantine/core";
import { rateOptions } from "@trunkline/contract/runs/batch.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import { formatCount } from "../../ui/text/formatFigure.ts";
import type { RateDraft } from "./runRequest.ts";

const ownRate = "own";
const data = [
  ...rateOptions.map((rate) => ({
    value: String(rate),
    label: rate === -1 ? "Auto" : `${formatCount(rate)} per minute`,
  })),
  { value: ownRate, label: "Custom rate" },
];

/** The sending rate: one of the options or a custom number (spec 2 §9; readings, Rates). */
export function RateField({
  draft,
  change,
  error,
}: {
  draft: RateDraft;
  change: (part: Partial<RateDraft>) => void;
  error: string | undefined;
}) {
  return (
    <>
      <Select
        label="Rate"
        description="How many contacts start per minute."
        data={data}
        allowDeselect={false}
        value={draft.rate === null ? ownRate : String(draft.rate)}
        onChange={(value) => change({ rate: value === ownRate ? null : Number(value) })}
      />
      {draft.rate === null && (
        <WholeNumberInput
          label="Contacts per minute"
          withAsterisk
          value={draft.customRate ?? ""}
          onChange={(rate) => change({ customRate: typeof rate === "number" ? rate : null })}
          error={error}
        />
      )}
    </>
  );
}
