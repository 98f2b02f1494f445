import { Combobox, InputBase, Text, useCombobox } from "@mantine/core";
import { useState } from "react";
import { type Bare, type FieldProps, labelled, type PickOption, useForm } from "./formContext.ts";
import classes from "./rows.module.css";

/** The name of a variable, chosen or typed. */
export function VariableField({ field, place, value, disabled, onChange }: FieldProps<"variable">) {
  const { errorAt } = useForm();
  return (
    <VariableName
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required ?? false}
      disabled={disabled !== undefined}
      value={typeof value === "string" ? value : ""}
      onChange={onChange}
      error={errorAt(place)}
    />
  );
}

interface Props extends Bare {
  label: string;
  description?: string;
  withAsterisk?: boolean;
  disabled?: boolean;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** Offered after the variables. */
  more?: readonly PickOption[];
}

/** Most options shown. */
const mostShown = 200;

/** The same input without a field description, for statements. A variable that has words is shown by them: "Reply to SMS Send 2". */
export function VariableName({ label, bare = false, value, onChange, disabled = false, more = [], ...rest }: Props) {
  const { lists } = useForm();
  const options = uniqueOf([...(lists.options("variables") ?? []), ...more]);
  const [typed, setTyped] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const words = options.find((one) => one.value === value)?.label ?? value;
  const found = typed === null ? options : findVariables(options, typed);
  const isWhole = found.length === 1 && found[0]?.value === value;
  const change = (text: string) => {
    setTyped(text);
    onChange(String(options.find((one) => one.label === text)?.value ?? text));
    // a whole name leaves nothing to choose
    if (options.some((one) => one.value === text)) combobox.closeDropdown();
    else combobox.openDropdown();
  };
  return (
    <Combobox
      store={combobox}
      disabled={disabled}
      onOptionSubmit={(name) => {
        setTyped(null);
        onChange(name);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <InputBase
          {...labelled(label, bare)}
          {...rest}
          role="combobox"
          title={words === value ? undefined : value}
          placeholder="firstName"
          disabled={disabled}
          value={typed ?? words}
          onChange={(event) => change(event.currentTarget.value)}
          onFocus={(event) => {
            event.currentTarget.select();
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            setTyped(null);
            combobox.closeDropdown();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0 || isWhole}>
        <Combobox.Options aria-label={label} mah={260} style={{ overflowY: "auto" }}>
          {groupsOf(found).map(([group, members]) => (
            <Combobox.Group key={group} label={group}>
              {members.map((one) => (
                <Combobox.Option key={one.value} value={String(one.value)} active={one.value === value}>
                  <Text size="sm">{one.label}</Text>
                  {one.label !== one.value && <span className={classes["name"]}>{one.value}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const uniqueOf = (options: readonly PickOption[]): readonly PickOption[] => [
  ...new Map(options.map((one) => [one.value, one])).values(),
];

function findVariables(options: readonly PickOption[], typed: string): readonly PickOption[] {
  const wanted = typed.trim().toLowerCase();
  return options.filter(({ value, label }) => `${label} ${value}`.toLowerCase().includes(wanted)).slice(0, mostShown);
}

/** Options under their headings, in order. */
const groupsOf = (options: readonly PickOption[]): [string, readonly PickOption[]][] => [
  ...Map.groupBy(options, ({ group = "" }) => group),
];
