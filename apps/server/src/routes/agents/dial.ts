import { phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { type Api, handle } from "../../http/handle.ts";
import { audit } from "../../store/audit/audit.ts";
import { findContactByPhone } from "../../store/contacts/contact.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";
import { userOf } from "./phone.ts";
import { placeCall } from "./placeCall.ts";

/** Calls that users place from their phone (decision 0100). */
export function registerDial(api: Api): void {
  handle(api, phoneRoutes.dial, async (call) => {
    const { db, account, actor, body } = call;
    const userId = userOf(actor);
    const to = parsePhoneOrRefuse(body.to, "body.to");
    const from = parsePhoneOrRefuse(body.from, "body.from");
    const callId = await db.tx([account], async (q) => {
      const contactId = (await findContactByPhone(q, account, to))?.contactId ?? null;
      const placed = await placeCall(q, account, userId, { from, to, contactId });
      await audit(q, call, "phone.dial", placed, { contactId });
      return placed;
    });
    call.wakeUp();
    return [{ callId }];
  });
}
