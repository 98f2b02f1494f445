import { operatorRoutes } from "@trunkline/contract/identity/operator.ts";
import { makeAccount } from "../../accounts/makeAccount.ts";
import { type Api, handleOperator } from "../../http/handle.ts";
import { conflict } from "../../http/problem.ts";
import { sendInvitation } from "../../mail/sendInvitation.ts";

/** Operator endpoints for the whole installation (readings, Accounts). */
export function registerOperator(api: Api): void {
  handleOperator(api, operatorRoutes.createAccount, async ({ db, tokens, mailer, config, log, body }) => {
    const made = await makeAccount(db, tokens, { ...body, madeBy: "operator" });
    if ("taken" in made)
      throw conflict(
        `An account called "${body.name}" already exists and has users. Choose another name`,
        "body.name",
        "name_taken",
      );
    const { invitation, token } = made;
    const sent = await sendInvitation({ mailer, publicUrl: config.publicUrl, log }, invitation, token);
    const { account: accountSid, accountName: name, email: owner, expires } = invitation;
    return [{ accountSid, name, owner, expires: expires.toISOString(), ...sent }];
  });
}
