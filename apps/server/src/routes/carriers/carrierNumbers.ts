import { carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { type Api, handle } from "../../http/handle.ts";
import { settled } from "../../http/keyedRequest.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import { listNumbers, listUsedNumbers } from "../../store/numbers/number.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";
import { followNumbers, moveNumber } from "../numbers/moveNumber.ts";
import { readOwn, releaseNumber } from "../numbers/number.ts";
import {
  addFound,
  asked,
  findAtProvider,
  findOwner,
  openProvider,
  ownerOf,
  refuseTaken,
  show,
  webhookOf,
} from "./openProvider.ts";

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
    const found = await findAtProvider(call, phone, at);
    if (found === undefined) throw invalid(`The account at the provider has no number ${phone}`, "body.phone");
    const owner = await findOwner(call, phone, at);
    if (owner === "other" && !call.body.move)
      throw conflict(
        `${phone} sends through another connection. Move it to send through this one`,
        "body.move",
        "number_elsewhere",
      );
    if (owner !== "other") refuseTaken(owner, phone, "body.phone");
    const { webhook, url } = webhookOf(found, at.webhooks);
    if (webhook === "elsewhere" && !call.body.takeOver)
      throw conflict(
        `The webhooks of ${phone} point to ${url}. Take them over to receive its texts and calls here`,
        "body.takeOver",
        "webhook_elsewhere",
      );
    await call.key.acts();
    await asked(() => at.numbers.point(at.row, at.password, call.egress, { ref: found.ref, webhooks: at.webhooks }));
    const left = await call.db.tx([call.account], async (q) => {
      if (owner === "free") await addFound(q, call, found, at);
      return owner === "other" ? moveNumber(q, call, phone, at.name) : null;
    });
    if (left !== null) await followNumbers(call, left);
    const { messages: messagesUrl, calls: callsUrl } = at.webhooks;
    return call.db.tx([call.account], (q) =>
      settled(q, call, [show({ ...found, messagesUrl, callsUrl, sharedUrl: null }, at, "added")]),
    );
  });
  handle(api, carrierRoutes.releaseNumber, async (call) => {
    const phone = readOwn(call.params.phone);
    const at = await openProvider(call, call.params.connectionId);
    const found = await findAtProvider(call, phone, at);
    if (found === undefined) throw notFound("number");
    const owner = await findOwner(call, phone, at);
    refuseTaken(owner, phone, "path.phone");
    // first here, so that nothing is sent from a number that is gone
    if (owner === "added") await call.db.tx([call.account], (q) => releaseNumber(q, call, phone));
    await call.key.acts();
    await asked(() => at.numbers.release(at.row, at.password, call.egress, found.ref));
    return call.db.tx([call.account], async (q) => {
      await audit(q, call, "number.giveBack", phone, { carrier: at.name });
      return settled(q, call, [{ id: phone }]);
    });
  });
}
