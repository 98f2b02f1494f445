import { Anchor } from "@mantine/core";
import type { Call } from "@trunkline/contract/calls/call.ts";
import { CallStatus } from "../../../history/CallStatus.tsx";
import { Recording } from "../../../history/Recording.tsx";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { formatLength } from "../../../ui/text/formatTime.ts";
import classes from "./JourneyPage.module.css";

/** The call of a step: status, length, keys and recording. */
export function CallLine({ call }: { call: Call }) {
  const { callId, answeredBy, durationSeconds, digits, reasonText } = call;
  const facts = [
    answeredBy === null ? "" : `answered by ${answeredBy}`,
    durationSeconds ? formatLength(durationSeconds) : "",
    digits === "" ? "" : `keys ${digits}`,
    reasonText ?? "",
  ].filter(Boolean);
  return (
    <div className={classes["message"]} data-direction="out">
      <p className={classes["note"]}>
        <CallStatus call={{ ...call, reasonText: null }} /> {facts.join(", ")}
        <Anchor component={PathLink} to={paths.call(callId)} inherit>
          Open call
        </Anchor>
      </p>
      <Recording call={call} />
    </div>
  );
}
