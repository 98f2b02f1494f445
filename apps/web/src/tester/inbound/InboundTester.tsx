import { ActionIcon, Button, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconPlayerPlayFilled, IconRoute, IconX } from "@tabler/icons-react";
import { type RouteTest, routeTestRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import {
  askRoute,
  endName,
  failingTests,
  mostRouteTests,
  type Question,
  questionIssues,
  type RouteNow,
  routeOf,
  sentenceOf,
} from "@trunkline/workflow/inbound/askRoute.ts";
import { inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import type { InboundMoment, InboundSetup, InboundWorld } from "@trunkline/workflow/trial/inbound/inboundTrial.ts";
import { type ReactNode, useMemo, useState } from "react";
import { callOne } from "../../api/call.ts";
import { graphOf, useCanvas } from "../../canvas/canvasStore.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { CallScripts } from "../CallScripts.tsx";
import { type ListedTest, SavedTests } from "../SavedTests.tsx";
import classes from "../Tester.module.css";
import { useFocusKept } from "../useFocusKept.ts";
import { CallerForm } from "./CallerForm.tsx";
import { InboundClock } from "./InboundClock.tsx";
import { InboundPaths, useTaken } from "./InboundPaths.tsx";
import { InboundPhone } from "./InboundPhone.tsx";
import { InboundSteps } from "./InboundSteps.tsx";
import { RouteVerdict } from "./RouteVerdict.tsx";
import { type InboundTrial, useInboundTrial } from "./useInboundTrial.ts";
import { useInboundWorld } from "./useInboundWorld.ts";
import { useRouteLight } from "./useRouteLight.ts";

interface Props {
  /** Null before the workflow has a name. */
  routeTag: string | null;
  destinations: RouteNow["destinations"];
  tests: readonly RouteTest[];
  readOnly: boolean;
  keep: (test: RouteTest) => void;
  remove: (testId: string) => void;
  close: () => void;
}

type View = "caller" | "phone" | "paths";

/** Plays calls and texts on the drawing with its unsaved changes, next to the canvas, and saves what the route decides as tests (decision 0089). */
export function InboundTester(props: Props) {
  const { routeTag, destinations, close } = props;
  const graph = useCanvas(graphOf);
  const inbound = inboundOf(graph);
  const now = useMemo(() => ({ routeTag: routeTag ?? "new", destinations }), [routeTag, destinations]);
  const asked = useMemo(() => routeOf(inbound, now), [inbound, now]);
  const { world, numbers, problem, retry } = useInboundWorld(asked);
  const trial = useInboundTrial(world, firstSetup);
  const [view, setView] = useState<View>("caller");
  // what is typed may be unfinished, and is played only on request
  const [question, setQuestion] = useState(trial.setup.question);
  const issues = questionIssues(question);
  const isAsked = question.from.trim() !== "" && Object.keys(issues).length === 0;
  const answer = useMemo(
    () => (isAsked ? askRoute(inbound, now, question) : undefined),
    [isAsked, inbound, now, question],
  );
  const moment = view === "phone" ? trial.moments[trial.position] : undefined;
  useRouteLight(moment?.arrival.question ?? question, moment?.arrival.answer ?? answer);
  const taken = useTaken(trial);
  const play = (wanted: Question) => {
    setQuestion(wanted);
    trial.play([], { ...trial.setup, question: wanted });
    setView("phone");
  };
  const change = (part: Partial<Question>) => setQuestion((before) => ({ ...before, ...part }));
  // opening a saved test remounts the form with its values
  const [filled, setFilled] = useState(0);
  return (
    <aside className={classes["tester"]} aria-label="Try it">
      <header className={classes["head"]}>
        <IconRoute size={18} aria-hidden />
        <Title order={2} flex={1} lh="20px">
          Try it
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Close Try it" onClick={close}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={classes["body"]} data-begun={moment !== undefined || undefined}>
        <Views view={view} show={setView} />
        {view === "caller" && (
          <>
            <CallerForm key={filled} question={question} issues={issues} change={change} numbers={numbers} />
            {answer !== undefined && (
              <Stack gap={8}>
                <RouteVerdict answer={answer} inbound={inbound} question={question} />
                <Button size="xs" leftSection={<IconPlayerPlayFilled size={14} />} onClick={() => play(question)}>
                  {question.srcType === "call" ? "Play the call" : "Play the text"}
                </Button>
                <SaveTest {...props} question={question} />
              </Stack>
            )}
            <Tests
              {...props}
              now={now}
              open={(test) => {
                setQuestion(test);
                setFilled((before) => before + 1);
              }}
            />
          </>
        )}
        {view === "paths" && <InboundPaths taken={taken} now={now} question={searchedFrom(question)} play={play} />}
        {view === "phone" && problem !== null && (
          <ErrorState title="The lists of the account could not be loaded" problem={problem} retry={retry} />
        )}
        {view === "phone" && problem === null && (
          <PhoneView
            trial={trial}
            world={world}
            question={question}
            play={isAsked ? () => play(question) : undefined}
            saveTest={(wanted) => <SaveTest {...props} question={wanted} />}
          />
        )}
      </div>
    </aside>
  );
}

interface PhoneViewProps {
  trial: InboundTrial;
  /** Undefined while it is loading. */
  world: InboundWorld | undefined;
  question: Question;
  play: (() => void) | undefined;
  saveTest: (question: Question) => ReactNode;
}

/** The phone with the clock, and the steps so far. */
function PhoneView({ trial, world, question, play, saveTest }: PhoneViewProps) {
  const inbound = inboundOf(useCanvas(graphOf));
  const moment = trial.moments[trial.position];
  const stage = useFocusKept(trial.position);
  if (world === undefined) return <Skeleton height={480} radius={32} aria-busy role="status" aria-label="Loading" />;
  return (
    <>
      <div ref={stage} tabIndex={-1} className={classes["stage"]}>
        {moment !== undefined && (
          <InboundClock
            trial={trial}
            moment={moment}
            world={world}
            inbound={inbound}
            saveTest={saveTest(moment.arrival.question)}
          />
        )}
        <CallScripts
          addresses={trial.moments.slice(0, trial.position + 1).flatMap(scriptsOf)}
          documents={trial.setup.documents}
          change={(documents) => trial.setUp({ ...trial.setup, documents })}
        />
        <InboundPhone trial={trial} question={moment?.arrival.question ?? question} play={play} />
      </div>
      {moment !== undefined && <InboundSteps trial={trial} inbound={inbound} />}
    </>
  );
}

/** The addresses that the call has requested scripts from. */
const scriptsOf = ({ thread }: InboundMoment): string[] =>
  thread.flatMap((item) => (item.kind === "call" ? (item.line.address ?? []) : []));

/** What a search changes: the question, complete. */
const searchedFrom = (question: Question): Question => ({
  ...question,
  from: question.from.trim() || "+12025550143",
  at: question.at || firstSetup().question.at,
});

/** At first: a call at the current time of the reader's time zone. */
function firstSetup(): InboundSetup {
  const here = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();
  const question: Question = { srcType: "call", from: "", to: "", at: here.slice(0, 16), text: "", attributes: {} };
  return { question, documents: {} };
}

const Views = ({ view, show }: { view: View; show: (view: View) => void }) => (
  <SegmentedControl
    size="xs"
    aria-label="View of the try"
    style={{ gridColumn: "1 / -1" }}
    value={view}
    onChange={(value) => show(value as View)}
    data={[
      { value: "caller", label: "Caller" },
      { value: "phone", label: "Phone" },
      { value: "paths", label: "Paths" },
    ]}
  />
);

/** Saves what the route decides for a call or text as a test. */
function SaveTest({ routeTag, destinations, tests, readOnly, keep, question }: Props & { question: Question }) {
  const inbound = inboundOf(useCanvas(graphOf));
  if (readOnly) return null;
  const save = async () => {
    if (routeTag === null) return;
    try {
      const expected = askRoute(inbound, { routeTag, destinations }, question).node ?? "";
      keep(await callOne(routeTestRoutes.create, { params: { routeTag }, body: { ...question, name: "", expected } }));
    } catch (problem) {
      toastError("Error saving route test", problem);
    }
  };
  return (
    <ReasonButton
      size="xs"
      variant="default"
      reason={
        routeTag === null
          ? "Save the workflow first."
          : tests.length >= mostRouteTests
            ? `A workflow can have at most ${mostRouteTests} tests. Remove one first.`
            : undefined
      }
      onClick={() => void save()}
    >
      Save as test
    </ReasonButton>
  );
}

interface TestsProps extends Pick<Props, "tests" | "readOnly" | "remove"> {
  now: RouteNow;
  open: (question: Question) => void;
}

function Tests({ tests, readOnly, remove, now, open }: TestsProps) {
  const inbound = inboundOf(useCanvas(graphOf));
  const failing = useMemo(
    () => new Map(failingTests(inbound, now, tests).map((one) => [one.testId, one])),
    [inbound, now, tests],
  );
  return (
    <Stack gap={8}>
      <Text fw={600} size="sm">
        Saved tests
      </Text>
      <Text size="xs" c="dimmed">
        Saved tests run on every save and block changes that break them.
      </Text>
      {tests.length === 0 && <Text size="sm">No saved tests yet. Try a call or text, then save it.</Text>}
      <SavedTests
        tests={tests.map((test) => listed(test, failing.get(test.testId), endName(inbound, test.expected)))}
        open={(testId) => {
          const test = tests.find((one) => one.testId === testId);
          if (test !== undefined) open(questionOf(test));
        }}
        remove={readOnly ? undefined : remove}
      />
    </Stack>
  );
}

const questionOf = ({ srcType, from, to, at, text, attributes }: RouteTest): Question => ({
  srcType,
  from,
  to,
  at,
  text,
  attributes,
});

/** A saved test with its result, for the list. */
const listed = (test: RouteTest, failure: { expected: string; went: string } | undefined, end: string): ListedTest => ({
  testId: test.testId,
  title: test.name || sentenceOf(test),
  state: failure === undefined ? "passed" : "failed",
  note: failure === undefined ? `goes to ${end}` : `expected ${failure.expected}, goes to ${failure.went}`,
});
