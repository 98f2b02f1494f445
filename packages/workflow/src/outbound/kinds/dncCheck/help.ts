export const help =
  "Checks the contact's number against a do-not-contact list and branches on the result.\n\nNumbers on the SMS or Call DNC cannot be removed. The Federal list also requires a DNC feature or a registered subscription account number, see [Business Profiles](/businessprofiles). While no Federal list is loaded, contacts follow the failure path, and the step says so.";
