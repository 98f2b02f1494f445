import { ActionIcon } from "@mantine/core";
import { IconPhone, IconPhoneCall, IconPhoneIncoming, IconPhoneOff } from "@tabler/icons-react";
import { plural } from "../ui/text/formatFigure.ts";
import { Tooltip } from "../ui/tip/Tooltip.tsx";
import classes from "./Phone.module.css";
import { isRinging, nameOfParty, type PhoneState, waitingOf } from "./usePhone.ts";

/** The icon and label of the phone's state. */
function describePhone(phone: PhoneState | undefined, isLost: boolean) {
  if (phone === undefined || isLost) return { is: "lost", icon: IconPhoneOff, text: "not connected" } as const;
  const ringing = phone.calls.find(isRinging);
  if (ringing) return { is: "ringing", icon: IconPhoneIncoming, text: `${nameOfParty(ringing)} is calling` } as const;
  if (phone.calls.some(({ state }) => state !== "over"))
    return { is: "talking", icon: IconPhoneCall, text: "on a call" } as const;
  return phone.status === "available"
    ? ({ is: "ready", icon: IconPhone, text: "available" } as const)
    : ({ is: "away", icon: IconPhone, text: phone.reason === null ? "away" : `away, ${phone.reason.name}` } as const);
}

/** The button in the top bar that shows the phone's state and the number of waiting callers, and opens the phone. */
export function PhoneButton(props: {
  phone: PhoneState | undefined;
  isLost: boolean;
  isOpen: boolean;
  onPress: () => void;
}) {
  const { phone, isOpen, onPress } = props;
  const { is, icon: Icon, text } = describePhone(phone, props.isLost);
  const waiting = phone === undefined ? 0 : waitingOf(phone).length;
  const label = `Your phone: ${text}${waiting > 0 ? `, ${plural(waiting, "caller")} waiting` : ""}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        className={classes["button"] ?? ""}
        data-is={is}
        aria-label={label}
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
