import { BlockList, isIP } from "node:net";

/** Private addresses that the operator allows users to reach (TRUNKLINE_EGRESS_ALLOW). */
export interface AllowList {
  allows(target: { host: string; port: number; address: string }): boolean;
}

/** Parses entries of the form host, host:port, address, [address]:port or network/prefix. */
export function readAllowList(entries: readonly string[]): AllowList {
  const networks = new BlockList();
  const hosts = new Set<string>();
  for (const entry of entries) {
    const network = /^([0-9a-f:.]+)\/(\d{1,3})$/i.exec(entry);
    const family = network ? isIP(network[1] as string) : 0;
    if (network && family > 0)
      networks.addSubnet(network[1] as string, Number(network[2]), family === 4 ? "ipv4" : "ipv6");
    else if (isIP(entry) > 0) networks.addAddress(entry, isIP(entry) === 4 ? "ipv4" : "ipv6");
    else hosts.add(entry.toLowerCase().replace(/^\[(.*)\]/, "$1"));
  }
  return {
    allows({ host, port, address }) {
      const bare = address.split("%")[0] ?? "";
      return (
        hosts.has(host) ||
        hosts.has(`${host}:${port}`) ||
        hosts.has(`${bare}:${port}`) ||
        (isIP(bare) > 0 && networks.check(bare, isIP(bare) === 4 ? "ipv4" : "ipv6"))
      );
    },
  };
}
