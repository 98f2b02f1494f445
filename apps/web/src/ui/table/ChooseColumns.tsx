import { ActionIcon, Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { Popup } from "../tip/Popup.tsx";
import type { PopupState } from "../tip/usePopup.ts";
import type { Chooser } from "./chooser.ts";

/** Shows, hides and moves the columns of a table. */
export function ChooseColumns({
  popup,
  offered,
  isSeen,
  columns: { shown, show, move, reset },
}: Chooser & { popup: PopupState }) {
  const lacksRoom = offered.some(({ id }) => ownValue(shown, id) !== false && !isSeen(id));
  return (
    <Popup {...popup} label="Columns" look={{ position: "bottom-end" }}>
      <Stack gap={8} mah="50vh" style={{ overflowY: "auto" }}>
        {lacksRoom ? (
          <Text size="xs" c="dimmed" maw={240}>
            Columns without room are left out. Choose one to show it.
          </Text>
        ) : null}
        {offered.map(({ id, header }, index) => (
          <Group key={id} gap={4} wrap="nowrap" justify="space-between">
            <Checkbox
              size="xs"
              label={header}
              checked={isSeen(id)}
              onChange={(event) => show(id, event.currentTarget.checked)}
            />
            <Group gap={0} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={`Move ${header} up`}
                disabled={index === 0}
                onClick={() => move(id, -1)}
              >
                <IconChevronUp size={14} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={`Move ${header} down`}
                disabled={index === offered.length - 1}
                onClick={() => move(id, 1)}
              >
                <IconChevronDown size={14} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        {reset ? (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={reset}>
            Reset columns
          </Button>
        ) : null}
      </Stack>
    </Popup>
  );
}
