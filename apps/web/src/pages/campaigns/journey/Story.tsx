import { Anchor } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowDown,
  IconClockPause,
  IconFlagCheck,
  IconMessageReply,
  IconMessageUp,
  IconPhone,
  IconPointer,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Message } from "@trunkline/contract/messages/message.ts";
import { shownAddress } from "../../../api/assets.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import { formatClock } from "../../../ui/text/formatTime.ts";
import { StatusBadge, type Tone } from "../../../ui/text/StatusBadge.tsx";
import { Time } from "../../../ui/text/Time.tsx";
import { CallLine } from "./CallLine.tsx";
import classes from "./JourneyPage.module.css";
import type { StoryLine } from "./story.ts";

const icons: Record<StoryLine["tone"], TablerIcon> = {
  plain: IconArrowDown,
  waits: IconClockPause,
  failed: IconAlertTriangle,
  replied: IconMessageReply,
  done: IconFlagCheck,
  clicked: IconPointer,
};

/** The timeline of a journey. */
export function Story({ story, ...workflow }: { story: readonly StoryLine[] } & StoryPlace) {
  return (
    <ol className={classes["story"]} aria-label="Steps">
      {story.map((line) => (
        <StoryItem key={line.key} line={line} {...workflow} />
      ))}
    </ol>
  );
}

interface StoryPlace {
  campaignId: string;
  version: number;
  /** The contact's time zone, where it is known and not the reader's. */
  zone: string | undefined;
}

function StoryItem({ line, campaignId, version, zone }: { line: StoryLine } & StoryPlace) {
  const Icon = line.call !== null ? IconPhone : line.message?.direction === "out" ? IconMessageUp : icons[line.tone];
  return (
    <li className={classes["step"]} data-tone={line.tone}>
      <span className={classes["bullet"]}>
        <Icon size={14} aria-hidden />
      </span>
      <div className={classes["story"]}>
        <div className={classes["line"]}>
          <span className={classes["words"]}>{line.words}</span>
          {line.nodeId !== null && line.nodeId > 0 && line.node !== "" && (
            <Anchor
              component={PathLink}
              to={paths.editCampaign(campaignId)}
              search={{ node: String(line.nodeId), version: String(line.version ?? version) }}
              fz={13}
            >
              {line.node}
            </Anchor>
          )}
          <span className={classes["when"]}>
            <Time at={line.at} dimmed />
            {zone !== undefined && <span>{` · ${formatClock(line.at, zone)} for the contact`}</span>}
          </span>
        </div>
        {line.until !== null && (
          <p className={classes["why"]}>
            until <Time at={line.until} />
          </p>
        )}
        {line.because !== null && (
          <p className={classes["why"]}>
            {line.because}
            {line.needsProvider && (
              <>
                {". "}
                <Anchor component={PathLink} to={paths.externalIntegrations} inherit>
                  Open External Integrations
                </Anchor>
              </>
            )}
          </p>
        )}
        {line.missing.length > 0 && (
          <p className={classes["why"]}>
            Left empty because the contact has no value for <code>{line.missing.join(", ")}</code>
          </p>
        )}
        {line.call !== null && <CallLine call={line.call} />}
        {line.message !== null && <Text message={line.message} />}
      </div>
    </li>
  );
}

const messageTones: Record<Message["status"], Tone> = {
  queued: "going",
  submitted: "going",
  delivered: "done",
  read: "done",
  undelivered: "failed",
  expired: "failed",
  rejected: "failed",
  blocked: "off",
  cancelled: "off",
  unknown: "waits",
};

/** A sent or received message with its status. */
function Text({ message }: { message: Message }) {
  const { direction, text, mediaUrl, moreMediaUrls, status, segments, reasonText, channel, links } = message;
  return (
    <div className={classes["message"]} data-direction={direction}>
      {mediaUrl !== null &&
        [mediaUrl, ...moreMediaUrls].map((url) => (
          <img key={url} src={shownAddress(url)} alt="Attached media" className={classes["media"]} />
        ))}
      {text !== "" && <p className={classes["bubble"]}>{text}</p>}
      {direction === "out" && (
        <p className={classes["note"]}>
          <StatusBadge tone={messageTones[status]}>{status}</StatusBadge>{" "}
          {channel === "rcs" ? "RCS" : plural(segments, "segment")}
          {reasonText !== null && `, ${reasonText}`}
        </p>
      )}
      {links.map(({ address, target, clicked }) => (
        <p key={address} className={classes["note"]}>
          {links.length > 1 ? `${address} leads` : "Leads"}
          {` to ${target}${clicked === null ? ", not opened yet" : ""}`}
        </p>
      ))}
    </div>
  );
}
