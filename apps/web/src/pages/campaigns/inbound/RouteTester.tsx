import {
  ActionIcon,
  Alert,
  Autocomplete,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconRoute, IconX } from "@tabler/icons-react";
import { type RouteTest, routeTestRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import {
  askRoute,
  dayOf,
  describeVerdict,
  endName,
  failingTests,
  mostRouteTests,
  type Question,
  questionIssues,
  type RouteAnswer,
  type RouteNow,
  sentenceOf,
} from "@trunkline/workflow/inbound/askRoute.ts";
import { describeRule } from "@trunkline/workflow/inbound/describeRule.ts";
import { drawnNode, inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { type InboundGraph, pathTo } from "@trunkline/workflow/inbound/graph.ts";
import { useEffect, useMemo, useState } from "react";
import { callOne } from "../../../api/call.ts";
import { graphOf, type Highlight, useCanvas, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { PanelEdge } from "../../../canvas/panels/PanelEdge.tsx";
import panels from "../../../canvas/panels.module.css";
import type { PickOption } from "../../../fields/formContext.ts";
import { type ListedTest, SavedTests } from "../../../tester/SavedTests.tsx";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { toastError } from "../../../ui/page/toast.tsx";
import classes from "./RouteTester.module.css";
import { useInboundLists } from "./useInboundLists.ts";

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

/** Shows where a call or message would go with the current drawing, highlights its path and each rule's result, and saves tests. */
export function RouteTester({ routeTag, destinations, tests, readOnly, keep, remove, close }: Props) {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const numbers = useInboundLists(routeTag ?? "").options("numbers") ?? [];
  const inbound = inboundOf(graph);
  const now = useMemo(() => ({ routeTag: routeTag ?? "new", destinations }), [routeTag, destinations]);
  const [question, setQuestion] = useState<Question>(newQuestion);
  // opening a saved test remounts the form with its values
  const [filled, setFilled] = useState(0);
  const change = (part: Partial<Question>) => setQuestion((before) => ({ ...before, ...part }));
  const issues = questionIssues(question);
  const isAsked = question.from.trim() !== "" && Object.keys(issues).length === 0;
  const answer = useMemo(
    () => (isAsked ? askRoute(inbound, now, question) : undefined),
    [isAsked, inbound, now, question],
  );
  useEffect(() => {
    store.setState({ lit: answer === undefined ? null : highlightOf(store.getState(), inbound, question, answer) });
  }, [store, inbound, question, answer]);
  useEffect(() => () => store.setState({ lit: null }), [store]);
  const end = answer?.node ?? null;
  useEffect(() => {
    const node = end === null ? undefined : drawnNode(graphOf(store.getState()), end);
    if (node !== undefined) store.setState(({ aim }) => ({ aim: { at: node.id, nonce: aim.nonce + 1 } }));
  }, [store, end]);
  const failing = useMemo(
    () => new Map(failingTests(inbound, now, tests).map((one) => [one.testId, one])),
    [inbound, now, tests],
  );
  const saveTest = async () => {
    if (routeTag === null || answer === undefined) return;
    try {
      const body = { ...question, name: "", expected: answer.node ?? "" };
      keep(await callOne(routeTestRoutes.create, { params: { routeTag }, body }));
    } catch (problem) {
      toastError("Error saving route test", problem);
    }
  };
  return (
    <aside className={panels["side"]} aria-label="Test the route">
      <PanelEdge panel="side" />
      <header className={panels["sideHead"]}>
        <span className={panels["sideIcon"]}>
          <IconRoute size={17} aria-hidden />
        </span>
        <Title order={2} flex={1} lh="20px">
          Test the route
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Close test" onClick={close}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={panels["sideBody"]}>
        <QuestionForm key={filled} question={question} issues={issues} change={change} numbers={numbers} />
        {answer !== undefined && (
          <Stack gap={8} flex="none">
            <AnswerOf answer={answer} inbound={inbound} question={question} />
            {!readOnly && (
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
                onClick={() => void saveTest()}
              >
                Save as test
              </ReasonButton>
            )}
          </Stack>
        )}
        <Stack gap={8} flex="none">
          <Text fw={600} size="sm">
            Saved tests
          </Text>
          <Text size="xs" c="dimmed">
            Saved tests run on every save and block changes that break them.
          </Text>
          {tests.length === 0 && <Text size="sm">No saved tests yet. Run a test above, then save it.</Text>}
          <SavedTests
            tests={tests.map((test) => listed(test, failing.get(test.testId), endName(inbound, test.expected)))}
            open={(testId) => {
              const test = tests.find((one) => one.testId === testId);
              if (test === undefined) return;
              setQuestion(questionOf(test));
              setFilled((before) => before + 1);
            }}
            remove={readOnly ? undefined : remove}
          />
        </Stack>
      </div>
    </aside>
  );
}

/** The initial question: a call at the current time of the reader's time zone. */
function newQuestion(): Question {
  const here = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();
  return { srcType: "call", from: "", to: "", at: here.slice(0, 16), text: "", attributes: {} };
}

const questionOf = ({ srcType, from, to, at, text, attributes }: RouteTest): Question => ({
  srcType,
  from,
  to,
  at,
  text,
  attributes,
});

interface FormProps {
  question: Question;
  issues: ReturnType<typeof questionIssues>;
  change: (part: Partial<Question>) => void;
  numbers: readonly PickOption[];
}

function QuestionForm({ question, issues, change, numbers }: FormProps) {
  const [attributes, setAttributes] = useState(() => linesOf(question.attributes));
  return (
    <Stack gap={12} flex="none">
      <SegmentedControl
        aria-label="Channel"
        fullWidth
        data={[
          { value: "call", label: "Call" },
          { value: "sms", label: "SMS" },
          { value: "rcs", label: "RCS" },
        ]}
        value={question.srcType}
        onChange={(srcType) => change({ srcType: srcType as Question["srcType"] })}
      />
      <TextInput
        label="From"
        withAsterisk
        placeholder="+12025550143"
        error={issues.from}
        value={question.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <Autocomplete
        label="To"
        placeholder="+12025550100"
        data={numbers.map(({ value }) => String(value))}
        error={issues.to}
        value={question.to}
        onChange={(to) => change({ to })}
      />
      <TextInput
        label="Date and Time"
        description={`${question.at === "" ? "In" : `${dayOf(question.at)}, in`} the workflow's time zone`}
        withAsterisk
        error={issues.at}
        type="datetime-local"
        value={question.at}
        onChange={(event) => change({ at: event.currentTarget.value.slice(0, 16) })}
      />
      {question.srcType !== "call" && (
        <TextInput
          label="Text"
          placeholder="Message text"
          value={question.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      <Textarea
        label="Contact Fields"
        description="One per line, such as tier = gold"
        autosize
        minRows={1}
        maxRows={5}
        error={isEachField(attributes) ? undefined : "Enter one field = value per line"}
        value={attributes}
        onChange={(event) => {
          setAttributes(event.currentTarget.value);
          change({ attributes: attributesOf(event.currentTarget.value) });
        }}
      />
    </Stack>
  );
}

const linesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name} = ${value}`)
    .join("\n");

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const at = line.indexOf("=");
      const name = line.slice(0, at).trim();
      return at === -1 || name === "" ? [] : [[name, line.slice(at + 1).trim()]];
    }),
  );

/** Whether every line names a field. */
const isEachField = (text: string): boolean =>
  text.split("\n").every((line) => line.trim() === "" || /^\s*[^=\s][^=]*=/.test(line));

function AnswerOf({ answer, inbound, question }: { answer: RouteAnswer; inbound: InboundGraph; question: Question }) {
  const title = answer.node === null ? "No destination" : `Goes to ${endName(inbound, answer.node)}`;
  return (
    <Alert color={answer.node === null ? "orange" : "green"} variant="light" role="status" title={title}>
      <Text size="sm" mb={8}>
        {sentenceOf(question)}
        {answer.node === null ? `: ${answer.because}.` : "."}
      </Text>
      {answer.paths.map((path, index) => (
        <div key={path.node} className={classes["path"]}>
          <Text size="sm" fw={600}>
            {index + 1}. {endName(inbound, path.node)}
          </Text>
          {path.rules.length === 0 && (
            <Text size="xs" c="dimmed">
              No rules. Matches everything that gets this far.
            </Text>
          )}
          {path.rules.map(({ node, verdict }) => (
            <div key={node} className={classes["rule"]} data-holds={verdict.holds}>
              {verdict.holds ? <IconCircleCheck size={15} aria-hidden /> : <IconCircleX size={15} aria-hidden />}
              <span>
                {describeRule(verdict.rule)}
                <span className={classes["said"]}>{describeVerdict(verdict)}</span>
              </span>
            </div>
          ))}
        </div>
      ))}
    </Alert>
  );
}

/** A saved test with its result, for the list. */
const listed = (test: RouteTest, failure: { expected: string; went: string } | undefined, end: string): ListedTest => ({
  testId: test.testId,
  title: test.name || sentenceOf(test),
  state: failure === undefined ? "passed" : "failed",
  note: failure === undefined ? `goes to ${end}` : `expected ${failure.expected}, goes to ${failure.went}`,
});

const channelIds = { call: "callSrc", sms: "smsSrc", rcs: "rcsSrc" } as const;

/** Highlights the chosen path and the result of each evaluated rule. */
function highlightOf(
  state: Parameters<typeof graphOf>[0],
  inbound: InboundGraph,
  { srcType }: Question,
  { paths, node: end }: RouteAnswer,
): Highlight {
  const graph = graphOf(state);
  const nodes = new Map<number, { as: "met" | "unmet" | "selected" | "path"; words: string }>();
  const put = (wireId: string, as: "met" | "unmet" | "selected" | "path", words = "") => {
    const node = drawnNode(graph, wireId);
    if (node !== undefined) nodes.set(node.id, { as, words });
  };
  put("start", "path");
  put(channelIds[srcType], "path");
  for (const { rules } of paths)
    for (const { node, verdict } of rules) put(node, verdict.holds ? "met" : "unmet", describeVerdict(verdict));
  if (end !== null) put(end, "selected", "Selected");
  const path = end === null ? [channelIds[srcType]] : pathTo(inbound, end).map(({ id }) => id);
  return { nodes, into: new Set(path.flatMap((wireId) => drawnNode(graph, wireId)?.id ?? [])) };
}
