/**
 * The number of a set that a contact always sees: the one with the highest hash of contact and number (readings, Number of a set). Adding or removing a number affects only that number's contacts.
 */
export function stickyNumber<Sender extends { phone: string }>(
  numbers: readonly Sender[],
  contactId: string,
): Sender | undefined {
  if (numbers.length <= 1) return numbers[0];
  const contact = hashOf(contactId);
  let best: Sender | undefined;
  let bestHash = -1;
  for (const number of numbers) {
    const hash = mix(contact ^ numberHash(number.phone));
    if (hash > bestHash) {
      best = number;
      bestHash = hash;
    }
  }
  return best;
}

const numberHashes = new Map<string, number>();

function numberHash(phone: string): number {
  let hash = numberHashes.get(phone);
  if (hash === undefined) {
    hash = mix(hashOf(phone));
    if (numberHashes.size >= 100_000) numberHashes.clear();
    numberHashes.set(phone, hash);
  }
  return hash;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 2246822507);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3266489909);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
