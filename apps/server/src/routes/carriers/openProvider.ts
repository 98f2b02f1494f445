import type { ProviderNumber } from "@trunkline/carriers/carrier.ts";
import type { CarrierNumber } from "@trunkline/contract/carriers/carrier.ts";
import { ProviderError, passwordPlace } from "../../carriers/connectionKind.ts";
import { connectionKinds } from "../../carriers/connectionKinds.ts";
import type { Call } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { SealBroken } from "../../secrets/secrets.ts";
import { audit } from "../../store/audit/audit.ts";
import {
  type CarrierConnectionRow,
  carrierNameOf,
  findCarrierConnection,
} from "../../store/carriers/carrierConnection.ts";
import type { Query } from "../../store/database.ts";
import { findNumber, insertNumber, listUsedNumbers } from "../../store/numbers/number.ts";

/** A number of the provider's account. */
export async function findAtProvider(
  { egress }: Call,
  phone: string,
  { numbers, row, password }: OpenProvider,
): Promise<ProviderNumber | undefined> {
  const found = await asked(() => numbers.list(row, password, egress, phone));
  return found.find((one) => one.phone === phone);
}

/** Who has a number here. */
export const findOwner = ({ db, account }: Call, phone: string, at: OpenProvider): Promise<CarrierNumber["owner"]> =>
  db.tx([account], async (q) =>
    ownerOf((await findNumber(q, account, phone))?.carrier, (await listUsedNumbers(q, [phone])).has(phone), at.name),
  );

/** Refuses a number that another connection or account here has. */
export function refuseTaken(owner: CarrierNumber["owner"], phone: string, where: string): void {
  if (owner === "taken") throw conflict(`${phone} is used by another connection or account`, where, "number_taken");
}

/** Adds a number of the provider's account, which sends through its connection from now on. */
export async function addFound(
  q: Query,
  call: Call,
  { phone, name }: ProviderNumber,
  at: OpenProvider,
  { bought = false } = {},
): Promise<void> {
  if (!(await insertNumber(q, call.account, phone, { label: name.slice(0, 72) || null, carrier: at.name })))
    throw conflict(`${phone} is used by another account`, "body.phone", "number_taken");
  await audit(q, call, "number.take", phone, { carrier: at.name, ...(bought && { bought }) });
}

/** A saved connection to a provider that lists and sells numbers. */
export interface OpenProvider {
  row: CarrierConnectionRow;
  password: string;
  numbers: NonNullable<(typeof connectionKinds)["twilio"]["numbers"]>;
  /** How numbers name the connection. */
  name: string;
  /** Where the inbound texts of its numbers must go. */
  url: string;
}

/** Opens a connection of the account. Refused where its kind has no numbers. */
export async function openProvider(
  { db, account, secrets, config }: Call,
  connectionId: string,
): Promise<OpenProvider> {
  const row = await db.tx([account], (q) => findCarrierConnection(q, account, connectionId));
  if (row === null) throw notFound("carrier connection");
  const { numbers } = connectionKinds[row.kind];
  if (numbers === undefined)
    throw conflict("This type of connection has no list of numbers. Add yours under Numbers", "path.connectionId");
  const url = numbers.messagesUrlOf({ publicUrl: config.publicUrl, accountId: account, connectionId });
  try {
    return {
      row,
      numbers,
      name: carrierNameOf(row),
      url,
      password: secrets.open(passwordPlace(account, connectionId), row.password),
    };
  } catch (error) {
    if (error instanceof SealBroken) throw conflict(error.message, "path.connectionId");
    throw error;
  }
}

/** What the provider says, or its failure in words. */
export async function asked<Said>(ask: () => Promise<Said>): Promise<Said> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderError)
      throw conflict(`The numbers could not be read or changed: ${error.message}`, undefined, "carrier_failed");
    throw error;
  }
}

export function ownerOf(carrier: string | undefined, isUsed: boolean, name: string): CarrierNumber["owner"] {
  if (carrier === name) return "added";
  return isUsed ? "taken" : "free";
}

/** Where the inbound texts of a number go. */
export const webhookOf = ({ messagesUrl }: ProviderNumber, url: string): CarrierNumber["webhook"] =>
  messagesUrl === null ? "none" : messagesUrl === url ? "here" : "elsewhere";

/** A number as the API shows it. */
export const show = (
  { ref: _, messagesUrl, ...number }: ProviderNumber,
  { url }: OpenProvider,
  owner: CarrierNumber["owner"],
): CarrierNumber => ({
  ...number,
  owner,
  webhook: webhookOf({ ref: _, messagesUrl, ...number }, url),
  webhookUrl: messagesUrl,
});
