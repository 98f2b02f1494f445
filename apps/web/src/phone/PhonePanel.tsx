import { ActionIcon, Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { IconBell, IconBellOff, IconMinus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type PhoneAction, type PhoneCall, phoneRoutes, type WaitingCaller } from "@trunkline/contract/agents/phone.ts";
import { useState } from "react";
import { callOne } from "../api/call.ts";
import { useRefresh } from "../api/queries.ts";
import { GiveDisposition } from "../dispositions/GiveDisposition.tsx";
import { Script } from "../history/Script.tsx";
import { paths } from "../paths.ts";
import { ReasonButton } from "../ui/form/ReasonButton.tsx";
import { PathLink } from "../ui/page/PathLink.tsx";
import { toastError } from "../ui/page/toast.tsx";
import { formatPhone } from "../ui/text/formatFigure.ts";
import { formatAgo } from "../ui/text/formatTime.ts";
import { StatusBadge } from "../ui/text/StatusBadge.tsx";
import { Tooltip } from "../ui/tip/Tooltip.tsx";
import { CallButtons } from "./CallButtons.tsx";
import { CallerFacts } from "./CallerFacts.tsx";
import { Consultation } from "./Consultation.tsx";
import { clockOf } from "./clockOf.ts";
import { Dial } from "./Dial.tsx";
import { OwnPhone } from "./OwnPhone.tsx";
import classes from "./Phone.module.css";
import { nameOfPresence, Presence } from "./Presence.tsx";
import { SoundProblem } from "./sound/SoundProblem.tsx";
import { useSoundState } from "./sound/soundState.ts";
import { Transfer, type TransferTarget } from "./Transfer.tsx";
import { isInWrapUp, isRinging, nameOfParty, type PhoneState, waitingOf } from "./usePhone.ts";
import { useSeconds } from "./useSeconds.ts";
import { WrapUp } from "./WrapUp.tsx";

const originLabels = {
  person: "From your number",
  queue: "Agent queue",
  workGroup: "Work group",
  liveList: "Live list",
};
const describeOrigin = ({ kind, name }: Pick<PhoneCall, "kind" | "name">): string =>
  `${originLabels[kind]} ${kind === "person" ? formatPhone(name) : name}`;

interface Props {
  phone: PhoneState;
  isMuted: boolean;
  onMute: (isMuted: boolean) => void;
  onHide: () => void;
}

/** The open phone: current calls, waiting callers, and the user's availability. */
export function PhonePanel({ phone, isMuted, onMute, onHide }: Props) {
  const { calls, status, ringsAt, waiting: all } = phone;
  const waiting = waitingOf({ calls, waiting: all });
  const isTalking = calls.some(({ state, kind }) => state === "talking" || (state === "ringing" && kind === "person"));
  const isWrappingUp = !isTalking && calls.some(isInWrapUp);
  const Bell = isMuted ? IconBellOff : IconBell;
  const mute = isMuted ? "Unmute ringtone" : "Mute ringtone";
  return (
    <section aria-label="Your phone" className={classes["panel"]}>
      <Group justify="space-between" gap={8}>
        <Group gap={12}>
          <Title order={2} fz={16}>
            Your phone
          </Title>
          <StatusBadge tone={isTalking ? "going" : isWrappingUp ? "waits" : status === "available" ? "done" : "off"}>
            {isTalking ? "On a call" : isWrappingUp ? "Wrap-up" : nameOfPresence(phone)}
          </StatusBadge>
        </Group>
        <Group gap={12}>
          <Presence isBusy={isTalking || isWrappingUp} />
          <OwnPhone ringsAt={ringsAt} />
          <Tooltip label={mute}>
            <ActionIcon variant="subtle" color="gray" aria-label={mute} onClick={() => onMute(!isMuted)}>
              <Bell size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Hide your phone">
            <ActionIcon variant="subtle" color="gray" aria-label="Hide your phone" onClick={onHide}>
              <IconMinus size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <SoundProblem />
      {calls.map((one) => (
        <OneCall key={one.offerId} call={one} />
      ))}
      {waiting.length > 0 ? (
        <Stack component="ul" gap={0} m={0} p={0} aria-label="Waiting callers">
          {waiting.map((caller) => (
            <Waiting key={caller.callId} caller={caller} isTalking={isTalking} />
          ))}
        </Stack>
      ) : null}
      {isTalking || calls.some(isRinging) ? null : <Dial />}
      {calls.length === 0 && waiting.length === 0 ? (
        <Text size="sm" c="dimmed">
          {status === "available"
            ? "Calls to your work groups ring here. Waiting callers of your live lists appear here."
            : "You are away, so calls do not ring. Waiting callers of your live lists still appear here."}
        </Text>
      ) : null}
    </section>
  );
}

function describeState({ state, kind, isCallback, ringsOwnPhone, isHeld }: PhoneCall, isInBrowser: boolean): string {
  if (state === "over") return "Call ended";
  if (state === "ringing") return kind === "person" ? "Calling…" : isCallback ? "Callback" : "Incoming call";
  if (ringsOwnPhone) return isInBrowser ? "Connecting…" : "Ringing your phone…";
  return isHeld ? "On hold" : "Connected";
}

function OneCall({ call: one }: { call: PhoneCall }) {
  const { offerId, state, contactId, callId, direction } = one;
  const [isTransferring, setTransferring] = useState(false);
  const isInBrowser = useSoundState(({ is }) => is !== "off" && is !== "failed");
  const refresh = useRefresh();
  const sent = useMutation({
    mutationFn: (body: { action: PhoneAction; to?: TransferTarget }) =>
      callOne(phoneRoutes.act, { params: { offerId }, body }),
    onError: (problem) => toastError("Call error", problem),
    onSettled: () => refresh(phoneRoutes.find.path),
  });
  const act = (action: PhoneAction) => () => sent.mutate({ action });
  const now = useSeconds(state === "talking");
  const seconds = one.answered === null ? 0 : Math.max(0, Math.floor((now - Date.parse(one.answered)) / 1_000));
  const stateText = describeState(one, isInBrowser);
  return (
    <article className={classes["call"]} data-state={state} aria-label={`Call with ${nameOfParty(one)}`}>
      <Group justify="space-between" gap={8}>
        <div role="status">
          <Text fw={600}>
            {contactId === null ? (
              nameOfParty(one)
            ) : (
              <Anchor component={PathLink} to={paths.contact(contactId)} inherit>
                {nameOfParty(one)}
              </Anchor>
            )}
          </Text>
          <Text size="sm" c="dimmed">
            {stateText} · {describeOrigin(one)}
          </Text>
          {one.consultedBy === null ? null : (
            <Text size="sm" fw={500}>
              {one.consultedBy} asks you about this call
            </Text>
          )}
          {state === "talking" && !one.ringsOwnPhone ? (
            // read by screen readers only on request: it changes each second
            <Text size="sm" className="figures" role="timer" aria-label="Time of the call">
              {clockOf(seconds)}
            </Text>
          ) : null}
          {one.supervision === null ? null : (
            <Text size="sm" fw={500}>
              {one.supervision.by} {one.supervision.mode === "join" ? "joined the call" : "speaks to you alone"}
            </Text>
          )}
        </div>
        <CallButtons
          call={one}
          act={act}
          isTransferring={isTransferring}
          onTransfer={() => setTransferring(!isTransferring)}
        />
      </Group>
      {state === "over" ? null : <CallerFacts call={one} />}
      {one.consult === null ? null : <Consultation consult={one.consult} isSending={sent.isPending} act={act} />}
      {state === "talking" && isTransferring ? (
        <Transfer
          isSending={sent.isPending}
          canConsult={one.canConsult}
          transfer={(to) => sent.mutate({ action: "transfer", to })}
          consult={(to) => {
            setTransferring(false);
            sent.mutate({ action: "consult", to });
          }}
        />
      ) : null}
      {state === "talking" ? (
        <div className={classes["section"]}>
          <Script about={{ offerId }} />
        </div>
      ) : null}
      {state === "over" ? (
        <div className={classes["section"]}>
          <WrapUp call={one} done={act("done")} />
        </div>
      ) : null}
      {state === "talking" && contactId !== null ? (
        <div className={classes["section"]}>
          <GiveDisposition contactId={contactId} callId={callId} on={direction === "in" ? "inbound" : "outbound"} />
        </div>
      ) : null}
    </article>
  );
}

function Waiting({ caller, isTalking }: { caller: WaitingCaller; isTalking: boolean }) {
  const refresh = useRefresh();
  const pick = useMutation({
    mutationFn: () => callOne(phoneRoutes.pick, { body: { callId: caller.callId } }),
    onError: (problem) => toastError("Error answering the caller", problem),
    onSettled: () => refresh(phoneRoutes.find.path),
  });
  return (
    <li className={classes["waiting"]}>
      <div>
        <Text size="sm" fw={500}>
          {nameOfParty(caller)}
        </Text>
        <Text size="xs" c="dimmed">
          {describeOrigin(caller)}
          {caller.isCallback ? " · callback" : ""} · arrived {formatAgo(caller.since, Date.now())}
        </Text>
      </div>
      <ReasonButton
        size="compact-sm"
        loading={pick.isPending}
        reason={isTalking ? "End your current call first." : undefined}
        aria-label={`${caller.isCallback ? "Call" : "Answer"} ${nameOfParty(caller)}`}
        onClick={() => pick.mutate()}
      >
        {caller.isCallback ? "Call" : "Answer"}
      </ReasonButton>
    </li>
  );
}
