import { getDefaultZIndex } from "@mantine/core";
import { createSpotlight, Spotlight, useSpotlight } from "@mantine/spotlight";
import "@mantine/spotlight/styles.css";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import classes from "./CommandPalette.module.css";
import type { Command } from "./command.ts";
import { useCommands } from "./useCommands.ts";

const [store, palette] = createSpotlight();
const select = (index: number): void => store.setState({ ...store.getState(), selected: index });
const optionId = ({ id }: Command): string => `command-${id}`;
/** The list is a listbox where it scrolls, so that the combobox that controls it counts as its keyboard access. */
const listbox = { viewportProps: { id: "commands", role: "listbox", "aria-label": "Results" } };

/**
 * Goes to any page, opens any workflow, contact or number, starts any action (look, Command palette). `takeTyped` returns
 * what was typed while this part was loading.
 */
export function CommandPalette({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) {
  const [text, setText] = useState("");
  const commands = useCommands(text.trim());
  const { selected } = useSpotlight(store);
  useEffect(palette.open, []);
  const chosen = commands[selected];
  useEffect(() => {
    // Spotlight itself selects nothing until a key is pressed
    if (selected === -1) select(0);
    if (chosen) document.getElementById(optionId(chosen))?.scrollIntoView({ block: "nearest" });
  }, [selected, chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Spotlight moves its selection after this handler and does not render it
    queueMicrotask(() => store.setState({ ...store.getState() }));
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    select(event.key === "Home" ? 0 : commands.length - 1);
  };
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      centered={false}
      yOffset="12vh"
      size={560}
      zIndex={getDefaultZIndex("modal")}
      overlayProps={{}}
      scrollable
      maxHeight={400}
      transitionProps={{ onExited: onClose }}
      attributes={{ content: { "aria-label": "Search and commands" } }}
      classNames={{
        search: classes["search"] ?? "",
        action: classes["action"] ?? "",
        actionSection: classes["section"] ?? "",
      }}
    >
      <Spotlight.Search
        data-autofocus
        leftSection={<IconSearch size={18} />}
        placeholder="Search pages, workflows, templates, runs, contacts, numbers, actions"
        aria-label="Search"
        role="combobox"
        aria-expanded
        aria-controls="commands"
        aria-activedescendant={chosen ? optionId(chosen) : undefined}
        onKeyDown={onKeyDown}
        onFocus={() => setText((before) => before + takeTyped())}
      />
      <Spotlight.ActionsList {...listbox}>
        {[...Map.groupBy(commands, ({ group }) => group)].map(([group, members]) => (
          <Spotlight.ActionsGroup key={group} label={group} role="group" aria-label={group}>
            {members.map((command) => (
              <CommandOption key={command.id} command={command} at={commands.indexOf(command)} selected={selected} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {commands.length === 0 ? <Spotlight.Empty>No results for “{text.trim()}”</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function CommandOption({ command, at, selected }: { command: Command; at: number; selected: number }) {
  const { label, note, icon: Icon, run } = command;
  return (
    <Spotlight.Action
      // Spotlight.Action drops an `id`, which aria-activedescendant needs
      ref={(option) => option?.setAttribute("id", optionId(command))}
      role="option"
      aria-selected={at === selected}
      data-selected={at === selected || undefined}
      label={label}
      leftSection={<Icon size={16} aria-hidden />}
      rightSection={note ? <span className={classes["note"]}>{note}</span> : null}
      onMouseMove={() => select(at)}
      onClick={run}
    />
  );
}
