import { ActionIcon, Button } from "@mantine/core";
import { IconPlayerSkipForward, IconPlayerTrackNext, IconPlayerTrackPrev, IconReload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Tooltip } from "../ui/tip/Tooltip.tsx";
import classes from "./Tester.module.css";
import type { Playback } from "./usePlayback.ts";

interface Props {
  trial: Pick<Playback<never, never, unknown>, "moments" | "position" | "goTo"> & { play: () => void };
  /** What is due next, as text. Undefined: nothing is. */
  next: string | undefined;
  jump: () => void;
}

/** The ways through the moments of a try, and on to the next event. */
export function ClockButtons({ trial: { moments, position, goTo, play }, next, jump }: Props) {
  return (
    <div className={classes["buttons"]}>
      <IconButton label="Start again" onClick={() => play()}>
        <IconReload size={16} />
      </IconButton>
      <IconButton label="Step back" disabled={position <= 0} onClick={() => goTo(position - 1)}>
        <IconPlayerTrackPrev size={16} />
      </IconButton>
      <IconButton label="Step forward" disabled={position >= moments.length - 1} onClick={() => goTo(position + 1)}>
        <IconPlayerTrackNext size={16} />
      </IconButton>
      <Tooltip label={next ?? "Nothing is due"}>
        <Button
          size="xs"
          flex={1}
          leftSection={<IconPlayerSkipForward size={14} />}
          data-disabled={next === undefined || undefined}
          aria-disabled={next === undefined}
          onClick={() => next !== undefined && jump()}
        >
          Jump to next event
        </Button>
      </Tooltip>
    </div>
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
