import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export interface Draft extends OneExit {
  tpm: number | null;
}

export const design: Design<Own, Draft> = {
  label: "Rate Limit",
  hue: "logic",
  icon: "gauge",
  defaults: { tpm: 60, next: null },
  fields: [
    {
      name: "tpm",
      label: "TPM",
      help: "Messages per minute.",
      input: "number",
      min: 1,
      suffix: "per minute",
      required: true,
    },
  ],
  card: (draft) => [{ label: "TPM", value: draft.tpm === null ? undefined : String(draft.tpm) }],
  ...oneExit,
  validate: (draft) => fieldIssues(design.fields, draft),
  read: ({ tpm }, [next = null]) => ({ tpm, next }),
  write: ({ tpm }) => ({ tpm: tpm ?? 0 }),
};
