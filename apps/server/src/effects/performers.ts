import { askModelPerformer } from "./askModel.ts";
import { deliverEvent, makeCallWebhook } from "./callWebhook.ts";
import { drawMeme } from "./drawMeme.ts";
import { lookUpCarrier } from "./lookUpCarrier.ts";
import type { Performer } from "./performer.ts";
import { sendEmailPerformer } from "./sendEmail.ts";
import { makeTellCallback } from "./tellCallback.ts";

/** Everything that a worker can do for journeys besides sending texts. */
export const performers: readonly Performer[] = [
  makeCallWebhook(),
  deliverEvent,
  makeTellCallback(),
  sendEmailPerformer as Performer,
  askModelPerformer as Performer,
  drawMeme as Performer,
  lookUpCarrier as Performer,
];
