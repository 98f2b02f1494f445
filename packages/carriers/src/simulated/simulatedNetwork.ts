import type { Network } from "../registry/registry.ts";

/**
 * The network of a handset of the simulated carrier, by the tens digit of its number: 0 to 2 AT&T, 3 to 5 T-Mobile,
 * 6 to 8 Verizon, 9 US Cellular (packages/carriers/README.md).
 */
export function simulatedNetwork(phone: string): Network {
  const tens = Number(phone.at(-2));
  if (tens <= 2) return "att";
  if (tens <= 5) return "tmobile";
  return tens <= 8 ? "verizon" : "uscellular";
}
