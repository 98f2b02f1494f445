/** Where the numbers of E.164 lie that begin with these digits: from one, to below another one; null: to the end. No collation sorts digits otherwise. */
export const phoneRange = (digits: string): [from: string, below: string | null] => [
  `+${digits}`,
  /^9+$/.test(digits) ? null : `+${BigInt(digits) + 1n}`,
];
