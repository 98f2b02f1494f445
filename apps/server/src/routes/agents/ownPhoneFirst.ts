import { conflict, type Problem } from "../../http/problem.ts";

/** The user must say where they take calls. */
export const needsOwnPhoneFirst = (): Problem =>
  conflict(
    "Calls of this number need a phone to speak. Under Your phone, Phone settings, turn on sound in this browser if it is offered, or enter your own phone number or SIP address",
    undefined,
    "no_own_phone",
  );
