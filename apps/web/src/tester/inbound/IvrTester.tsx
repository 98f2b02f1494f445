import { ActionIcon, Alert, Button, Title } from "@mantine/core";
import { IconPhone, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { RouteDestination } from "@trunkline/contract/routing/inboundRoute.ts";
import { routeDestination } from "@trunkline/workflow/inbound/route.ts";
import { continueIvr, type IvrMoment, type IvrWorld, playIvr } from "@trunkline/workflow/trial/inbound/ivrTrial.ts";
import { silenceOf } from "@trunkline/workflow/trial/inbound/silence.ts";
import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import type { LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import { useMemo } from "react";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { formatDuration } from "../../ui/text/formatTime.ts";
import { Phone } from "../../ui/text/Phone.tsx";
import { ClockButtons } from "../ClockButtons.tsx";
import classes from "../Tester.module.css";
import { TrialCallScreen } from "../TrialCallScreen.tsx";
import { useFocusKept } from "../useFocusKept.ts";
import { usePlayback } from "../usePlayback.ts";

interface Props {
  /** As it would be saved. */
  ivr: Ivr;
  destination: RouteDestination;
  /** Why it cannot be called yet. Undefined: it can. */
  problem: string | undefined;
  /** Opens the form of a menu. */
  openMenu: (menuId: string) => void;
  close: () => void;
}

const noSetup = () => null;

/** Calls the IVR of the form with its unsaved changes. Nothing is sent, and nothing is saved (decision 0089). */
export function IvrTester({ ivr, destination, problem, openMenu, close }: Props) {
  const workflows = useQuery(newestWorkflows).data;
  const canCall = problem === undefined;
  const world = useMemo((): IvrWorld | undefined => {
    if (!canCall) return undefined;
    return {
      ivr,
      // with the defaults that the server sets
      destination: routeDestination.parse(destination),
      workflows: new Map(workflows?.map(({ campaignId, campaignName }) => [campaignId, campaignName])),
    };
  }, [canCall, ivr, destination, workflows]);
  const playback = usePlayback(world, noSetup, playAll);
  const { moments, position, follow } = playback;
  const moment = moments[position];
  const stage = useFocusKept(position);
  const line = (event: LineEvent) => {
    const before = moments.slice(0, position + 1);
    const last = before.at(-1);
    const next = last && world && continueIvr(world, last, event);
    if (next !== undefined) follow([...before, next]);
  };
  return (
    <section className={classes["ivr"]} aria-labelledby="ivr-try">
      <header className={classes["ivrHead"]}>
        <Title order={2} size="h4" id="ivr-try" flex={1}>
          Try it
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label="Close Try it" onClick={close}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      {!canCall && (
        <Alert color="orange" variant="light" title="This menu cannot be called yet">
          {problem}
        </Alert>
      )}
      <div ref={stage} tabIndex={-1} className={classes["stage"]}>
        {moment !== undefined && <IvrClock playback={playback} moment={moment} line={line} openMenu={openMenu} />}
        <Phone
          kind="ios"
          title="Caller"
          label="Phone of the caller"
          screen={
            moment === undefined ? (
              <Welcome call={canCall ? () => playback.play() : undefined} />
            ) : (
              <Talk moments={moments.slice(0, position + 1)} line={line} again={() => playback.play()} />
            )
          }
        >
          {null}
        </Phone>
      </div>
    </section>
  );
}

const playAll = (world: IvrWorld, _: null, inputs: readonly LineEvent[]): IvrMoment[] => playIvr(world, inputs);

const Welcome = ({ call }: { call: (() => void) | undefined }) => (
  <div className={classes["screen"]} style={{ justifyContent: "center" }}>
    <p className={classes["note"]}>
      This phone plays the menus of the form with their unsaved changes. Nothing is sent or saved.
    </p>
    <Button
      size="md"
      color="green"
      leftSection={<IconPhone size={16} />}
      disabled={call === undefined}
      onClick={() => call?.()}
    >
      Call
    </Button>
  </div>
);

interface TalkProps {
  moments: readonly IvrMoment[];
  line: (event: LineEvent) => void;
  again: () => void;
}

/** The call, or what was heard in it once it has ended. */
function Talk({ moments, line, again }: TalkProps) {
  const session = moments.at(-1)?.session;
  const lines = moments.flatMap((one) => one.lines);
  if (session === undefined) return null;
  if (session.end === null) return <TrialCallScreen session={session} lines={lines} line={line} />;
  return (
    <div className={classes["screen"]}>
      <p className={classes["caller"]} role="status">
        <strong>The call has ended</strong>
        <span>{session.because ?? ""}</span>
      </p>
      <ol className={classes["transcript"]} aria-label="Call transcript">
        {lines.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their position
          <li key={index} className={classes["callLine"]} data-kind={one.kind}>
            {one.text}
          </li>
        ))}
      </ol>
      <Button color="green" fullWidth leftSection={<IconPhone size={16} />} onClick={again}>
        Call again
      </Button>
    </div>
  );
}

interface ClockProps {
  playback: ReturnType<typeof usePlayback<IvrWorld, null, LineEvent, IvrMoment>>;
  moment: IvrMoment;
  line: (event: LineEvent) => void;
  openMenu: (menuId: string) => void;
}

/** Which menu the caller is in and for how long the call has lasted, and the ways through its moments. */
function IvrClock({ playback, moment: { session, elapsedMs }, line, openMenu }: ClockProps) {
  const silence = session.end === null ? silenceOf(session) : undefined;
  const menuId = session.menu?.menu;
  return (
    <section className={classes["clock"]} aria-label="Clock">
      <div className={classes["now"]} role="status">
        <span className={classes["where"]}>{menuId === undefined ? "No menu" : `Menu ${menuId}`}</span>
        <span
          className={classes["time"]}
        >{`${formatDuration(Math.round(elapsedMs / 1000))} since the call began`}</span>
      </div>
      <ClockButtons
        trial={playback}
        next={silence && `Nothing is done for ${formatDuration(silence.afterMs / 1000)}`}
        jump={() => silence && line(silence.event)}
      />
      {menuId !== undefined && (
        <Button size="compact-xs" variant="subtle" onClick={() => openMenu(menuId)}>
          {`Edit menu ${menuId}`}
        </Button>
      )}
    </section>
  );
}
