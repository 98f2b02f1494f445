import type { CarrierConnection, CarrierHealth } from "@trunkline/contract/carriers/carrier.ts";

type Carried = Pick<CarrierConnection, "carries"> & { health: Pick<CarrierHealth, "services"> };
type Service = CarrierHealth["services"][number];

/** What a connection carries, as its facts and its state name it. */
export const serviceName = ({ carries }: Pick<CarrierConnection, "carries">, { service }: Service): string =>
  service === "calls" ? "Calls" : carries === "agents" ? "Messages" : "Texts";

/** What an open connection's carrier refuses, since when and why, and what works. Null: it refuses nothing. */
export function describeFailing(connection: Carried): { words: string; why: string; since: string | null } | null {
  const of = (state: Service["state"]) => connection.health.services.filter((one) => one.state === state);
  const failing = of("fails");
  if (failing.length === 0) return null;
  const names = failing.map((one) => serviceName(connection, one));
  const reasons = [...new Set(failing.map(({ reason }) => reason))].join(", ");
  return {
    words: `${names.length === 1 ? names[0] : "Texts and calls"} fail`,
    why: [reasons, ...of("works").map((one) => `${serviceName(connection, one)} work`)].join(". "),
    since: failing.map(({ failingSince }) => failingSince ?? "").sort()[0] ?? null,
  };
}
