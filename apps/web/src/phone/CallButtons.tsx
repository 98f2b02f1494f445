import { Button, Group } from "@mantine/core";
import { IconPhone, IconPhoneOff, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import type { PhoneAction, PhoneCall } from "@trunkline/contract/agents/phone.ts";
import { CallSound } from "./sound/CallSound.tsx";

/** What a user can do with a call on their phone. */
export function CallButtons({
  call: one,
  act,
  isTransferring,
  onTransfer,
}: {
  call: PhoneCall;
  act: (action: PhoneAction) => () => void;
  isTransferring: boolean;
  onTransfer: () => void;
}) {
  const { state, kind, isHeld } = one;
  const isConsulting = one.consult !== null && one.consult.state !== "ended";
  return (
    <Group gap={8}>
      {state === "ringing" && kind === "person" ? (
        <Button color="red" leftSection={<IconPhoneOff size={16} />} onClick={act("hangUp")}>
          Hang up
        </Button>
      ) : state === "ringing" ? (
        <>
          <Button color="green" leftSection={<IconPhone size={16} />} onClick={act("answer")}>
            {one.isCallback ? "Call" : "Answer"}
          </Button>
          <Button color="red" variant="light" leftSection={<IconPhoneOff size={16} />} onClick={act("decline")}>
            Decline
          </Button>
        </>
      ) : state === "talking" ? (
        <>
          {one.ringsOwnPhone ? null : <CallSound />}
          {one.consultedBy !== null || isConsulting ? null : (
            <Button
              variant="default"
              leftSection={isHeld ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
              onClick={act(isHeld ? "resume" : "hold")}
            >
              {isHeld ? "Resume" : "Hold"}
            </Button>
          )}
          {one.consultedBy !== null || isConsulting ? null : (
            <Button variant="default" aria-expanded={isTransferring} onClick={onTransfer}>
              Transfer
            </Button>
          )}
          <Button color="red" leftSection={<IconPhoneOff size={16} />} onClick={act("hangUp")}>
            Hang up
          </Button>
        </>
      ) : (
        <Button variant="default" onClick={act("done")}>
          Done
        </Button>
      )}
    </Group>
  );
}
