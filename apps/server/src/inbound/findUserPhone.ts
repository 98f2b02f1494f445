import { browserAddress, phoneIdentity } from "@trunkline/carriers/twilio/browserPhone.ts";
import { findOwnPhone, isInBrowser } from "../store/agents/phone.ts";
import type { Query } from "../store/database.ts";

/** Where a connection rings a user: the browser if it carries its sound, otherwise the user's own phone. Null: nowhere. */
export const findUserPhone = async (
  q: Query,
  accountId: string,
  userId: string,
  connectionId: string,
): Promise<string | null> =>
  (await isInBrowser(q, accountId, userId, connectionId))
    ? browserAddress(phoneIdentity(accountId, userId))
    : findOwnPhone(q, accountId, userId);
