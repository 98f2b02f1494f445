export const help = "Ends the contact's journey. Put one at the end of every path to show where the workflow ends.";
