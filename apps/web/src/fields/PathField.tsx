import { ActionIcon, Box, Group, Select, Stack } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { AddStep } from "./AddStep.tsx";
import { type Bare, type FieldProps, labelled, useForm } from "./formContext.ts";
import { PickLine } from "./PickField.tsx";

/** The target of a branch. Choosing adds the edge, clearing removes it (spec 2 §3.3), and a new step can be its target at once. */
export function PathField({ field, place, value, disabled, onChange, bare }: FieldProps<"path"> & Bare) {
  const { errorAt, lists } = useForm();
  const current = typeof value === "number" ? value : null;
  const options = lists.paths(current, field.anySection ?? false);
  const steps = disabled === undefined ? lists.steps : undefined;
  const next = options.find((one) => one.value === current);
  const [opener, expectStep] = useStepFocus(current);
  const addStep = (key: string) => {
    expectStep();
    steps?.add(place, key);
  };
  return (
    <Stack gap={6}>
      <Select
        {...labelled(field.label, bare)}
        description={disabled ?? field.help}
        withAsterisk={field.required}
        searchable
        clearable
        clearButtonProps={{ "aria-label": `Clear ${field.label}` }}
        data={options.map(({ value: node, label }) => ({ value: node, label }))}
        renderOption={({ option }) => (
          <PickLine option={option} note={options.find((one) => one.value === option.value)?.note} />
        )}
        placeholder={options.length === 0 ? "No free node" : "Choose a node"}
        nothingFoundMessage="You can only choose nodes without an incoming connection"
        disabled={disabled !== undefined}
        value={current}
        onChange={(chosen) => onChange(chosen)}
        error={errorAt(place)}
        inputContainer={(input) => (
          <Group gap={6} wrap="nowrap">
            <Box flex={1} miw={0}>
              {input}
            </Box>
            {steps !== undefined && next !== undefined && current !== null && (
              <>
                <ActionIcon
                  ref={opener}
                  variant="default"
                  size={36}
                  aria-label={`Open ${next.label}: ${field.label}`}
                  title={`Open ${next.label}`}
                  onClick={() => steps.open(current)}
                >
                  <IconArrowRight size={16} />
                </ActionIcon>
                <AddStep path={field.label} kinds={steps.kinds} onAdd={addStep} before={next.label} />
              </>
            )}
          </Group>
        )}
      />
      {steps !== undefined && current === null && <AddStep path={field.label} kinds={steps.kinds} onAdd={addStep} />}
    </Stack>
  );
}

/** Moves the focus from the list of kinds to the button that opens the new step. */
function useStepFocus(current: number | null): [React.RefObject<HTMLButtonElement | null>, () => void] {
  const opener = useRef<HTMLButtonElement>(null);
  const isExpected = useRef(false);
  useEffect(() => {
    if (!isExpected.current || current === null) return;
    isExpected.current = false;
    opener.current?.focus({ preventScroll: true });
  }, [current]);
  return [
    opener,
    () => {
      isExpected.current = true;
    },
  ];
}
