import { type SmtpSettings, smtpSettings } from "@trunkline/contract/integrations/external.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { ExternalConfigRow } from "../store/integrations/externalConfig.ts";
import { secretPlace } from "./readEmailKeys.ts";
import type { SmtpServer } from "./smtpExchange.ts";

/** An account's mail server with its decrypted password. Null if it is not set up completely. */
export function readSmtpServer(
  rows: readonly ExternalConfigRow[],
  account: string,
  secrets: Secrets,
): (SmtpServer & Pick<SmtpSettings, "sender" | "bounceAddress">) | null {
  const own = rows.filter(({ provider }) => provider === "smtp");
  const settings = own.find(({ key }) => key === "metadata")?.value;
  const sealed = own.find(({ key }) => key === "api_key")?.sealed;
  if (settings == null || sealed == null) return null;
  return {
    ...smtpSettings.parse(JSON.parse(settings)),
    password: secrets.open(secretPlace(account, "smtp", "api_key"), sealed),
  };
}
