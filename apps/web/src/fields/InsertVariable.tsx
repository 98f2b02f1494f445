import { Button, Combobox, useCombobox } from "@mantine/core";
import { IconBraces } from "@tabler/icons-react";
import { useState } from "react";
import { useForm } from "./formContext.ts";
import { PickLine } from "./PickField.tsx";

/** A button that lists the variables and hands back the chosen one. */
export function InsertVariable({ onInsert }: { onInsert: (name: string) => void }) {
  const { lists } = useForm();
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const found = (lists.options("variables") ?? []).filter((one) =>
    `${one.value} ${one.label}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-end"
      onOptionSubmit={(name) => {
        onInsert(name);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <Button
          size="compact-xs"
          variant="subtle"
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
          {found.map((one) => (
            <Combobox.Option key={one.value} value={String(one.value)}>
              <PickLine option={one} note={one.note} />
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
