import type { NumberWebhooks, ProviderNumber } from "@trunkline/carriers/carrier.ts";
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

/** Whether this account, another one or none has a number. */
export const findOwner = ({ db, account }: Call, phone: string, at: OpenProvider): Promise<CarrierNumber["owner"]> =>
  db.tx([account], async (q) =>
    ownerOf((await findNumber(q, account, phone))?.carrier, (await listUsedNumbers(q, [phone])).has(phone), at.name),
  );

/** Refuses a number that another connection or account here has. */
export function refuseTaken(owner: CarrierNumber["owner"], phone: string, where: string): void {
  if (owner === "taken" || owner === "other")
    throw conflict(`${phone} is used by another connection or account`, where, "number_taken");
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
  /** Where the inbound texts and calls of its numbers must go. */
  webhooks: NumberWebhooks;
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
  const webhooks = numbers.webhooksOf({ publicUrl: config.publicUrl, accountId: account, connectionId });
  try {
    return {
      row,
      numbers,
      name: carrierNameOf(row),
      webhooks,
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
  if (carrier !== undefined) return carrier === name ? "added" : "other";
  return isUsed ? "taken" : "free";
}

/** Where providers send the calls of numbers that no one has set up. */
const samples = /^https:\/\/demo\.twilio\.com\//;

/** Where the inbound texts and calls of a number go. `url`: one that is not ours. */
export function webhookOf(
  { messagesUrl, callsUrl, sharedUrl, sharedCallsUrl, texts, calls }: ProviderNumber,
  webhooks: NumberWebhooks,
): { webhook: CarrierNumber["webhook"]; url: string | null } {
  const used = [
    ...(texts || !calls ? [{ url: messagesUrl, ours: webhooks.messages }] : []),
    ...(sharedUrl ? [{ url: sharedUrl, ours: webhooks.messages }] : []),
    ...(calls ? [{ url: callsUrl, ours: webhooks.calls }] : []),
    ...(calls && sharedCallsUrl ? [{ url: sharedCallsUrl, ours: webhooks.calls }] : []),
  ].map(({ url, ours }) => ({ url: url !== null && samples.test(url) ? null : url, ours }));
  const other = used.find(({ url, ours }) => url !== null && url !== ours);
  if (other) return { webhook: "elsewhere", url: other.url };
  return used.every(({ url }) => url !== null)
    ? { webhook: "here", url: used[0]?.url ?? null }
    : { webhook: "none", url: null };
}

/** A number as the API shows it. */
export const show = (
  found: ProviderNumber,
  { webhooks }: OpenProvider,
  owner: CarrierNumber["owner"],
): CarrierNumber => {
  const {
    ref: _ref,
    messagesUrl: _messages,
    callsUrl: _calls,
    sharedUrl: _shared,
    sharedCallsUrl: _sharedCalls,
    ...number
  } = found;
  const { webhook, url } = webhookOf(found, webhooks);
  return { ...number, owner, webhook, webhookUrl: url };
};
