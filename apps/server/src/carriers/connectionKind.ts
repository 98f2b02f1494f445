import type { CarrierBody } from "@trunkline/contract/carriers/carrier.ts";
import type { Egress } from "../egress/egress.ts";
import { type CarrierConnectionFields, carrierConnectionTable } from "../store/carriers/carrierConnection.ts";

/** What is stored of a connection besides its kind, name and password. */
export type ConnectionColumns = Omit<CarrierConnectionFields, "kind" | "name" | "password">;

/** Where the carrier reaches the product. */
interface WebhookPlace {
  publicUrl: string;
  accountId: string;
  connectionId: string;
}

/** Where a connection is tested from. */
interface TestPlace {
  egress: Egress;
  publicUrl: string;
}

/** What the pages' calls need of a kind of connection. Its texts are sent by the opener of the same name in `jobs/carriers`. */
export interface ConnectionKind {
  /** The name of its secret on the form. */
  secretLabel: string;
  columnsOf(body: CarrierBody): ConnectionColumns;
  /** The fields of the contract that only this kind has. */
  show(row: ConnectionColumns, webhooks: WebhookPlace): object;
  /** Connects once with these settings. The words are shown to the user. */
  test(columns: ConnectionColumns, password: string, from: TestPlace): Promise<{ ok: boolean; words: string }>;
}

/** The sealing purpose of a connection's password. */
export const passwordPlace = (accountId: string, connectionId: string) => ({
  accountId,
  table: carrierConnectionTable,
  row: connectionId,
  field: "password",
});
