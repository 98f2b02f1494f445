import type { NumberSearch, NumberWebhooks, OfferedNumber, ProviderNumber } from "@trunkline/carriers/carrier.ts";
import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import type { LookupKeys } from "@trunkline/carriers/twilioLookup/twilioLookup.ts";
import type { Egress } from "../egress/egress.ts";
import { type CarrierConnectionFields, carrierConnectionTable } from "../store/carriers/carrierConnection.ts";
import type { CarrierService } from "../store/carriers/carrierService.ts";

/** What is stored of a connection besides its kind, name and password. */
export type ConnectionColumns = Omit<CarrierConnectionFields, "kind" | "name" | "password">;

/** A token of a browser, and when it ends. */
interface PhoneToken {
  token: string;
  expires: Date;
}

/** Where the carrier reaches the product. */
export interface WebhookPlace {
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
  /** What sends through it in the first place: texts of numbers, or RCS messages of agents. */
  carries: "numbers" | "agents";
  /** What its carrier can be asked for. RCS messages count as texts. */
  services: readonly CarrierService[];
  /** Why RCS agents cannot send through a connection, after its name. Null: they can. */
  whyNoRcs(columns: Pick<ConnectionColumns, "settings">): string | null;
  /** A phone without RCS is reported only after the message was accepted, so that journeys wait for its delivery. */
  reportsNoRcsLater?: true;
  /**
   * What is sealed for a body, where that is more than its password. Null keeps the saved secret. `saved` opens it; it is
   * empty for a new connection. Throws `MissingSecret`.
   */
  secretOf?(body: object, saved: () => string): string | null;
  /** What is stored of a valid body of this kind. */
  columnsOf(body: object): ConnectionColumns;
  /** The fields of the contract that only this kind has. */
  show(row: ConnectionColumns, webhooks: WebhookPlace, openSecret: () => string): object;
  /** Connects once with these settings. The words are shown to the user. */
  test(columns: ConnectionColumns, password: string, from: TestPlace): Promise<{ ok: boolean; words: string }>;
  /** What its look-ups of numbers are asked with. Missing or null: it has none. */
  lookUp?(columns: ConnectionColumns, password: string): LookupKeys | null;
  /** Where brands and 10DLC campaigns are registered through it. Missing: nowhere. */
  registry?(columns: ConnectionColumns, password: string, egress: Egress): CampaignRegistry;
  /** A token with which a user's browser takes its calls. Missing or null: browsers carry no sound. */
  phoneToken?(columns: ConnectionColumns, password: string, identity: string): Promise<PhoneToken> | null;
  /** The provider's own list of numbers. Missing where there is none, as with SMPP. */
  numbers?: ProviderNumbers;
}

/** The provider's numbers of one account. Failures are thrown as `ProviderError`. */
interface ProviderNumbers {
  list(columns: ConnectionColumns, password: string, egress: Egress, phone?: string): Promise<ProviderNumber[]>;
  /** Sends the inbound texts and calls of a number to these addresses. */
  point(
    columns: ConnectionColumns,
    password: string,
    egress: Egress,
    to: { ref: string; webhooks: NumberWebhooks },
  ): Promise<void>;
  /** What the provider sells. */
  search(columns: ConnectionColumns, password: string, egress: Egress, search: NumberSearch): Promise<OfferedNumber[]>;
  /** Buys a number whose inbound texts and calls go to these addresses. While the error is in doubt, the list says whether it was bought. */
  buy(
    columns: ConnectionColumns,
    password: string,
    egress: Egress,
    to: { phone: string; webhooks: NumberWebhooks },
  ): Promise<ProviderNumber>;
  /** Gives a number back. One that is gone already counts as given back. */
  release(columns: ConnectionColumns, password: string, egress: Egress, ref: string): Promise<void>;
  webhooksOf(place: WebhookPlace): NumberWebhooks;
}

/** A body needs a secret that neither it nor the saved connection has. Users read the message. */
export class MissingSecret extends Error {
  override name = "MissingSecret";
  /** The field of the body. */
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** The provider did not do what was asked. Users read the message. */
export class ProviderError extends Error {
  override name = "ProviderError";
  /** The request was written, and its answer does not say whether it was done. */
  readonly isInDoubt: boolean;
  constructor(message: string, { isInDoubt = false } = {}) {
    super(message);
    this.isInDoubt = isInDoubt;
  }
}

/** The sealing purpose of a connection's password. */
export const passwordPlace = (accountId: string, connectionId: string) => ({
  accountId,
  table: carrierConnectionTable,
  row: connectionId,
  field: "password",
});
