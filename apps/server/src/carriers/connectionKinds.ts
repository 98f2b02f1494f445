import type { CarrierKind } from "@trunkline/contract/carriers/carrier.ts";
import type { ConnectionKind } from "./connectionKind.ts";
import { rbmKind } from "./rbmKind.ts";
import { smppKind } from "./smppKind.ts";
import { telnyxKind } from "./telnyxKind.ts";
import { twilioKind } from "./twilioKind.ts";

/** The kinds of connections, by the name that the contract has for them. */
export const connectionKinds: Readonly<Record<CarrierKind, ConnectionKind>> = {
  smpp: smppKind,
  twilio: twilioKind,
  rbm: rbmKind,
  telnyx: telnyxKind,
};
