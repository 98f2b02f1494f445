import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPhone, IconPhoneCall, IconPhoneIncoming, IconPhoneOff } from "@tabler/icons-react";
import { plural } from "../ui/text/formatFigure.ts";
import classes from "./Phone.module.css";
import { isRinging, nameOfParty, type PhoneState, waitingOf } from "./usePhone.ts";

/** What the phone does, in one word for the eye and in some for the ear. */
function faceOf(phone: PhoneState | undefined, isLost: boolean) {
  if (phone === undefined || isLost) return { is: "lost", icon: IconPhoneOff, words: "not connected" } as const;
  const ringing = phone.calls.find(isRinging);
  if (ringing) return { is: "ringing", icon: IconPhoneIncoming, words: `${nameOfParty(ringing)} calls` } as const;
  if (phone.calls.some(({ state }) => state !== "over"))
    return { is: "talking", icon: IconPhoneCall, words: "on a call" } as const;
  return phone.status === "available"
    ? ({ is: "ready", icon: IconPhone, words: "ready to ring" } as const)
    : ({ is: "away", icon: IconPhone, words: "away" } as const);
}

/** The phone of the signed-in user in the top bar of every page: what it does, and how many wait; it opens the phone. */
export function PhoneButton(props: {
  phone: PhoneState | undefined;
  isLost: boolean;
  isOpen: boolean;
  onPress: () => void;
}) {
  const { phone, isOpen, onPress } = props;
  const { is, icon: Icon, words } = faceOf(phone, props.isLost);
  const waiting = phone === undefined ? 0 : waitingOf(phone).length;
  const told = `Your phone: ${words}${waiting > 0 ? `, ${plural(waiting, "caller")} waiting` : ""}`;
  return (
    <Tooltip label={told}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={classes["button"] ?? ""}
        data-is={is}
        aria-label={told}
        aria-expanded={isOpen}
        onClick={onPress}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        {waiting > 0 ? (
          <span className={classes["count"]} aria-hidden>
            {waiting > 9 ? "9+" : waiting}
          </span>
        ) : (
          <span className={classes["dot"]} aria-hidden />
        )}
      </ActionIcon>
    </Tooltip>
  );
}
