import { ActionIcon, Input, Select, Text, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { userRoutes } from "@trunkline/contract/identity/user.ts";
import { type ReactNode, useState } from "react";
import { listOf } from "../../api/queries.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Tooltip } from "../../ui/tip/Tooltip.tsx";
import classes from "./Members.module.css";

export interface Member {
  userId: string;
  name: string;
  email: string;
  /** Text, because the field can be empty while typing. */
  weight: number | string;
}

interface Props {
  members: readonly Member[];
  disabled: boolean;
  errorOf: (index: number) => ReactNode;
  onChange: (members: Member[]) => void;
}

/** Members in order, with weights. They can be moved by dragging or with arrow buttons. */
export function Members({ members, disabled, errorOf, onChange }: Props) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const move = (from: number, to: number) => {
    const member = members[from];
    if (!member || to < 0 || to >= members.length || from === to) return;
    const others = members.filter((_, at) => at !== from);
    onChange([...others.slice(0, to), member, ...others.slice(to)]);
    setSaid(`${member.name} is number ${to + 1} of ${members.length}`);
  };
  return (
    <Input.Wrapper
      label="Members"
      description="Sequential and Round Robin follow this order. Weighted Round Robin shares out calls by weight."
      labelElement="div"
    >
      {members.length === 0 ? (
        <Text c="dimmed" size="sm" py={12}>
          No members yet. Calls to this group go unanswered.
        </Text>
      ) : (
        <ol className={classes["list"]} aria-label="Members">
          {members.map((member, index) => (
            <li
              key={member.userId}
              className={classes["member"]}
              data-dragged={dragged === index || undefined}
              draggable={!disabled}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                setDragged(index);
              }}
              onDragEnter={() => {
                if (dragged === null || dragged === index) return;
                move(dragged, index);
                setDragged(index);
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <IconGripVertical size={16} className={classes["grip"]} aria-hidden />
              <span className={classes["who"]}>
                <span className={classes["name"]}>{member.name}</span>
                <Text size="xs" c="dimmed">
                  {member.email}
                </Text>
              </span>
              <Text size="xs" c="dimmed">
                Weight
              </Text>
              <WholeNumberInput
                size="xs"
                w={72}
                aria-label={`Weight of ${member.name}`}
                disabled={disabled}
                value={member.weight}
                error={errorOf(index)}
                onChange={(weight) => onChange(members.map((one, at) => (at === index ? { ...one, weight } : one)))}
              />
              <span className={classes["buttons"]}>
                <Move
                  label={`Move ${member.name} up`}
                  disabled={disabled || index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <IconArrowUp size={16} />
                </Move>
                <Move
                  label={`Move ${member.name} down`}
                  disabled={disabled || index === members.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <IconArrowDown size={16} />
                </Move>
                <Move
                  label={`Remove ${member.name}`}
                  disabled={disabled}
                  onClick={() => onChange(members.filter((_, at) => at !== index))}
                >
                  <IconTrash size={16} />
                </Move>
              </span>
            </li>
          ))}
        </ol>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {disabled ? null : <AddMember members={members} onChange={onChange} />}
    </Input.Wrapper>
  );
}

function Move(props: { label: string; disabled: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={props.label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={props.label}
        // not `disabled`: the button keeps the focus when its member has arrived at an end
        aria-disabled={props.disabled || undefined}
        opacity={props.disabled ? 0.4 : undefined}
        onClick={() => (props.disabled ? undefined : props.onClick())}
      >
        {props.children}
      </ActionIcon>
    </Tooltip>
  );
}

function AddMember({ members, onChange }: Pick<Props, "members" | "onChange">) {
  const users = useQuery(listOf(userRoutes.list));
  if (users.isError && !users.data)
    return <ErrorState title="Error loading users" problem={users.error} retry={() => users.refetch()} />;
  const free = (users.data ?? []).filter(
    ({ userId, state }) => state === "active" && !members.some((member) => member.userId === userId),
  );
  const add = (userId: string | null) => {
    const user = free.find((one) => one.userId === userId);
    if (user)
      onChange([...members, { userId: user.userId, name: user.name ?? user.email, email: user.email, weight: 1 }]);
  };
  return (
    <Select
      mt={8}
      maw={360}
      aria-label="Add a member"
      placeholder={free.length === 0 && users.data ? "All users are in the group" : "Add a member"}
      searchable
      disabled={free.length === 0}
      nothingFoundMessage="No matching users"
      data={free.map(({ userId, name, email }) => ({ value: userId, label: name ? `${name} (${email})` : email }))}
      value={null}
      onChange={add}
    />
  );
}
