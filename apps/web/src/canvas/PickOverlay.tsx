import { Modal, ScrollArea, Text, TextInput } from "@mantine/core";
import type { TablerIcon } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import classes from "./PickOverlay.module.css";

interface Pick {
  key: string;
  label: string;
  note?: string;
  icon: TablerIcon;
  /** What typing is compared with besides the label. */
  words?: string;
}

interface Props {
  label: string;
  placeholder: string;
  picks: readonly Pick[];
  onPick: (key: string) => void;
  close: () => void;
  /** What was typed before this was there. */
  typed: string;
}

/** Most that are listed at once; typing finds the others. */
const mostShown = 50;

/** Type, arrow, Enter: picks one of many without the pointer. */
export function PickOverlay({ label, placeholder, picks, onPick, close, typed }: Props) {
  const [text, setText] = useState(typed);
  const [at, setAt] = useState(0);
  const id = useId();
  const wanted = text.trim().toLowerCase();
  const found = picks
    .filter((pick) => `${pick.label} ${pick.words ?? ""}`.toLowerCase().includes(wanted))
    .slice(0, mostShown);
  const current = Math.min(at, found.length - 1);
  const take = (index: number) => {
    const pick = found[index];
    if (pick === undefined) return;
    close();
    onPick(pick.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(current + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(current - 1, 0));
    else if (event.key === "Enter") take(current);
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
      // the label belongs on the dialog itself, not on the box around it
      attributes={{ content: { "aria-label": label } }}
      returnFocus={false}
    >
      <TextInput
        ref={takeKeys}
        data-autofocus
        data-pick-overlay
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
      />
      <PickList id={id} label={label} found={found} current={current} take={take} />
    </Modal>
  );
}

/** From its first moment on: who presses `/` types on without a look. */
const takeKeys = (input: HTMLInputElement | null): void => input?.focus();

interface ListProps {
  id: string;
  label: string;
  found: readonly Pick[];
  current: number;
  take: (index: number) => void;
}

function PickList({ id, label, found, current, take }: ListProps) {
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
            onClick={() => take(index)}
          >
            <Icon size={16} aria-hidden />
            <span className={classes["name"]}>{name}</span>
            {note && <span className={classes["note"]}>{note}</span>}
          </button>
        ))}
      </div>
      {found.length === 0 && (
        <Text size="sm" c="dimmed" p={8}>
          Nothing found
        </Text>
      )}
    </ScrollArea.Autosize>
  );
}
