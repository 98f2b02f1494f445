/** Users have one name. Its first word is the first name and the rest is the last name (spec 3 §3). */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...others] = name.trim().split(/\s+/);
  return { firstName, lastName: others.join(" ") };
}
