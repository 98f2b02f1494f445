export const help =
  "Splits contacts randomly across paths by weight. 50 and 50 is half each, 50, 50 and 50 is a third each. A contact who returns follows the same path.\n\nExample: send 90 the proven text and 10 a new one, and compare the replies.";
