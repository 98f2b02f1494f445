import type { CarrierKind } from "@trunkline/contract/carriers/carrier.ts";
import type { OpenConnection } from "./connectionOpener.ts";
import { openRbm } from "./openRbm.ts";
import { openSmpp } from "./openSmpp.ts";
import { openTelnyx } from "./openTelnyx.ts";
import { openTwilio } from "./openTwilio.ts";

/** Opens connections by their kind. */
export const openConnection: Readonly<Record<CarrierKind, OpenConnection>> = {
  smpp: openSmpp,
  twilio: openTwilio,
  rbm: openRbm,
  telnyx: openTelnyx,
};
