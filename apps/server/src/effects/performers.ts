import type { QueuedEffect } from "@trunkline/workflow/engine/effects.ts";
import { askModelPerformer } from "./askModel.ts";
import { deliverEvent, makeCallWebhook } from "./callWebhook.ts";
import { drawMeme } from "./drawMeme.ts";
import { lookUpCarrier } from "./lookUpCarrier.ts";
import { makeNotifyCallback } from "./notifyCallback.ts";
import type { Performer } from "./performer.ts";
import { sendEmailPerformer } from "./sendEmail.ts";

/** One performer for each effect of the queue. An effect without one does not compile. */
const performerOf: { [D in QueuedEffect["do"]]: Performer<Extract<QueuedEffect, { do: D }>> } = {
  callWebhook: makeCallWebhook(),
  deliverEvent,
  notifyCallback: makeNotifyCallback(),
  sendEmail: sendEmailPerformer,
  askModel: askModelPerformer,
  drawMeme,
  lookUpCarrier,
};

/** What a worker does for journeys besides sending texts. */
export const performers = Object.values(performerOf) as readonly Performer[];
