import { ActionIcon, Button, SegmentedControl, Skeleton, Title } from "@mantine/core";
import { IconDeviceMobile, IconX } from "@tabler/icons-react";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import { enteredNodes, untriedEdges } from "@trunkline/workflow/trial/coverage.ts";
import type { TestWorld } from "@trunkline/workflow/trial/testOfTrial.ts";
import type { TrialMoment, TrialSetup } from "@trunkline/workflow/trial/trial.ts";
import { useEffect, useMemo, useState } from "react";
import { graphOf, select, useCanvas, useCanvasStore } from "../canvas/canvasStore.ts";
import { nameOf } from "../canvas/cards.ts";
import { ErrorState } from "../ui/page/ErrorState.tsx";
import { CallScripts } from "./CallScripts.tsx";
import type { WorldChoices } from "./draftWorkflow.ts";
import { sampleContact } from "./sampleContact.ts";
import classes from "./Tester.module.css";
import { TrialAnswers } from "./TrialAnswers.tsx";
import { TrialAsked } from "./TrialAsked.tsx";
import { TrialClock } from "./TrialClock.tsx";
import { TrialContact } from "./TrialContact.tsx";
import { SearchResult, TrialPaths } from "./TrialPaths.tsx";
import { TrialPhone } from "./TrialPhone.tsx";
import { TrialSteps } from "./TrialSteps.tsx";
import { failedOf, playTestOn, TrialTests } from "./TrialTests.tsx";
import { testToSave } from "./testToSave.ts";
import { type ContactSearch, useContactSearch } from "./useContactSearch.ts";
import { useFocusKept } from "./useFocusKept.ts";
import { type Trial, useTrial } from "./useTrial.ts";
import { useTrialWorkflow } from "./useTrialWorkflow.ts";
import { useWorkflowTests } from "./useWorkflowTests.ts";

interface Props {
  campaignId: string;
  /** The node that a contact is searched for. The number changes with every request. */
  wanted: { node: number; nonce: number } | null;
  close: () => void;
}

/** Plays the drawing with its unsaved changes for one contact, next to the canvas (decision 0077). */
export function Tester({ campaignId, wanted, close }: Props) {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  // the form of a node would leave no room for the drawing
  useEffect(() => select(store, []), [store]);
  const [world, setWorld] = useState<WorldChoices>({ federal: false, hasModel: false });
  const { workflow, account, emailTemplates = [], problem, retry } = useTrialWorkflow(graph, world);
  return (
    <aside className={classes["tester"]} aria-label="Try it">
      <header className={classes["head"]}>
        <IconDeviceMobile size={18} aria-hidden />
        <Title order={2} flex={1} lh="20px">
          Try it
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Close Try it" onClick={close}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      {problem !== null ? (
        <ErrorState title="The lists of the account could not be loaded" problem={problem} retry={retry} />
      ) : workflow === undefined || account === undefined ? (
        <div className={classes["body"]} role="status" aria-label="Loading">
          <Skeleton height={30} />
          <Skeleton height={480} radius={32} />
        </div>
      ) : (
        <Played
          campaignId={campaignId}
          workflow={workflow}
          account={account}
          emailTemplates={emailTemplates}
          world={world}
          setWorld={setWorld}
          wanted={wanted}
        />
      )}
    </aside>
  );
}

type View = "phone" | "contact" | "paths" | "tests";

interface PlayedProps {
  campaignId: string;
  workflow: PlayedWorkflow;
  account: TestWorld["account"];
  emailTemplates: readonly { templateId: string; text: string; html: string }[];
  world: WorldChoices;
  setWorld: (world: WorldChoices) => void;
  wanted: Props["wanted"];
}

const firstSetup = (): TrialSetup => ({ contact: sampleContact, startMs: Date.now(), seed: "1", answers: {} });

function Played({ campaignId, workflow, account, emailTemplates, world, setWorld, wanted }: PlayedProps) {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const [view, setView] = useState<View>("phone");
  const trial = useTrial(workflow, firstSetup);
  const readOnly = useCanvas((state) => state.readOnly);
  const tests = useWorkflowTests(campaignId, workflow);
  const saveTest = () =>
    void tests.save(testToSave(workflow, trial, { federalDnc: world.federal, hasModel: world.hasModel, account }));
  const nodeName = useNodeName();
  const { entered, isMarked, setMarked } = useMarks(trial);
  const search = useContactSearch({
    workflow,
    graph,
    setup: trial.setup,
    nodeName,
    found: ({ setup, inputs }) => {
      trial.play(inputs, setup);
      // the form would cover the way that is shown
      select(store, []);
      setView("phone");
    },
  });
  useWanted(wanted, search);
  return (
    <div className={classes["body"]} data-begun={(view === "phone" && trial.position >= 0) || undefined}>
      <Views view={view} show={setView} failed={failedOf(tests.tests)} />
      {view === "phone" && (
        <PhoneView
          trial={trial}
          workflow={workflow}
          emailTemplates={emailTemplates}
          nodeName={nodeName}
          search={search}
          saveTest={readOnly ? undefined : saveTest}
        />
      )}
      {view === "contact" && (
        <ContactView
          trial={trial}
          world={world}
          setWorld={setWorld}
          play={() => {
            trial.play();
            setView("phone");
          }}
        />
      )}
      {view === "paths" && (
        <TrialPaths
          graph={graph}
          entered={entered}
          isMarked={isMarked}
          mark={setMarked}
          nodeName={nodeName}
          search={search}
        />
      )}
      {view === "tests" && (
        <TrialTests
          tests={tests}
          readOnly={readOnly}
          nodeName={nodeName}
          play={(one) => {
            setWorld({ federal: one.test.federalDnc, hasModel: one.test.hasModel });
            playTestOn(trial, one);
            setView("phone");
          }}
        />
      )}
    </div>
  );
}

/** What nodes of the drawing are called. */
function useNodeName(): (id: number) => string {
  const graph = useCanvas(graphOf);
  return (id) => {
    const node = graph.nodes.get(id);
    return node === undefined ? `Node ${id}` : nameOf(node);
  };
}

/** What tries have entered, on the drawing. */
function useMarks(trial: Trial) {
  const [isMarked, setMarked] = useState(false);
  const entered = useEntered(trial.moments);
  useLight(trial, entered, isMarked);
  return { entered, isMarked, setMarked };
}

/** Each request starts one search. */
function useWanted(wanted: Props["wanted"], search: ContactSearch): void {
  const nonce = wanted?.nonce;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request starts one search
  useEffect(() => {
    if (wanted !== null) search.start(wanted.node);
  }, [nonce]);
}

interface ViewsProps {
  view: View;
  show: (view: View) => void;
  /** How many tests fail. */
  failed: number;
}

const Views = ({ view, show, failed }: ViewsProps) => (
  <SegmentedControl
    size="xs"
    aria-label="View of the try"
    style={{ gridColumn: "1 / -1" }}
    value={view}
    onChange={(value) => show(value as View)}
    data={[
      { value: "phone", label: "Phone" },
      { value: "contact", label: "Contact and answers" },
      { value: "paths", label: "Paths" },
      { value: "tests", label: failed === 0 ? "Tests" : `Tests (${failed} failed)` },
    ]}
  />
);

interface ContactViewProps {
  trial: Trial;
  world: WorldChoices;
  setWorld: (world: WorldChoices) => void;
  play: () => void;
}

const ContactView = ({ trial, world, setWorld, play }: ContactViewProps) => (
  <>
    <TrialContact contact={trial.setup.contact} change={(contact) => trial.setUp({ ...trial.setup, contact })} />
    <TrialAnswers setup={trial.setup} change={trial.setUp} world={world} changeWorld={setWorld} />
    <Button onClick={play}>Play from the start</Button>
  </>
);

interface PhoneViewProps {
  trial: Trial;
  workflow: PlayedWorkflow;
  emailTemplates: PlayedProps["emailTemplates"];
  nodeName: (id: number) => string;
  search: ContactSearch;
  /** Undefined where no test can be saved. */
  saveTest: (() => void) | undefined;
}

/** The phone with the clock, and the steps so far. */
function PhoneView({ trial, workflow, emailTemplates, nodeName, search, saveTest }: PhoneViewProps) {
  const names = useCanvas((state) => state.names);
  const stage = useFocusKept(trial.position);
  const moment = trial.moments[trial.position];
  return (
    <>
      <div ref={stage} tabIndex={-1} className={classes["stage"]}>
        <SearchResult search={search} />
        {moment !== undefined && <TrialClock trial={trial} moment={moment} nodeName={nodeName} saveTest={saveTest} />}
        {moment !== undefined && <TrialAsked key={trial.position} moment={moment} names={names} act={trial.act} />}
        <CallScripts
          addresses={scriptsOf(trial.moments.slice(0, trial.position + 1))}
          documents={trial.setup.documents ?? {}}
          change={(documents) => trial.setUp({ ...trial.setup, documents })}
        />
        <TrialPhone trial={trial} workflow={workflow} emailTemplates={emailTemplates} />
      </div>
      {moment !== undefined && <TrialSteps trial={trial} workflow={workflow} nodeName={nodeName} />}
    </>
  );
}

/** The addresses that calls have requested scripts from. */
const scriptsOf = (moments: readonly TrialMoment[]): string[] =>
  moments.flatMap(({ thread }) => thread.flatMap((item) => (item.kind === "call" ? (item.line.address ?? []) : [])));

/** The nodes that tries of this session have entered. */
function useEntered(moments: readonly TrialMoment[]): ReadonlySet<number> {
  const [known, setKnown] = useState<ReadonlySet<number>>(new Set());
  const now = useMemo(() => enteredNodes(moments), [moments]);
  const all = useMemo(() => new Set([...known, ...now]), [known, now]);
  useEffect(
    () => setKnown((before) => ([...now].every((id) => before.has(id)) ? before : new Set([...before, ...now]))),
    [now],
  );
  return all;
}

/** Shows the try on the drawing: where the contact is, where it was, and what no try has entered. */
function useLight({ moments, position }: Trial, entered: ReadonlySet<number>, isMarked: boolean): void {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const moment = moments[position];
  const at = moment === undefined ? null : (moment.player.journey.at ?? moment.steps.at(-1)?.step.node ?? null);
  const passed = useMemo(() => enteredNodes(moments.slice(0, position + 1)), [moments, position]);
  useEffect(() => {
    const untried = isMarked ? new Set(untriedEdges(graph, entered).map(({ target }) => target)) : null;
    store.setState({ trial: { at, passed, untried } });
  }, [store, graph, at, passed, entered, isMarked]);
  useEffect(() => {
    const node = at === null ? undefined : graphOf(store.getState()).nodes.get(at);
    if (node !== undefined)
      store.setState(({ aim }) => ({ section: node.section, aim: { at: node.id, nonce: aim.nonce + 1 } }));
  }, [store, at]);
  useEffect(() => () => store.setState({ trial: null }), [store]);
}
