import { Button, Combobox, Text, useCombobox } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { useState } from "react";

interface Props {
  /** Each with a note on its source, and its words if it is not called by its name. */
  variables: readonly { name: string; words?: string; note?: string | undefined }[];
  onInsert: (name: string) => void;
  /** Compact, for the end of a label's line. */
  compact?: boolean;
}

/** A button that opens a list of variables. */
export function InsertVariable({ variables, onInsert, compact = false }: Props) {
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const wanted = search.trim().toLowerCase();
  const found = variables.filter(({ name, words = "" }) => `${name} ${words}`.toLowerCase().includes(wanted));
  return (
    <Combobox
      store={combobox}
      width={280}
      position={compact ? "bottom-end" : "bottom-start"}
      onOptionSubmit={(name) => {
        onInsert(name);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          size={compact ? "compact-xs" : "compact-sm"}
          variant={compact ? "subtle" : "default"}
          leftSection={<IconBraces size={14} />}
          aria-haspopup="listbox"
          onClick={() => combobox.toggleDropdown()}
        >
          Insert variable
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label="Search variables"
          placeholder="Search variables"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Combobox.Options aria-label="Variables" tabIndex={0} mah={240} style={{ overflowY: "auto" }}>
          {found.map(({ name, words = name, note }) => (
            <Combobox.Option key={name} value={name}>
              <Text size="sm">{words}</Text>
              {note || words !== name ? (
                <Text size="xs" c="dimmed" ff={words === name ? undefined : "monospace"}>
                  {words === name ? note : name}
                </Text>
              ) : null}
            </Combobox.Option>
          ))}
          {found.length === 0 ? <Combobox.Empty>Nothing found</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
