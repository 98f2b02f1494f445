import { ActionIcon, Box, Group, Select, Text, Textarea, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowRight, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { liveListRoutes } from "@trunkline/contract/agents/livelist.ts";
import { type IvrAction, type IvrActionType, terminalActions } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { listOf } from "../../api/queries.ts";
import { AssetUrlField } from "../../fields/AssetUrlField.tsx";
import { useForm } from "../../fields/formContext.ts";
import { PickField } from "../../fields/PickField.tsx";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import classes from "./IvrForm.module.css";
import { type DraftMenu, menuName } from "./ivrDraft.ts";

/** Labels of the actions, in the order of spec 3 §3. */
const typeNames: Readonly<Record<IvrActionType, string>> = {
  say: "Say",
  play: "Play",
  hangup: "Hang up",
  dial: "Dial",
  nextMenu: "Next menu",
  workflow: "Workflow",
  livelist: "Live list",
};
const types = Object.keys(typeNames) as IvrActionType[];
/** The option that creates a new menu. */
const newMenuValue = " new";

interface Props {
  action: IvrAction;
  /** Counted from 1. */
  number: number;
  isLast: boolean;
  place: string;
  menus: readonly DraftMenu[];
  onChange: (action: IvrAction) => void;
  onRemove: () => void;
  mayMove: (by: -1 | 1) => boolean;
  /** Swaps the action with the one before or after it. */
  onMove: (by: -1 | 1) => void;
  onLinkToNew: () => void;
  onChoose: (index: number) => void;
}

/** One action of an option. Actions that end the list are offered only in the last place (spec 3 §2). */
export function ActionRow(props: Props) {
  const { action, number, isLast, place, onChange } = props;
  const { errorAt, touch, readOnly } = useForm();
  const offered = types.filter((type) => isLast || type === action.type || !terminalActions.includes(type));
  return (
    <li
      className={classes["action"]}
      onKeyDown={(event) => {
        if (readOnly || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        props.onMove(event.key === "ArrowUp" ? -1 : 1);
      }}
    >
      <Box data-place={`${place}type`} onBlur={() => touch(`${place}type`)}>
        <Select
          aria-label={`Action ${number} type`}
          placeholder="Action type"
          data={offered.map((type) => ({ value: type, label: typeNames[type] }))}
          allowDeselect={false}
          disabled={readOnly}
          value={(action.type as string) === "" ? null : action.type}
          onChange={(type) => onChange({ type: type as IvrActionType, value: "" })}
          error={errorAt(`${place}type`)}
        />
      </Box>
      <Box data-place={`${place}value`} onBlur={() => touch(`${place}value`)}>
        <ActionValue {...props} />
      </Box>
      {!readOnly && (
        <Group gap={0} wrap="nowrap" mt={4}>
          {([-1, 1] as const).map((by) => (
            <ActionIcon
              key={by}
              variant="subtle"
              color="gray"
              aria-label={`Move action ${number} ${by < 0 ? "up" : "down"}`}
              aria-keyshortcuts={by < 0 ? "Alt+ArrowUp" : "Alt+ArrowDown"}
              disabled={!props.mayMove(by)}
              onClick={() => props.onMove(by)}
            >
              {by < 0 ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
            </ActionIcon>
          ))}
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove action ${number}`} onClick={props.onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      )}
    </li>
  );
}

function ActionValue(props: Props) {
  const { action, place, onChange } = props;
  const { errorAt, readOnly } = useForm();
  const at = `${place}value`;
  const set = (value: unknown) => onChange({ ...action, value: String(value ?? "") });
  const inner = { place: at, value: action.value, draft: {}, disabled: undefined, onChange: set };
  switch (action.type) {
    case "say":
      return (
        <Textarea
          aria-label="Text to say"
          placeholder="What is said"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={4000}
          disabled={readOnly}
          value={action.value}
          onChange={(event) => set(event.currentTarget.value)}
          error={errorAt(at)}
        />
      );
    case "play":
      return <AssetUrlField field={{ name: "value", label: "Sound", input: "assetUrl", type: "audio" }} {...inner} />;
    case "dial":
      return (
        <TextInput
          aria-label="Number to dial"
          type="tel"
          placeholder="+1 202 555 0123"
          maxLength={40}
          disabled={readOnly}
          value={action.value}
          onChange={(event) => set(event.currentTarget.value)}
          error={errorAt(at)}
        />
      );
    case "nextMenu":
      return <NextMenu {...props} />;
    case "workflow":
      return (
        <PickField field={{ name: "value", label: "Workflow to start", input: "pick", from: "campaigns" }} {...inner} />
      );
    case "livelist":
      return <LiveListValue {...props} />;
    case "hangup":
      return (
        <Text size="sm" c="dimmed" mt={8}>
          The call ends.
        </Text>
      );
    default:
      return null;
  }
}

function NextMenu({ action, place, menus, onChange, onLinkToNew, onChoose }: Props) {
  const { errorAt, readOnly } = useForm();
  const target = menus.findIndex(({ key }) => key === action.value);
  return (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <Select
        flex={1}
        aria-label="Menu to go to"
        placeholder="Choose a menu"
        searchable
        allowDeselect={false}
        disabled={readOnly}
        data={[
          ...menus.map(({ key }, at) => ({ value: key, label: menuName(menus, at) })),
          { value: newMenuValue, label: "New menu…" },
        ]}
        value={target < 0 ? null : action.value}
        onChange={(value) => (value === newMenuValue ? onLinkToNew() : onChange({ ...action, value: value ?? "" }))}
        error={errorAt(`${place}value`)}
      />
      {target >= 0 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          mt={4}
          aria-label={`Open ${menuName(menus, target)}`}
          onClick={() => onChoose(target)}
        >
          <IconArrowRight size={16} />
        </ActionIcon>
      )}
    </Group>
  );
}

function LiveListValue({ action, place, onChange }: Props) {
  const { errorAt, readOnly } = useForm();
  const lists = useQuery(listOf(liveListRoutes.list));
  const names = lists.data?.map(({ listName }) => listName) ?? [];
  const waiting = lists.isError ? messageOfFailure(lists.error) : "Loading…";
  return (
    <Select
      aria-label="Live list"
      placeholder={lists.data ? "Choose a live list" : waiting}
      nothingFoundMessage={lists.data ? "No matching live lists" : waiting}
      searchable
      allowDeselect={false}
      disabled={readOnly}
      data={action.value === "" || names.includes(action.value) ? names : [...names, action.value]}
      value={action.value === "" ? null : action.value}
      onChange={(value) => onChange({ ...action, value: value ?? "" })}
      error={errorAt(`${place}value`)}
    />
  );
}
