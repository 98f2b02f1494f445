import { ActionIcon, Button, SegmentedControl, Skeleton, TextInput, Title, Tooltip } from "@mantine/core";
import {
  IconDeviceMobile,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconReload,
  IconX,
} from "@tabler/icons-react";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import { enteredNodes, untriedEdges } from "@trunkline/workflow/trial/coverage.ts";
import { isOver, nextEventAt, type TrialMoment, type TrialSetup } from "@trunkline/workflow/trial/trial.ts";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { graphOf, select, useCanvas, useCanvasStore } from "../canvas/canvasStore.ts";
import { nameOf } from "../canvas/cards.ts";
import { ErrorState } from "../ui/page/ErrorState.tsx";
import { formatZonedTime } from "../ui/text/formatTime.ts";
import { sampleContact } from "./sampleContact.ts";
import classes from "./Tester.module.css";
import { localText, TrialAnswers } from "./TrialAnswers.tsx";
import { TrialAsked } from "./TrialAsked.tsx";
import { TrialContact } from "./TrialContact.tsx";
import { SearchResult, TrialPaths } from "./TrialPaths.tsx";
import { TrialPhone } from "./TrialPhone.tsx";
import { TrialSteps } from "./TrialSteps.tsx";
import { useContactSearch } from "./useContactSearch.ts";
import { type Trial, useTrial } from "./useTrial.ts";
import { useTrialWorkflow, type WorldChoices } from "./useTrialWorkflow.ts";

interface Props {
  /** The node that a contact is searched for. The number changes with every request. */
  wanted: { node: number; nonce: number } | null;
  close: () => void;
}

/** Plays the drawing with its unsaved changes for one contact, next to the canvas (decision 0077). */
export function Tester({ wanted, close }: Props) {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  // the form of a node would leave no room for the drawing
  useEffect(() => select(store, []), [store]);
  const [world, setWorld] = useState<WorldChoices>({ federal: false, hasModel: false });
  const { workflow, emailTemplates = [], problem, retry } = useTrialWorkflow(graph, world);
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
      ) : workflow === undefined ? (
        <div className={classes["body"]} role="status" aria-label="Loading">
          <Skeleton height={30} />
          <Skeleton height={480} radius={32} />
        </div>
      ) : (
        <Played workflow={workflow} emailTemplates={emailTemplates} world={world} setWorld={setWorld} wanted={wanted} />
      )}
    </aside>
  );
}

type View = "phone" | "contact" | "paths";

interface PlayedProps {
  workflow: PlayedWorkflow;
  emailTemplates: readonly { templateId: string; text: string; html: string }[];
  world: WorldChoices;
  setWorld: (world: WorldChoices) => void;
  wanted: Props["wanted"];
}

const firstSetup = (): TrialSetup => ({ contact: sampleContact, startMs: Date.now(), seed: "1", answers: {} });

function Played({ workflow, emailTemplates, world, setWorld, wanted }: PlayedProps) {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const names = useCanvas((state) => state.names);
  const [view, setView] = useState<View>("phone");
  const [isMarked, setMarked] = useState(false);
  const trial = useTrial(workflow, firstSetup);
  const nodeName = (id: number) => {
    const node = graph.nodes.get(id);
    return node === undefined ? `Node ${id}` : nameOf(node);
  };
  const entered = useEntered(trial.moments);
  useLight(trial, entered, isMarked);
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
  const nonce = wanted?.nonce;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request starts one search
  useEffect(() => {
    if (wanted !== null) search.start(wanted.node);
  }, [nonce]);
  const moment = trial.moments[trial.position];
  const stage = useFocusKept(trial.position);
  return (
    <div className={classes["body"]} data-begun={(view === "phone" && moment !== undefined) || undefined}>
      <SegmentedControl
        size="xs"
        aria-label="View of the try"
        style={{ gridColumn: "1 / -1" }}
        value={view}
        onChange={(value) => setView(value as View)}
        data={[
          { value: "phone", label: "Phone" },
          { value: "contact", label: "Contact and answers" },
          { value: "paths", label: "Paths" },
        ]}
      />
      {view === "phone" && (
        <>
          <div ref={stage} tabIndex={-1} className={classes["stage"]}>
            <SearchResult search={search} />
            {moment !== undefined && <Clock trial={trial} moment={moment} nodeName={nodeName} />}
            {moment !== undefined && <TrialAsked key={trial.position} moment={moment} names={names} act={trial.act} />}
            <TrialPhone trial={trial} workflow={workflow} emailTemplates={emailTemplates} />
          </div>
          {moment !== undefined && <TrialSteps trial={trial} workflow={workflow} nodeName={nodeName} />}
        </>
      )}
      {view === "contact" && (
        <>
          <TrialContact contact={trial.setup.contact} change={(contact) => trial.setUp({ ...trial.setup, contact })} />
          <TrialAnswers setup={trial.setup} change={trial.setUp} world={world} changeWorld={setWorld} />
          <Button
            onClick={() => {
              trial.play();
              setView("phone");
            }}
          >
            Play from the start
          </Button>
        </>
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
    </div>
  );
}

/** Keeps the focus in the tester when the pressed button is gone, such as Answer of a call. */
function useFocusKept(position: number) {
  const stage = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each moment shows other buttons
  useEffect(() => {
    if (document.activeElement === document.body) stage.current?.focus();
  }, [position]);
  return stage;
}

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

/** Where the contact is and when, and the ways through time. */
function Clock({ trial, moment, nodeName }: { trial: Trial; moment: TrialMoment; nodeName: (id: number) => string }) {
  const { moments, position, setup } = trial;
  const [until, setUntil] = useState("");
  const zone = setup.contact.zones[0];
  const { at, status } = moment.player.journey;
  const next = nextEventAt(moment);
  const where = isOver(moment)
    ? status === "failed"
      ? "The journey failed"
      : "The journey ended"
    : at === null
      ? ""
      : nodeName(at);
  const untilMs = Date.parse(until);
  return (
    <section className={classes["clock"]} aria-label="Clock">
      <div className={classes["now"]} role="status">
        <span className={classes["where"]}>{where}</span>
        <span className={classes["time"]}>{formatZonedTime(new Date(moment.now).toISOString(), zone)}</span>
      </div>
      <div className={classes["buttons"]}>
        <IconButton label="Start again" onClick={() => trial.play()}>
          <IconReload size={16} />
        </IconButton>
        <IconButton label="Step back" disabled={position <= 0} onClick={() => trial.goTo(position - 1)}>
          <IconPlayerTrackPrev size={16} />
        </IconButton>
        <IconButton
          label="Step forward"
          disabled={position >= moments.length - 1}
          onClick={() => trial.goTo(position + 1)}
        >
          <IconPlayerTrackNext size={16} />
        </IconButton>
        <Tooltip label={next === undefined ? "Nothing is due" : formatZonedTime(new Date(next).toISOString(), zone)}>
          <Button
            size="xs"
            flex={1}
            leftSection={<IconPlayerSkipForward size={14} />}
            data-disabled={next === undefined || undefined}
            aria-disabled={next === undefined}
            onClick={() => next !== undefined && trial.act({ do: "wait" })}
          >
            Jump to next event
          </Button>
        </Tooltip>
      </div>
      {moment.pending === null && !isOver(moment) && (
        <form
          className={classes["buttons"]}
          onSubmit={(event) => {
            event.preventDefault();
            if (untilMs > moment.now) trial.jumpTo(untilMs);
          }}
        >
          <TextInput
            size="xs"
            flex={1}
            type="datetime-local"
            aria-label="Jump to a date, in your time zone"
            min={localText(moment.now)}
            value={until || localText(moment.now)}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
          <Button size="xs" variant="default" type="submit" disabled={!(untilMs > moment.now)}>
            Jump
          </Button>
        </form>
      )}
    </section>
  );
}

interface IconButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

const IconButton = ({ label, disabled = false, onClick, children }: IconButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="default" size={30} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
);
