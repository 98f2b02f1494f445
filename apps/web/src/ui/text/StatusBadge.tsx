import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconProgress,
  type TablerIcon,
} from "@tabler/icons-react";
import { Tooltip } from "../tip/Tooltip.tsx";
import classes from "./StatusBadge.module.css";

/** Green is done, blue in progress, amber waiting or warning, red failed, gray off (look, Status). */
export type Tone = "done" | "going" | "waits" | "failed" | "off";

const icons: Record<Tone, TablerIcon> = {
  done: IconCircleCheck,
  going: IconProgress,
  waits: IconClock,
  failed: IconCircleX,
  off: IconCircleDashed,
};

/** A status with icon and text, never color alone. */
export function StatusBadge({ tone, children, why }: { tone: Tone; children: string; why?: string | null }) {
  const Icon = icons[tone];
  const badge = (
    <span className={classes["badge"]} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {children}
    </span>
  );
  return why ? (
    <Tooltip label={why} multiline maw={320}>
      {badge}
    </Tooltip>
  ) : (
    badge
  );
}
