import { Anchor, UnstyledButton } from "@mantine/core";
import type { AgentState, LiveAgent } from "@trunkline/contract/agents/callCenter.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { formatCount, formatPhone } from "../../ui/text/formatFigure.ts";
import { StatusBadge, type Tone } from "../../ui/text/StatusBadge.tsx";
import { formatSeconds } from "./formatSeconds.ts";
import classes from "./LiveAgents.module.css";
import { secondsSince } from "./secondsSince.ts";
import { useInside } from "./useInside.ts";
import { useTurn } from "./useTurn.ts";
import { pageOf } from "./wallOrder.ts";

const states: Record<AgentState, { tone: Tone; words: string }> = {
  ringing: { tone: "waits", words: "Ringing" },
  talking: { tone: "going", words: "On a call" },
  wrapUp: { tone: "waits", words: "Wrap-up" },
  available: { tone: "done", words: "Available" },
  away: { tone: "off", words: "Away" },
  offline: { tone: "off", words: "Offline" },
};
const all = Object.keys(states) as AgentState[];

const phoneOrName = (words: string): string => (words.startsWith("+") ? formatPhone(words) : words);

interface Props {
  agents: LiveAgent[];
  at: string;
  /** On the wall, agents without room are shown in turns. */
  isWall?: boolean;
}

/** Agents with what they do, since when, and their call. The counts above filter them. Those who are offline are shown on request. */
export function LiveAgents({ agents, at, isWall = false }: Props) {
  const [address, change] = useAddress();
  const { listRef, inside } = useInside<HTMLUListElement>(isWall);
  const chosen = all.find((state) => state === address["state"]);
  const shown = agents.filter(({ state }) => (chosen === undefined ? state !== "offline" : state === chosen));
  const turn = useTurn(Math.ceil(shown.length / Math.max(1, inside)));
  const page = pageOf(shown, inside, turn);
  return (
    <section className={classes["agents"]} aria-label="Agents">
      <header>
        <h2>Agents</h2>
        {all.map((state) => (
          <UnstyledButton
            key={state}
            className={classes["count"] ?? ""}
            aria-pressed={state === chosen}
            onClick={() => change({ state: state === chosen ? undefined : state })}
          >
            <b>{formatCount(agents.filter((agent) => agent.state === state).length)}</b> {states[state].words}
          </UnstyledButton>
        ))}
        {page.shown < shown.length ? (
          <span className={classes["summary"]}>
            {`${formatCount(page.first + 1)}–${formatCount(page.first + page.shown)} of ${formatCount(shown.length)}`}
          </span>
        ) : null}
      </header>
      {shown.length === 0 ? (
        <p className={classes["none"]}>
          {agents.length === 0
            ? "No user has opened a phone yet. Members of work groups and live lists also appear here."
            : chosen === undefined
              ? "All agents are offline."
              : `No agent is in the state ${states[chosen].words}.`}
        </p>
      ) : (
        <ul ref={listRef}>
          {page.ordered.map((agent, nth) => (
            <Agent key={agent.userId} agent={agent} at={at} isOver={nth >= page.shown} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Agent({ agent, at, isOver }: { agent: LiveAgent; at: string; isOver: boolean }) {
  const { name, state, reason, isAwayNext, since, call } = agent;
  return (
    <li data-over={isOver || undefined}>
      <strong>{name}</strong>
      <StatusBadge tone={states[state].tone}>
        {call?.isHeld ? "On hold" : state === "away" ? (reason ?? states.away.words) : states[state].words}
      </StatusBadge>
      <span className="figures">{formatSeconds(secondsSince(since, at))}</span>
      {isAwayNext ? <span className={classes["next"]}>Then {reason ?? "away"}</span> : null}
      {call === null ? null : (
        <span className={classes["call"]}>
          <Anchor component={PathLink} to={paths.call(call.callId)} inherit underline="always">
            {phoneOrName(call.with) || "Call"}
          </Anchor>
          {call.place === "" ? "" : ` ${call.kind === "person" ? "on" : "in"} ${phoneOrName(call.place)}`}
        </span>
      )}
    </li>
  );
}
