import type { EmailKeys } from "@trunkline/carriers/emailProvider.ts";
import type { SecretPlace, Secrets } from "../secrets/secrets.ts";
import type { ExternalConfigRow } from "../store/integrations/externalConfig.ts";
import type { EmailProviderName, EmailUrls } from "./emailProviders.ts";

/** The sealing purpose of a provider's secret. */
export const secretPlace = (account: string, provider: string, key: string): SecretPlace => ({
  accountId: account,
  table: "external_config",
  row: provider,
  field: key,
});

/** An account's decrypted key for a provider, or null. */
export function readEmailKeys(
  rows: readonly ExternalConfigRow[],
  provider: EmailProviderName,
  account: string,
  { secrets, urls }: { secrets: Secrets; urls: EmailUrls },
): EmailKeys | null {
  const own = rows.filter((row) => row.provider === provider);
  const sealed = own.find((row) => row.key === "api_key")?.sealed;
  if (sealed == null) return null;
  return {
    apiKey: secrets.open(secretPlace(account, provider, "api_key"), sealed),
    domain: own.find((row) => row.key === "domain")?.value ?? "",
    baseUrl: urls[provider],
  };
}
