import type { Design } from "../../../nodeKind.ts";
import { factVariables } from "../../../parts/factVariables.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export type Draft = OneExit;

export const design: Design<Own, Draft> = {
  label: "Carrier Lookup",
  help: "Looks up the contact's number and fills `phonenumber1.company`, `phonenumber1.wireless`, `phonenumber1.network`, `phonenumber1.city`, `phonenumber1.state`, `phonenumber1.country` and `phonenumber1.zip`, as well as `phonenumber1.type` (mobile, landline, tollFree …) and `phonenumber1.timezone`.\n\nCountry, state and time zones come from the number itself, and outside North America usually `phonenumber1.wireless` too. Company, network and line type need a lookup service: choose one under [Settings, Features](/settings/features). `phonenumber1.city` and `phonenumber1.zip` are filled only if that service provides them. Unknown values stay empty, and the step shows what was found.\n\nExample: a Condition after it with `phonenumber1.wireless` Equals `true` keeps texts away from landlines.",
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
