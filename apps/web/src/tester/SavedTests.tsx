import { ActionIcon } from "@mantine/core";
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconTrash } from "@tabler/icons-react";
import classes from "./SavedTests.module.css";

/** A saved test in a list. */
export interface ListedTest {
  testId: string;
  title: string;
  state: "passed" | "failed" | "running";
  /** Under the title: the result. */
  note: string;
}

interface Props {
  tests: readonly ListedTest[];
  open: (testId: string) => void;
  /** Undefined where tests cannot be removed. */
  remove: ((testId: string) => void) | undefined;
}

const icons = {
  passed: { Icon: IconCircleCheck, label: "Passed" },
  failed: { Icon: IconCircleX, label: "Failed" },
  running: { Icon: IconCircleDashed, label: "Running" },
} as const;

/** The saved tests of an outbound or inbound workflow with their results. */
export const SavedTests = ({ tests, open, remove }: Props) => (
  <ul className={classes["tests"]} aria-label="Saved tests">
    {tests.map(({ testId, title, state, note }) => {
      const { Icon, label } = icons[state];
      return (
        <li key={testId} className={classes["test"]} data-state={state}>
          <Icon size={16} role="img" aria-label={label} />
          <button type="button" onClick={() => open(testId)}>
            {title}
            <span className={classes["note"]}>{note}</span>
          </button>
          {remove !== undefined && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={`Remove test: ${title}`}
              onClick={() => remove(testId)}
            >
              <IconTrash size={14} />
            </ActionIcon>
          )}
        </li>
      );
    })}
  </ul>
);
