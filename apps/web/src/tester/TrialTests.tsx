import { Alert, Button, Group, Skeleton, Stack, Switch, Text, TextInput, Title } from "@mantine/core";
import { IconArrowLeft, IconCheck, IconPencil, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { contactOf, setupOf } from "@trunkline/workflow/trial/testContact.ts";
import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "../ui/page/ErrorState.tsx";
import { plural } from "../ui/text/formatFigure.ts";
import { type ListedTest, SavedTests } from "./SavedTests.tsx";
import { TestStories } from "./TestStories.tsx";
import type { Trial } from "./useTrial.ts";
import type { RunTest, WorkflowTests } from "./useWorkflowTests.ts";

interface Props {
  tests: WorkflowTests;
  readOnly: boolean;
  nodeName: (id: number) => string;
  /** Plays a test on the phone. */
  play: (test: RunTest) => void;
}

/** The saved tests of the workflow, or the two stories of one of them. */
export function TrialTests({ tests: of, readOnly, nodeName, play }: Props) {
  // the test whose stories are shown
  const [opened, open] = useState<string | null>(null);
  const list = useFocusAfter(opened);
  const { tests, problem, retry } = of;
  if (problem !== null && tests === undefined)
    return <ErrorState title="The tests could not be loaded" problem={problem} retry={retry} />;
  if (tests === undefined)
    return (
      <Stack gap={8} role="status" aria-label="Loading tests">
        <Skeleton height={40} />
        <Skeleton height={40} />
      </Stack>
    );
  const shown = tests.find(({ testId }) => testId === opened);
  if (shown !== undefined)
    return (
      <OneTest
        key={shown.testId}
        one={shown}
        of={of}
        readOnly={readOnly}
        nodeName={nodeName}
        play={() => play(shown)}
        close={() => open(null)}
      />
    );
  return (
    <Stack ref={list} gap={12} component="section" aria-label="Tests" tabIndex={-1} style={{ outline: "none" }}>
      <Text size="sm" role="status">
        {describeAll(tests)}
      </Text>
      <Switch
        size="sm"
        label="Tests must pass"
        description="A save of this workflow that fails a test is refused. This setting is saved at once."
        checked={of.mustPass}
        disabled={readOnly}
        onChange={(event) => void of.setMustPass(event.currentTarget.checked)}
      />
      <SavedTests
        tests={tests.map(listed)}
        open={open}
        remove={readOnly ? undefined : (testId) => void of.remove(testId)}
      />
    </Stack>
  );
}

/** Moves the focus to the list when a test is closed, because the pressed button is gone. */
function useFocusAfter(opened: string | null) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(opened);
  useEffect(() => {
    if (before.current !== null && opened === null) list.current?.focus();
    before.current = opened;
  }, [opened]);
  return list;
}

/** How many of the tests fail. */
function describeAll(tests: readonly RunTest[]): string {
  if (tests.length === 0) return "No saved tests yet. Play the workflow, then choose Save as test.";
  if (tests.some(({ verdict }) => verdict === undefined)) return `Running ${plural(tests.length, "test")}.`;
  const failed = failedOf(tests);
  if (failed === 0) return tests.length === 1 ? "The test passes." : `All ${tests.length} tests pass.`;
  return `${failed} of ${plural(tests.length, "test")} ${failed === 1 ? "fails" : "fail"}.`;
}

/** How many tests fail. */
export const failedOf = (tests: readonly RunTest[] | undefined): number =>
  tests?.filter(({ verdict }) => verdict !== undefined && verdict.failure !== null).length ?? 0;

const listed = ({ testId, test, verdict }: RunTest): ListedTest => ({
  testId,
  title: test.title,
  state: verdict === undefined ? "running" : verdict.failure === null ? "passed" : "failed",
  note: verdict === undefined ? "Running" : (verdict.failure?.message ?? plural(test.expects.steps.length, "step")),
});

interface OneProps {
  one: RunTest;
  of: WorkflowTests;
  readOnly: boolean;
  nodeName: (id: number) => string;
  play: () => void;
  close: () => void;
}

function OneTest({ one: { testId, test, verdict }, of, readOnly, nodeName, play, close }: OneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const failure = verdict?.failure ?? null;
  const zone = contactOf(test.contact).zones[0];
  return (
    <Stack gap={12} component="section" aria-label="Test">
      <Group gap={8}>
        <Button size="compact-xs" variant="default" leftSection={<IconArrowLeft size={14} />} onClick={close}>
          All tests
        </Button>
      </Group>
      <Title ref={heading} order={3} tabIndex={-1} style={{ outline: "none", overflowWrap: "anywhere" }}>
        {test.title}
      </Title>
      <Actions test={test} testId={testId} of={of} readOnly={readOnly} play={play} close={close} />
      {failure !== null && verdict !== undefined && (
        <Alert color="red" variant="light" role="status" p={8} title="This test fails">
          <Text size="sm">{failure.message}.</Text>
          {!readOnly && (
            <Button
              size="compact-sm"
              mt={8}
              leftSection={<IconCheck size={14} />}
              onClick={() => void of.replace(testId, { ...test, expects: verdict.actual })}
            >
              Accept the new result
            </Button>
          )}
        </Alert>
      )}
      {verdict !== undefined && failure === null && (
        <Alert color="green" variant="light" role="status" p={8} title="This test passes" />
      )}
      <TestStories
        expected={test.expects}
        actual={verdict?.actual ?? test.expects}
        differs={failure?.step ?? null}
        zone={zone}
        nodeName={nodeName}
      />
    </Stack>
  );
}

interface ActionProps extends Pick<OneProps, "of" | "readOnly" | "play" | "close"> {
  test: WorkflowTest;
  testId: string;
}

function Actions({ test, testId, of, readOnly, play, close }: ActionProps) {
  const [title, setTitle] = useState<string | null>(null);
  if (title !== null)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() === "") return;
          setTitle(null);
          void of.replace(testId, { ...test, title: title.trim() });
        }}
      >
        <TextInput
          size="xs"
          label="Title"
          withAsterisk
          maxLength={200}
          // the user has just chosen Rename
          autoFocus
          error={title.trim() === "" ? "Title is required" : undefined}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group gap={6} mt={8}>
          <Button size="compact-xs" type="submit">
            Save title
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => setTitle(null)}>
            Cancel
          </Button>
        </Group>
      </form>
    );
  return (
    <Group gap={6}>
      <Button size="compact-xs" variant="default" leftSection={<IconPlayerPlay size={14} />} onClick={play}>
        Play
      </Button>
      {!readOnly && (
        <>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPencil size={14} />}
            onClick={() => setTitle(test.title)}
          >
            Rename
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconTrash size={14} />}
            onClick={async () => {
              if (await of.remove(testId)) close();
            }}
          >
            Remove
          </Button>
        </>
      )}
    </Group>
  );
}

/** The setup and the inputs with which a test is played on the phone. */
export function playTestOn(trial: Trial, { test, verdict }: RunTest): void {
  trial.play(verdict?.moments.flatMap(({ input }) => input ?? []) ?? [], setupOf(test));
}
