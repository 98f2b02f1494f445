import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

const four: readonly (readonly [network: string, prefix: number, what: string])[] = [
  ["0.0.0.0", 8, "an address of this network"],
  ["10.0.0.0", 8, "a private address"],
  ["100.64.0.0", 10, "a carrier's shared address"],
  ["127.0.0.0", 8, "this machine"],
  ["169.254.0.0", 16, "a link-local address"],
  ["172.16.0.0", 12, "a private address"],
  ["192.0.0.0", 24, "a reserved address"],
  ["192.0.2.0", 24, "an address for documentation"],
  ["192.88.99.0", 24, "a relay"],
  ["192.168.0.0", 16, "a private address"],
  ["198.18.0.0", 15, "an address for measurements"],
  ["198.51.100.0", 24, "an address for documentation"],
  ["203.0.113.0", 24, "an address for documentation"],
  ["224.0.0.0", 4, "a multicast address"],
  ["240.0.0.0", 4, "a reserved address"],
];

/** Only 2000::/3 is public IPv6. These ranges in it are not public, or contain an IPv4 address. */
const six: typeof four = [
  ["2001::", 23, "a reserved or tunnelled address"],
  ["2001:db8::", 32, "an address for documentation"],
  ["2002::", 16, "a tunnelled address"],
  ["3fff::", 20, "an address for documentation"],
];

const listOf = (network: string, prefix: number, family: "ipv4" | "ipv6"): BlockList => {
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list;
};
const fourLists = four.map(([network, prefix, what]) => ({ list: listOf(network, prefix, "ipv4"), what }));
const sixLists = six.map(([network, prefix, what]) => ({ list: listOf(network, prefix, "ipv6"), what }));
const internet = listOf("2000::", 3, "ipv6");

/** Why an address is not on the public internet, or null. The check uses the bytes, so the notation does not matter. */
export function checkAddress(address: string): string | null {
  const bare = address.split("%")[0] ?? "";
  switch (isIP(bare)) {
    case 4:
      return fourLists.find(({ list }) => list.check(bare, "ipv4"))?.what ?? ownAddress(bare);
    case 6:
      // Mapped, NAT64, unique local, link-local, loopback and multicast addresses are all outside 2000::/3.
      if (!internet.check(bare, "ipv6")) return "a private or translated address";
      return sixLists.find(({ list }) => list.check(bare, "ipv6"))?.what ?? ownAddress(bare);
    default:
      return "no address";
  }
}

function ownAddress(address: string): string | null {
  const own = Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === address));
  return own ? "this machine" : null;
}
