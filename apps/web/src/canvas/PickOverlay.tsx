import { Modal, ScrollArea, Text, TextInput } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { bestFirst } from "./bestFirst.ts";
import classes from "./PickOverlay.module.css";

interface Pick {
  key: string;
  label: string;
  note?: string;
  icon: TablerIcon;
  /** Additional text to search. */
  words?: string;
}

interface Props {
  label: string;
  placeholder: string;
  picks: readonly Pick[];
  onPick: (key: string) => void;
  close: () => void;
  /** Returns what was typed before the overlay was loaded. */
  takeTyped: () => string;
}

/** Maximum number of listed results. */
const maxResults = 50;

/** A list to filter by typing and choose from with the keyboard. */
export function PickOverlay({ label, placeholder, picks, onPick, close, takeTyped }: Props) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const found = bestFirst(picks, text).slice(0, maxResults);
  const current = Math.min(at, found.length - 1);
  const choose = (index: number) => {
    const pick = found[index];
    if (pick === undefined) return;
    close();
    onPick(pick.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(current + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(current - 1, 0));
    else if (event.key === "Enter") choose(current);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      padding={8}
      size={400}
      yOffset="16vh"
      centered={false}
      // the label belongs on the dialog element, not on its wrapper
      attributes={{ content: { "aria-label": label } }}
      returnFocus={false}
    >
      <TextInput
        ref={focusInput}
        data-autofocus
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={id}
        {...(found.length > 0 && { "aria-activedescendant": `${id}-${current}` })}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setText((before) => before + takeTyped())}
      />
      <PickList id={id} label={label} found={found} current={current} choose={choose} />
    </Modal>
  );
}

/** Focuses the input at once, so that users can keep typing after `/`. */
const focusInput = (input: HTMLInputElement | null): void => input?.focus();

interface ListProps {
  id: string;
  label: string;
  found: readonly Pick[];
  current: number;
  choose: (index: number) => void;
}

function PickList({ id, label, found, current, choose }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(`${id}-${current}`)}`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);
  return (
    <ScrollArea.Autosize mah={320} mt={8} type="auto">
      <div ref={list} id={id} role="listbox" aria-label={label}>
        {found.map(({ key, label: name, note, icon: Icon }, index) => (
          <button
            type="button"
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={classes["pick"]}
            onClick={() => choose(index)}
          >
            <Icon size={16} aria-hidden />
            <span className={classes["name"]}>{name}</span>
            {note && <span className={classes["note"]}>{note}</span>}
          </button>
        ))}
      </div>
      {found.length === 0 && (
        <Text size="sm" c="dimmed" p={8}>
          No results
        </Text>
      )}
    </ScrollArea.Autosize>
  );
}
