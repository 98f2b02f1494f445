import { useViewportSize } from "@mantine/hooks";
import type { LiveCallCenter } from "@trunkline/contract/agents/callCenter.ts";
import { formatClock } from "../../ui/text/formatTime.ts";
import { Headline } from "./Headline.tsx";
import { LiveAgents } from "./LiveAgents.tsx";
import { PlaceTiles } from "./PlaceTiles.tsx";
import { QuarterPlot } from "./QuarterPlot.tsx";
import { Formula } from "./Switches.tsx";
import classes from "./Wall.module.css";
import { WallCallbacks } from "./WallCallbacks.tsx";

/** The screen that the sizes of the wall are made for. Others show the same, larger or down to four fifths. */
const drawnFor = { width: 1920, height: 1080, least: 0.8 };

/** The live page on a screen on the wall, where no one scrolls: what has no room is counted, and agents turn in pages. */
export function Wall({ live, mayCallBack }: { live: LiveCallCenter; mayCallBack: boolean }) {
  const { width, height } = useViewportSize();
  const zoom = Math.max(drawnFor.least, Math.min(width / drawnFor.width, height / drawnFor.height));
  return (
    <div className={classes["wall"]} style={{ zoom }}>
      <header className={classes["head"]}>
        <Headline live={live} />
        <div className={classes["clock"]}>
          <h2>Live calls</h2>
          <time dateTime={live.at}>{formatClock(live.at)}</time>
        </div>
      </header>
      <div className={classes["places"]}>
        <PlaceTiles live={live} isWall />
        <Formula />
        <QuarterPlot live={live} />
      </div>
      <div className={classes["people"]}>
        <LiveAgents agents={live.agents} at={live.at} isWall />
        {mayCallBack ? <WallCallbacks at={live.at} /> : null}
      </div>
    </div>
  );
}
