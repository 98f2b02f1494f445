import { Select } from "@mantine/core";

const choices = [
  { value: "account", label: "As the account sets it", offer: null },
  { value: "on", label: "Offered", offer: true },
  { value: "off", label: "Not offered", offer: false },
] as const;

/** Whether callers who wait are offered a call back (decision 0110). Null: as the account sets it. */
export function CallbackField({
  value,
  disabled,
  onChange,
}: {
  value: boolean | null;
  disabled: boolean;
  onChange: (offer: boolean | null) => void;
}) {
  return (
    <Select
      w={{ base: "100%", xs: 300 }}
      label="Callbacks"
      description="Callers who wait press 2 to be called back. They keep their place."
      disabled={disabled}
      allowDeselect={false}
      data={choices.map(({ value: word, label }) => ({ value: word, label }))}
      value={choices.find(({ offer }) => offer === value)?.value ?? "account"}
      onChange={(word) => onChange(choices.find((choice) => choice.value === word)?.offer ?? null)}
    />
  );
}
