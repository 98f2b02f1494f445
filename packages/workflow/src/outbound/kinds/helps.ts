import { ownValue } from "../../parts/ownValue.ts";
import { help as agentQueue } from "./agentQueue/help.ts";
import { help as aiAssist } from "./aiAssist/help.ts";
import { help as call } from "./call/help.ts";
import { help as callAndRecord } from "./callAndRecord/help.ts";
import { help as callback } from "./callback/help.ts";
import { help as callXml } from "./callXml/help.ts";
import { help as campaign } from "./campaign/help.ts";
import { help as carrierLookup } from "./carrierLookup/help.ts";
import { help as computation } from "./computation/help.ts";
import { help as condition } from "./condition/help.ts";
import { help as control } from "./control/help.ts";
import { help as dnc } from "./dnc/help.ts";
import { help as dncCheck } from "./dncCheck/help.ts";
import { help as editContact } from "./editContact/help.ts";
import { help as email } from "./email/help.ts";
import { help as event } from "./event/help.ts";
import type { KindName } from "./index.ts";
import { help as meme } from "./meme/help.ts";
import { help as percentage } from "./percentage/help.ts";
import { help as rateLimit } from "./rateLimit/help.ts";
import { help as rcsSend } from "./rcsSend/help.ts";
import { help as section } from "./section/help.ts";
import { help as sectionStart } from "./sectionStart/help.ts";
import { help as smsSend } from "./smsSend/help.ts";
import { help as start } from "./start/help.ts";
import { help as timeDelay } from "./timeDelay/help.ts";

/**
 * What a node of each kind does, for its form, with which it is loaded (decision 0120). Plain text. Empty lines separate
 * paragraphs, `[label](/path)` is a link, backticks mark code.
 */
const helps: Record<KindName, string> = {
  start,
  control,
  aiAssist,
  smsSend,
  call,
  callXml,
  callAndRecord,
  condition,
  carrierLookup,
  campaign,
  dnc,
  section,
  sectionStart,
  computation,
  agentQueue,
  dncCheck,
  editContact,
  email,
  meme,
  callback,
  rcsSend,
  percentage,
  event,
  timeDelay,
  rateLimit,
};

const unknown =
  "This node was made by another version of the product. It is saved unchanged, but cannot be edited or run here. A contact that reaches it stops with an error.";

/** The help of a kind by its name, or that of an unknown one. */
export const helpOf = (kind: string): string => ownValue(helps, kind) ?? unknown;
