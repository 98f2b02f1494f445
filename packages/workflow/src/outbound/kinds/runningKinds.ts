import type { AnyNodeKind, Behaviour } from "../../nodeKind.ts";
import type { SavedNode } from "../../savedNode.ts";
import { behaviour as agentQueue } from "./agentQueue/run.ts";
import { behaviour as aiAssist } from "./aiAssist/run.ts";
import { behaviour as call } from "./call/run.ts";
import { behaviour as callAndRecord } from "./callAndRecord/run.ts";
import { behaviour as callback } from "./callback/run.ts";
import { behaviour as callXml } from "./callXml/run.ts";
import { behaviour as campaign } from "./campaign/run.ts";
import { behaviour as carrierLookup } from "./carrierLookup/run.ts";
import { behaviour as computation } from "./computation/run.ts";
import { behaviour as condition } from "./condition/run.ts";
import { behaviour as control } from "./control/run.ts";
import { behaviour as dnc } from "./dnc/run.ts";
import { behaviour as dncCheck } from "./dncCheck/run.ts";
import { behaviour as editContact } from "./editContact/run.ts";
import { behaviour as email } from "./email/run.ts";
import { behaviour as event } from "./event/run.ts";
import { type KindName, kindNameOf, kinds } from "./index.ts";
import { behaviour as meme } from "./meme/run.ts";
import { behaviour as percentage } from "./percentage/run.ts";
import { behaviour as rateLimit } from "./rateLimit/run.ts";
import { behaviour as rcsSend } from "./rcsSend/run.ts";
import { behaviour as section } from "./section/run.ts";
import { behaviour as sectionStart } from "./sectionStart/run.ts";
import { behaviour as smsSend } from "./smsSend/run.ts";
import { behaviour as start } from "./start/run.ts";
import { behaviour as timeDelay } from "./timeDelay/run.ts";
import { unknownKind } from "./unknownKind.ts";

// biome-ignore lint/suspicious/noExplicitAny: as in `AnyNodeKind`
const behaviours: Record<KindName, Behaviour<any>> = {
  agentQueue,
  aiAssist,
  call,
  callAndRecord,
  callback,
  callXml,
  campaign,
  carrierLookup,
  computation,
  condition,
  control,
  dnc,
  dncCheck,
  editContact,
  email,
  event,
  meme,
  percentage,
  rateLimit,
  rcsSend,
  section,
  sectionStart,
  smsSend,
  start,
  timeDelay,
};

const running = new Map(
  Object.entries(behaviours).map(([name, behaviour]): [string, AnyNodeKind] => [
    name,
    { ...kinds[name as KindName], ...behaviour },
  ]),
);

/** The kind of a saved node with its behavior. Pages leave the behavior out of the registry and load it here, when a workflow is tried out (decision 0077). */
export function runningKindOf(node: SavedNode): AnyNodeKind {
  const name = kindNameOf(node);
  return (name === undefined ? undefined : running.get(name)) ?? unknownKind;
}
