import type { Design } from "../../../nodeKind.ts";
import { factVariables } from "../../../parts/factVariables.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export type Draft = OneExit;

export const design: Design<Own, Draft> = {
  label: "Carrier Lookup",
  help: "Finds out about the contact's number and fills `phonenumber1.company`, `phonenumber1.wireless`, `phonenumber1.network`, `phonenumber1.city`, `phonenumber1.state`, `phonenumber1.country` and `phonenumber1.zip`, besides `phonenumber1.type` (mobile, landline, tollFree …) and `phonenumber1.timezone`.\n\nThe number itself tells country, state and time zones, and outside North America mostly whether it is wireless. Whose line it is only a carrier knows: the account's look-up is asked where one is set up in the settings. What is not known stays empty, and the step says what was found.\n\nExample: a Condition after it with `phonenumber1.wireless` Equals `true` keeps texts away from landlines.",
  hue: "logic",
  icon: "zoom-scan",
  defaults: { next: null },
  fields: [],
  card: () => [],
  ...oneExit,
  gives: () => [...factVariables],
  validate: () => [],
  read: (_, [next = null]) => ({ next }),
  write: () => ({}),
};
