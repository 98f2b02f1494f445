import { registerJourney } from "../routes/journey.ts";
import { registerMessage } from "../routes/message.ts";
import { registerSmsTemplate } from "../routes/smstemplate.ts";
import type { Api } from "./handle.ts";

/** Every resource of the API; a call of the contract without a handler fails a test. */
export const resources: ((api: Api) => void)[] = [registerSmsTemplate, registerMessage, registerJourney];
