/**
 * A number in [0, 1) that is always the same for the same journey and node, because the engine has no randomness.
 * Two independent 32-bit hashes of the id, mixed so that similar ids give unrelated numbers.
 */
export function chanceOf(journeyId: string, node: number): number {
  let high = 0x9e3779b9 ^ node;
  let low = 0x85ebca6b ^ Math.imul(node, 0x27d4eb2f);
  for (let index = 0; index < journeyId.length; index++) {
    const code = journeyId.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return ((high >>> 0) * 2_097_152 + ((low >>> 0) >>> 11)) / 9_007_199_254_740_992;
}
