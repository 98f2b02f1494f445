import type { ProviderNumber } from "@trunkline/carriers/carrier.ts";
import { type CarrierNumber, carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { ProviderError, passwordPlace } from "../../carriers/connectionKind.ts";
import { connectionKinds } from "../../carriers/connectionKinds.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { settled } from "../../http/keyedRequest.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { SealBroken } from "../../secrets/secrets.ts";
import { audit } from "../../store/audit/audit.ts";
import {
  type CarrierConnectionRow,
  carrierNameOf,
  findCarrierConnection,
} from "../../store/carriers/carrierConnection.ts";
import { findNumber, insertNumber, listNumbers, listUsedNumbers } from "../../store/numbers/number.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";

/** The numbers that a provider's account has, to be added here. */
export function registerCarrierNumbers(api: Api): void {
  handle(api, carrierRoutes.numbers, async (call) => {
    const { connectionId } = call.params;
    const at = await openProvider(call, connectionId);
    const found = await asked(() => at.numbers.list(at.row, at.password, call.egress));
    const { mine, used } = await call.db.tx([call.account], async (q) => ({
      mine: new Map((await listNumbers(q, call.account)).map(({ phone, carrier }) => [phone, carrier])),
      used: await listUsedNumbers(
        q,
        found.map(({ phone }) => phone),
      ),
    }));
    return found.map((one) => show(one, at, ownerOf(mine.get(one.phone), used.has(one.phone), at.name)));
  });
  handle(api, carrierRoutes.addNumber, async (call) => {
    const { connectionId } = call.params;
    const phone = parsePhoneOrRefuse(call.body.phone, "body.phone");
    const at = await openProvider(call, connectionId);
    const [found] = (await asked(() => at.numbers.list(at.row, at.password, call.egress, phone))).filter(
      (one) => one.phone === phone,
    );
    if (found === undefined) throw invalid(`The account at the provider has no number ${phone}`, "body.phone");
    const owner = await call.db.tx([call.account], async (q) =>
      ownerOf(
        (await findNumber(q, call.account, phone))?.carrier,
        (await listUsedNumbers(q, [phone])).has(phone),
        at.name,
      ),
    );
    if (owner === "taken")
      throw conflict(`${phone} is used by another connection or account`, "body.phone", "number_taken");
    if (webhookOf(found, at.url) === "elsewhere" && !call.body.takeOver)
      throw conflict(
        `The message webhook of ${phone} points to ${found.messagesUrl}. Take it over to receive its texts here`,
        "body.takeOver",
        "webhook_elsewhere",
      );
    await call.key.acts();
    await asked(() => at.numbers.point(at.row, at.password, call.egress, { ref: found.ref, url: at.url }));
    return call.db.tx([call.account], async (q) => {
      if (owner === "free") {
        if (!(await insertNumber(q, call.account, phone, { label: found.name.slice(0, 72) || null, carrier: at.name })))
          throw conflict(`${phone} is used by another account`, "body.phone", "number_taken");
        await audit(q, call, "number.take", phone, { carrier: at.name });
      }
      return settled(q, call, [show({ ...found, messagesUrl: at.url }, at, "added")]);
    });
  });
}

interface OpenProvider {
  row: CarrierConnectionRow;
  password: string;
  numbers: NonNullable<(typeof connectionKinds)["twilio"]["numbers"]>;
  /** How numbers name the connection. */
  name: string;
  /** Where the inbound texts of its numbers must go. */
  url: string;
}

async function openProvider({ db, account, secrets, config }: Call, connectionId: string): Promise<OpenProvider> {
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
async function asked<Said>(ask: () => Promise<Said>): Promise<Said> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderError)
      throw conflict(`The numbers could not be read or changed: ${error.message}`, undefined, "carrier_failed");
    throw error;
  }
}

function ownerOf(carrier: string | undefined, isUsed: boolean, name: string): CarrierNumber["owner"] {
  if (carrier === name) return "added";
  return isUsed ? "taken" : "free";
}

const webhookOf = ({ messagesUrl }: ProviderNumber, url: string): CarrierNumber["webhook"] =>
  messagesUrl === null ? "none" : messagesUrl === url ? "here" : "elsewhere";

const show = (
  { ref: _, messagesUrl, ...number }: ProviderNumber,
  { url }: OpenProvider,
  owner: CarrierNumber["owner"],
): CarrierNumber => ({
  ...number,
  owner,
  webhook: webhookOf({ ref: _, messagesUrl, ...number }, url),
  webhookUrl: messagesUrl,
});
