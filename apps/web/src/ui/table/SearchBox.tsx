import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";

const settleMs = 200;

/** The search box of a table. Reports the text when typing pauses. */
export function SearchBox({
  label,
  placeholder,
  value,
  onSearch,
  width = 240,
}: {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (text: string) => void;
  width?: number | string;
}) {
  const [text, setText] = useState(value);
  const tell = useDebouncedCallback(onSearch, settleMs);
  useEffect(() => setText(value), [value]);
  const change = (next: string) => {
    setText(next);
    tell(next);
  };
  return (
    <TextInput
      size="xs"
      w={width}
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      leftSection={<IconSearch size={16} />}
      rightSection={text === "" ? null : <CloseButton size="sm" aria-label="Clear search" onClick={() => change("")} />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
