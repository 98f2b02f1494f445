import type { ProviderNumber } from "@trunkline/carriers/carrier.ts";
import { carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { ProviderError } from "../../carriers/connectionKind.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { settled } from "../../http/keyedRequest.ts";
import { conflict } from "../../http/problem.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";
import {
  addFound,
  asked,
  findAtProvider,
  findOwner,
  type OpenProvider,
  openProvider,
  refuseTaken,
  show,
} from "./openProvider.ts";

/** Numbers that a provider sells. */
export function registerCarrierOffers(api: Api): void {
  handle(api, carrierRoutes.offers, async (call) => {
    const { country, type, areaCode, contains, texts, pictures, calls } = call.query;
    const at = await openProvider(call, call.params.connectionId);
    const wanted = { texts: texts === "true", pictures: pictures === "true", calls: calls === "true" };
    return asked(() =>
      at.numbers.search(at.row, at.password, call.egress, { country, type, areaCode, contains, ...wanted }),
    );
  });
  handle(api, carrierRoutes.buyNumber, async (call) => {
    const phone = parsePhoneOrRefuse(call.body.phone, "body.phone");
    const at = await openProvider(call, call.params.connectionId);
    refuseTaken(await findOwner(call, phone, at), phone, "body.phone");
    if ((await findAtProvider(call, phone, at)) !== undefined)
      throw conflict(`The account at the provider already has ${phone}. Add it from its list`, "body.phone");
    await call.key.acts();
    const found = await buy(call, phone, at);
    return call.db.tx([call.account], async (q) => {
      await addFound(q, call, found, at, { bought: true });
      return settled(q, call, [show(found, at, "added")]);
    });
  });
}

/** Buys a number. A purchase in doubt is looked up in the account's list. */
async function buy(call: Call, phone: string, at: OpenProvider): Promise<ProviderNumber> {
  try {
    return await at.numbers.buy(at.row, at.password, call.egress, { phone, webhooks: at.webhooks });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (!error.isInDoubt) throw conflict(`${phone} was not bought: ${error.message}`, "body.phone", "carrier_failed");
  }
  const found = await findAtProvider(call, phone, at).catch(() => undefined);
  if (found !== undefined) return found;
  throw conflict(
    `The provider did not confirm the purchase of ${phone}. Check the numbers of the connection before you buy again`,
    "body.phone",
    "carrier_failed",
  );
}
