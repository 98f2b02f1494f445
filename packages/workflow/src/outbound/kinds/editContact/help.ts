export const help =
  "Sets fields of the contact: to a workflow variable (Campaign Value), to a text you type (Fixed Value), or to nothing (Clear Value). Later nodes and other workflows see the new values.\n\nExample: set the custom field `lastreply` to `node3.reply`. If a campaign value is missing, the field is not changed and the step says so.";
