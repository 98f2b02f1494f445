import { ActionIcon, Badge, Button, Group, Text, Title } from "@mantine/core";
import { IconArrowBarToUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type IvrOption, newOption } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { FieldSet } from "../../fields/FieldSet.tsx";
import { type AnyField, useForm } from "../../fields/formContext.ts";
import { useRowKeys } from "../../fields/useRowKeys.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Tooltip } from "../../ui/tip/Tooltip.tsx";
import classes from "./IvrForm.module.css";
import { countLinks, type DraftMenu, menuName } from "./ivrDraft.ts";
import { MessageField } from "./MessageField.tsx";
import { OptionForm } from "./OptionForm.tsx";

const nameField: readonly AnyField[] = [
  { name: "menuId", label: "Menu name", input: "text", maxLength: 72, required: true },
];
/** Keys 0 to 8 (readings, IVR and live lists). */
const mostOptions = 9;

interface Props {
  menu: DraftMenu;
  index: number;
  menus: readonly DraftMenu[];
  onChange: (menu: DraftMenu) => void;
  onRemove: () => void;
  onPutFirst: () => void;
  onChoose: (index: number) => void;
  /** Adds a menu and links this menu to it. */
  onLinkToNew: (menuTo: (key: string) => DraftMenu) => void;
}

/** One menu with its message and options (spec 3 §2). */
export function MenuForm(props: Props) {
  const { menu, index, menus, onChange } = props;
  const { readOnly } = useForm();
  const place = `menus.${index}.`;
  const name = menuName(menus, index);
  return (
    <section className={classes["group"]} aria-labelledby="ivr-menu">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap={8}>
          <Title order={2} size="h4" id="ivr-menu" className={classes["menuTitle"] ?? ""}>
            {name}
          </Title>
          {index === 0 && <Badge variant="light">Entry menu</Badge>}
        </Group>
        {!readOnly && <MenuButtons {...props} name={name} />}
      </Group>
      <FieldSet
        fields={nameField}
        draft={{ menuId: menu.menuId }}
        place={place}
        onChange={({ menuId }) => onChange({ ...menu, menuId: String(menuId ?? "") })}
      />
      <MessageField
        label="Message"
        place={place}
        message={{ isPlayed: menu.recording, say: menu.say, play: menu.play }}
        onChange={({ isPlayed, say, play }) => onChange({ ...menu, recording: isPlayed, say, play })}
      />
      <div>
        <Title order={3} size="h5">
          Options
        </Title>
        <Text size="sm" c="dimmed">
          * always goes to the entry menu and 9 to the previous menu.
        </Text>
      </div>
      <Options {...props} place={place} />
    </section>
  );
}

/** The options of a menu, and the button that adds one. */
function Options(props: Props & { place: string }) {
  const { menu, menus, place, onChange } = props;
  const { readOnly, errorAt, touch } = useForm();
  const { keys, drop } = useRowKeys(menu.options.length);
  // show duplicate keys immediately, not on blur
  const touchKeys = (count: number) => {
    for (let at = 0; at < count; at += 1) touch(`${place}options.${at}.dtmfKey`);
  };
  const setOption = (at: number, option: IvrOption) => {
    if (option.dtmfKey !== menu.options[at]?.dtmfKey) touchKeys(menu.options.length);
    onChange({ ...menu, options: menu.options.map((one, row) => (row === at ? option : one)) });
  };
  const isFull = menu.options.length >= mostOptions;
  return (
    <>
      {menu.options.map((option, at) => (
        <OptionForm
          key={keys[at]}
          option={option}
          number={at + 1}
          place={`${place}options.${at}.`}
          menu={menu}
          menus={menus}
          actionsError={errorAt(`${place}options.${at}.actions`)}
          onChange={(next) => setOption(at, next)}
          onRemove={() => {
            drop(at);
            onChange({ ...menu, options: menu.options.filter((_, row) => row !== at) });
          }}
          onLinkToNew={(optionTo) =>
            props.onLinkToNew((key) => ({
              ...menu,
              options: menu.options.map((one, row) => (row === at ? optionTo(key) : one)),
            }))
          }
          onChoose={props.onChoose}
        />
      ))}
      {!readOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={isFull}
          title={isFull ? "All keys from 0 to 8 are in use" : undefined}
          onClick={() => {
            touchKeys(menu.options.length + 1);
            onChange({ ...menu, options: [...menu.options, newOption()] });
          }}
          w="fit-content"
        >
          Add option
        </Button>
      )}
    </>
  );
}

function MenuButtons({ menu, index, menus, name, onPutFirst, onRemove }: Props & { name: string }) {
  const isOnly = menus.length === 1;
  return (
    <Group gap={4} wrap="nowrap">
      {index > 0 && (
        <Tooltip label="Make it the entry menu">
          <ActionIcon variant="subtle" color="gray" aria-label={`Make ${name} the entry menu`} onClick={onPutFirst}>
            <IconArrowBarToUp size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={isOnly ? "An IVR needs at least one menu" : "Remove menu"}>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Remove ${name}`}
          aria-disabled={isOnly || undefined}
          data-disabled={isOnly || undefined}
          onClick={() => !isOnly && void askToRemove(menu, menus).then((sure) => sure && onRemove())}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** Asks before removing a menu that has links or content. */
function askToRemove(menu: DraftMenu, menus: readonly DraftMenu[]): Promise<boolean> {
  const links = countLinks(menus, menu.key);
  const isEmpty =
    links === 0 && menu.options.every(({ actions }) => actions.length === 0) && menu.say === "" && menu.play === "";
  if (isEmpty) return Promise.resolve(true);
  return confirm({
    title: `Remove the menu "${menu.menuId}"?`,
    consequence:
      links === 0
        ? "Its contents are deleted when you save the IVR."
        : `${plural(links, "option")} ${links === 1 ? "links" : "link"} to it and must be changed before you can save the IVR.`,
    confirm: "Remove menu",
  });
}
