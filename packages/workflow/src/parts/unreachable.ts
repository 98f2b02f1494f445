/** Closes a switch over a union: a member without a case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}`);
}
