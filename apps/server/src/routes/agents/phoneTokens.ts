import { phoneIdentity } from "@trunkline/carriers/twilio/browserPhone.ts";
import type { PhoneToken } from "@trunkline/contract/agents/phone.ts";
import { passwordPlace } from "../../carriers/connectionKind.ts";
import { connectionKinds } from "../../carriers/connectionKinds.ts";
import type { Call } from "../../http/handle.ts";
import { listCarrierConnections } from "../../store/carriers/carrierConnection.ts";

/** The tokens with which a user's browser takes calls: one for each connection that has a key for them and a number. */
export async function signPhoneTokens(
  { db, secrets, account }: Pick<Call, "db" | "secrets" | "account">,
  userId: string,
): Promise<PhoneToken[]> {
  const rows = await db.tx([account], (q) => listCarrierConnections(q, account));
  const identity = phoneIdentity(account, userId);
  const tokens: PhoneToken[] = [];
  for (const row of rows.filter(({ numbers }) => numbers > 0)) {
    const { connectionId, name } = row;
    const { phoneToken } = connectionKinds[row.kind];
    if (phoneToken === undefined) continue;
    try {
      const signed = await phoneToken(row, secrets.open(passwordPlace(account, connectionId), row.password), identity);
      if (signed !== null)
        tokens.push({ connectionId, name, token: signed.token, expires: signed.expires.toISOString() });
    } catch {
      // a secret that cannot be opened is reported on its connection
    }
  }
  return tokens;
}
