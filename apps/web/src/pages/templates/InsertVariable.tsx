import { Button, Combobox, ScrollArea, Text, useCombobox } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { useState } from "react";
import type { Variable } from "./templateDraft.ts";

/** A button that lists the variables and hands back the chosen one. */
export function InsertVariable({
  variables,
  onInsert,
}: {
  variables: readonly Variable[];
  onInsert: (name: string) => void;
}) {
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const found = variables.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-start"
      onOptionSubmit={(name) => {
        onInsert(name);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          size="compact-sm"
          variant="default"
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
        <Combobox.Options>
          <ScrollArea.Autosize mah={240} type="auto">
            {found.map(({ name, note }) => (
              <Combobox.Option key={name} value={name}>
                <Text size="sm">{name}</Text>
                <Text size="xs" c="dimmed">
                  {note}
                </Text>
              </Combobox.Option>
            ))}
            {found.length === 0 ? <Combobox.Empty>Nothing found</Combobox.Empty> : null}
          </ScrollArea.Autosize>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
