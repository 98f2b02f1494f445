export const help =
  "Contacts that reach a Section node of this section continue here. Connect it to the section's first node.";
