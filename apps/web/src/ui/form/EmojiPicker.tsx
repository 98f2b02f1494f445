import { Button, Popover, ScrollArea, Text, TextInput } from "@mantine/core";
import { IconMoodSmile } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./EmojiPicker.module.css";
import { type Emoji, emojiGroups } from "./emoji.ts";

/** An emoji picker. Emoji change a text's encoding to Unicode (spec 2 §4.5). */
export function EmojiPicker({ onPick, compact = false }: { onPick: (emoji: string) => void; compact?: boolean }) {
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState("");
  const words = search.trim().toLowerCase();
  const found = emojiGroups
    .map(({ name, list }) => ({ name, list: list.filter((one) => one.words.includes(words)) }))
    .filter(({ list }) => list.length > 0);
  const pick = ({ emoji }: Emoji) => {
    setOpened(false);
    setSearch("");
    onPick(emoji);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus width={304}>
      <Popover.Target>
        <Button
          size={compact ? "compact-xs" : "compact-sm"}
          variant={compact ? "subtle" : "default"}
          leftSection={<IconMoodSmile size={14} />}
          onClick={() => setOpened((before) => !before)}
        >
          Emoji
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label="Emoji">
        <TextInput
          size="xs"
          data-autofocus
          aria-label="Search emoji"
          placeholder="Search emoji"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <ScrollArea.Autosize mah={240} mt={8} type="auto">
          {found.map(({ name, list }) => (
            <section key={name} aria-label={name}>
              <Text size="xs" c="dimmed" my={4}>
                {name}
              </Text>
              <div className={classes["grid"]}>
                {list.map((one) => (
                  <button
                    key={one.emoji}
                    type="button"
                    className={classes["emoji"]}
                    aria-label={one.words}
                    title={one.words}
                    onClick={() => pick(one)}
                  >
                    {one.emoji}
                  </button>
                ))}
              </div>
            </section>
          ))}
          {found.length === 0 ? (
            <Text size="sm" c="dimmed" p={8}>
              Nothing found
            </Text>
          ) : null}
        </ScrollArea.Autosize>
        <Text size="xs" c="dimmed" mt={8}>
          Emoji change the encoding to Unicode, with 70 characters per part.
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
