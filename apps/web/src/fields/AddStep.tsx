import { ActionIcon, Box, Button, Combobox, useCombobox } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./AddStep.module.css";
import type { StepKind } from "./formContext.ts";

interface Props {
  /** The path, for screen readers. */
  path: string;
  kinds: readonly StepKind[];
  onAdd: (key: string) => void;
  /** The node that the new step is put before. */
  before?: string | undefined;
}

/** Adds the next step of a path: one of the usual kinds at once, any kind from a list to search. */
export function AddStep({ path, kinds, onAdd, before }: Props) {
  if (before !== undefined)
    return <StepList path={path} kinds={kinds.filter(({ hasExit }) => hasExit)} onAdd={onAdd} before={before} />;
  return (
    // someone who adds a step has not left the path empty
    <Box className={classes["steps"]} onBlur={(event) => event.stopPropagation()}>
      <StepList path={path} kinds={kinds} onAdd={onAdd} />
      {kinds
        .filter(({ usual }) => usual > 0)
        .sort((one, other) => one.usual - other.usual)
        .map(({ key, label, icon: Icon, hue }) => (
          <button
            key={key}
            type="button"
            className={classes["usual"]}
            data-hue={hue}
            aria-label={`Add ${label}: ${path}`}
            onClick={() => onAdd(key)}
          >
            <Icon size={14} stroke={1.8} />
            {label}
          </button>
        ))}
    </Box>
  );
}

function StepList({ path, kinds, onAdd, before }: Props) {
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch("");
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const found = findSteps(kinds, search);
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      onOptionSubmit={(key) => {
        combobox.closeDropdown();
        onAdd(key);
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        {before === undefined ? (
          <Button
            size="compact-xs"
            variant="light"
            leftSection={<IconPlus size={12} />}
            aria-haspopup="listbox"
            aria-label={`Add step: ${path}`}
            onClick={() => combobox.toggleDropdown()}
          >
            Add step
          </Button>
        ) : (
          <ActionIcon
            variant="default"
            size={36}
            aria-haspopup="listbox"
            aria-label={`Add step before ${before}: ${path}`}
            title={`Add step before ${before}`}
            onClick={() => combobox.toggleDropdown()}
          >
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </Combobox.Target>
      <Combobox.Dropdown>
        {combobox.dropdownOpened && (
          <>
            <Combobox.Search
              aria-label="Search node types"
              placeholder="Search node types"
              value={search}
              onChange={(event) => {
                setSearch(event.currentTarget.value);
                combobox.selectFirstOption();
              }}
            />
            <Combobox.Options aria-label="Node types" mah={260} style={{ overflowY: "auto" }}>
              {found.map(({ key, label, icon: Icon, hue }) => (
                <Combobox.Option key={key} value={key} className={classes["kind"]} data-hue={hue}>
                  <Icon size={16} stroke={1.8} />
                  {label}
                </Combobox.Option>
              ))}
              {found.length === 0 ? <Combobox.Empty>No results</Combobox.Empty> : null}
            </Combobox.Options>
          </>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The kinds that a search finds: by their name first, then by what they do, then by the rest of their help. */
function findSteps(kinds: readonly StepKind[], search: string): readonly StepKind[] {
  const wanted = search.trim().toLowerCase();
  const rankOf = ({ key, label, words }: StepKind) =>
    [`${label} ${key}`, words.split(". ")[0] ?? "", words].findIndex((text) => text.toLowerCase().includes(wanted));
  return kinds
    .map((kind) => ({ kind, rank: rankOf(kind) }))
    .filter(({ rank }) => rank !== -1)
    .sort((one, other) => one.rank - other.rank)
    .map(({ kind }) => kind);
}
