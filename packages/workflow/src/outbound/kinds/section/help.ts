export const help =
  "The contact continues at the start of this section. Sections keep a large workflow readable. Choose one under Current Section to see its nodes.";
