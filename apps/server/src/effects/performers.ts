import { askModelPerformer } from "./askModel.ts";
import { deliverEvent, makeCallWebhook } from "./callWebhook.ts";
import { drawMeme } from "./drawMeme.ts";
import { lookUpCarrier } from "./lookUpCarrier.ts";
import { makeNotifyCallback } from "./notifyCallback.ts";
import type { Performer } from "./performer.ts";
import { sendEmailPerformer } from "./sendEmail.ts";

/** Everything that a worker can do for journeys besides sending texts. */
export const performers: readonly Performer[] = [
  makeCallWebhook(),
  deliverEvent,
  makeNotifyCallback(),
  sendEmailPerformer as Performer,
  askModelPerformer as Performer,
  drawMeme as Performer,
  lookUpCarrier as Performer,
];
