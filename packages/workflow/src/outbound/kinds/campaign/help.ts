export const help =
  "Enrolls the contact in the newest version of another workflow. The contact also continues here at once.\n\nThe other workflow's frequency protection applies: contacts it turns away are counted there as filtered. At most ten workflows can enroll one after another.";
