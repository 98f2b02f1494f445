import type { SendResult } from "@trunkline/carriers/carrier.ts";
import { failures } from "@trunkline/carriers/failures.ts";
import { type CarrierService, type ServiceChange, writeCarrierServices } from "../../store/carriers/carrierService.ts";
import { eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";

/** What a carrier answered to a text or call, by the carrier's name. */
interface Answered {
  accountId: string;
  carrier: string;
  result: SendResult | { outcome: "not_sent" };
}

/** That a service works is written again after this long. */
const worksForMs = 60_000;

/** Notes whether the carriers of connections take what is asked of them: refusals, and the first acceptance after them. */
export class ServiceWatch {
  private readonly service: CarrierService;
  /** When a connection's service was last written to work. */
  private readonly workedAtMs = new Map<string, number>();

  constructor(service: CarrierService) {
    this.service = service;
  }

  /** Writes what is new. */
  async note(db: Database, answered: readonly Answered[]): Promise<void> {
    const changes = this.changes(answered, performance.now());
    if (changes.length === 0) return;
    await eachInTurn(transactionsOf(db, changes), (group) =>
      db.tx([...new Set(group.map(({ accountId }) => accountId))], (q) => writeCarrierServices(q, group)),
    );
  }

  /** The changes that the answers cause, one line for each connection. */
  changes(answered: readonly Answered[], nowMs: number): ServiceChange[] {
    return [...Map.groupBy(answered, ({ carrier }) => carrier)].flatMap(([carrier, ofCarrier]) => {
      const [, connectionId] = carrier.split(":");
      const [first] = ofCarrier;
      if (connectionId === undefined || first === undefined) return [];
      const { accountId } = first;
      const change = (failures: number, reason: string | null, code: string | null): ServiceChange[] => [
        { accountId, connectionId, service: this.service, failures, reason, code },
      ];
      if (ofCarrier.some(({ result }) => result.outcome === "accepted")) {
        if (nowMs - (this.workedAtMs.get(carrier) ?? -worksForMs) < worksForMs) return [];
        this.workedAtMs.set(carrier, nowMs);
        return change(0, null, null);
      }
      const refused = ofCarrier.flatMap(({ result }) => refusalOf(result) ?? []);
      const last = refused.at(-1);
      if (last === undefined) return [];
      this.workedAtMs.delete(carrier);
      return change(refused.length, last.reason, last.code);
    });
  }
}

/** Why the carrier refused it, unless that is because of the contact, the content or the pace. */
function refusalOf(result: Answered["result"]): { reason: string; code: string | null } | null {
  if (result.outcome === "in_doubt") return { reason: "in_doubt", code: null };
  if (result.outcome !== "refused") return null;
  const { failure, code } = result;
  const { whose } = failures[failure];
  return whose === "carrier" || whose === "account" ? { reason: failure, code } : null;
}
