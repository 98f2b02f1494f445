import { Text, Textarea } from "@mantine/core";
import type { TenDlcField } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import type { TenDlcDraft } from "./tenDlcDraft.ts";

/** A text field with a character count and limits. */
export function TenDlcText({
  form,
  field,
  label,
  from,
  to,
  disabled,
  rows,
  note,
}: {
  form: TenDlcDraft;
  field: TenDlcField;
  label: string;
  from: number;
  to: number;
  disabled: boolean;
  rows: number;
  note?: string;
}) {
  const { length } = String(form.values[field]).trim();
  return (
    <Textarea
      label={label}
      required
      autosize
      minRows={rows}
      maxRows={12}
      disabled={disabled}
      description={
        <>
          {note ? `${note}. ` : ""}
          <Text span inherit className="figures">{`${length} of ${from} to ${to} characters`}</Text>
        </>
      }
      {...form.getInputProps(field)}
    />
  );
}
