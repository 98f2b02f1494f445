const plain: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201A\u2032]/g, "'"],
  [/[\u201C\u201D\u201E\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u2026/g, "..."],
  [/[\u00A0\u2002-\u200A\u202F]/g, " "],
  [/[\u200B-\u200D\uFEFF]/g, ""],
  [/[\u2022\u00B7]/g, "*"],
];

/** Replaces typographic quotes, dashes and spaces so that the text fits GSM-7. */
export const plainOf = (text: string): string => plain.reduce((result, [from, to]) => result.replace(from, to), text);
