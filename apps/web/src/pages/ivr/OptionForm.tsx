import { ActionIcon, Box, Button, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type IvrAction, type IvrOption, terminalActions } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { FieldSet } from "../../fields/FieldSet.tsx";
import { type AnyField, useForm } from "../../fields/formContext.ts";
import { useRowKeys } from "../../fields/useRowKeys.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { ActionRow } from "./ActionRow.tsx";
import classes from "./IvrForm.module.css";
import type { DraftMenu } from "./ivrDraft.ts";

const keyField: readonly AnyField[] = [{ name: "dtmfKey", label: "DTMF Key", input: "number", required: true }];
const sayField = (required: boolean): readonly AnyField[] => [
  {
    name: "say",
    label: "Say",
    input: "text",
    maxLength: 4000,
    required,
    ...(!required && { help: "Leave empty if the recording already says it." }),
  },
];

interface Props {
  option: IvrOption;
  /** Counted from 1. */
  number: number;
  place: string;
  menu: DraftMenu;
  menus: readonly DraftMenu[];
  /** The error of an option without actions. */
  actionsError: string | undefined;
  onChange: (option: IvrOption) => void;
  onRemove: () => void;
  onLinkToNew: (optionTo: (key: string) => IvrOption) => void;
  onChoose: (index: number) => void;
}

/** An option of a menu: its key, its text and its actions (spec 3 §2). */
export function OptionForm(props: Props) {
  const { option, number, place, menu, onChange } = props;
  const { readOnly } = useForm();
  return (
    <Box className={classes["option"] ?? ""} role="group" aria-label={`Option ${number}`}>
      <div className={classes["optionTop"]}>
        <FieldSet
          fields={keyField}
          draft={{ dtmfKey: option.dtmfKey < 0 ? null : option.dtmfKey }}
          place={place}
          // an empty field is invalid
          onChange={({ dtmfKey }) => onChange({ ...option, dtmfKey: typeof dtmfKey === "number" ? dtmfKey : -1 })}
        />
        <FieldSet
          fields={sayField(!menu.recording)}
          draft={{ say: option.say }}
          place={place}
          onChange={({ say }) => onChange({ ...option, say: String(say ?? "") })}
        />
        {!readOnly && (
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove option ${number}`} onClick={props.onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </div>
      {option.actions.length > 0 && <Actions {...props} />}
      {props.actionsError !== undefined && (
        <Text size="xs" c="red" role="status">
          {props.actionsError}
        </Text>
      )}
      {!readOnly && <AddAction option={option} onChange={onChange} />}
    </Box>
  );
}

/** The actions in order. One that ends the call or opens another menu is always last. */
function Actions({ option, number, place, menus, onChange, onLinkToNew, onChoose }: Props) {
  const { keys, drop, swap } = useRowKeys(option.actions.length);
  const setAction = (at: number, action: IvrAction): IvrOption => ({
    ...option,
    actions: option.actions.map((one, step) => (step === at ? action : one)),
  });
  const mayMove = (step: number, by: -1 | 1): boolean => {
    const [one, other] = [option.actions[step], option.actions[step + by]];
    return one !== undefined && other !== undefined && ![one, other].some(({ type }) => terminalActions.includes(type));
  };
  const move = (step: number, by: -1 | 1) => {
    if (!mayMove(step, by)) return;
    swap(step, step + by);
    const actions = [...option.actions];
    actions.splice(step + by, 0, ...actions.splice(step, 1));
    onChange({ ...option, actions });
  };
  return (
    <ol className={classes["actions"]} aria-label={`Actions of option ${number}`}>
      {option.actions.map((action, step) => (
        <ActionRow
          key={keys[step]}
          action={action}
          number={step + 1}
          isLast={step === option.actions.length - 1}
          place={`${place}actions.${step}.`}
          menus={menus}
          onChange={(next) => onChange(setAction(step, next))}
          mayMove={(by) => mayMove(step, by)}
          onMove={(by) => move(step, by)}
          onRemove={() => {
            drop(step);
            onChange({ ...option, actions: option.actions.filter((_, at) => at !== step) });
          }}
          onLinkToNew={() => onLinkToNew((key) => setAction(step, { type: "nextMenu", value: key }))}
          onChoose={onChoose}
        />
      ))}
    </ol>
  );
}

function AddAction({ option, onChange }: Pick<Props, "option" | "onChange">) {
  const last = option.actions.at(-1);
  const isEnded = last !== undefined && terminalActions.includes(last.type);
  const looks = { variant: "subtle", size: "xs", w: "fit-content", leftSection: <IconPlus size={14} /> } as const;
  if (isEnded)
    return (
      <ReasonButton {...looks} reason="You can't add an action after one that opens another menu, dials or hangs up.">
        Add Action
      </ReasonButton>
    );
  const add = () => onChange({ ...option, actions: [...option.actions, { type: "" as IvrAction["type"], value: "" }] });
  return (
    <Button {...looks} onClick={add}>
      Add Action
    </Button>
  );
}
