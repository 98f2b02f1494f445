export const help =
  "Adds the contact to your account's do-not-contact list. Nothing of that type is sent to the contact from then on, in any workflow. All covers SMS, RCS and calls.\n\nExample: after an Event path `reply contains no thanks`.";
