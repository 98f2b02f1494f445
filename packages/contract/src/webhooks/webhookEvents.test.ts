import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { eventSamples, variablesOfEvent, webhookEventNames, webhookEvents } from "./webhookEvents.ts";

// Spec 2 §3.6: the event types with their descriptions (§2.3) and variables, as docs/webhooks.md lists them.

const page = readFileSync(new URL("../../../../docs/webhooks.md", import.meta.url), "utf8");
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
);

describe("event types of webhooks (spec 2 §3.6)", () => {
  it("are the 22 of the specification", () => {
    expect([...webhookEventNames].sort()).toEqual(
      "call_completion, call_dialing, call_in_progress, campaign_status, campaign_workflow_callback, sms_inbound, voicemail, recording, sms_outbound, webrtc_user_status, live_list_status, dispo_status, call_threshold, call_threshold_reset, contact_add, contact_archive, contact_edit, contact_unarchive, reputation_status, dnc, inroute, dynamic_script"
        .split(", ")
        .sort(),
    );
  });

  it.each(webhookEventNames)("%s has the same description and variables in docs/webhooks.md", (name) => {
    const section = sections.get(name) ?? "";
    expect(section).toContain(webhookEvents[name]);
    expect(variablesOfEvent(name)).not.toEqual([]);
    const shown = /```json\n([\s\S]*?)```/.exec(section)?.[1];
    expect(shown === undefined ? undefined : JSON.parse(shown)).toEqual(eventSamples[name]);
  });
});
