import type { EmailKeys } from "@trunkline/carriers/emailProvider.ts";
import type { SecretPlace, Secrets } from "../secrets/secrets.ts";
import type { ExternalConfigRow } from "../store/integrations/externalConfig.ts";
import type { EmailProviderName, EmailUrls } from "./emailProviders.ts";

/** Where a provider's secret is sealed for. */
export const secretPlace = (account: string, provider: string, key: string): SecretPlace => ({
  accountId: account,
  table: "external_config",
  row: provider,
  field: key,
});

/** What an account has of a provider, opened to be used; null when it has no key. */
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
