import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { linkOrigins, sampleText } from "@trunkline/workflow/parts/text/links.ts";
import { oneOf } from "./queries.ts";

/** What short addresses of the account begin with; the address of these pages until it is known. */
export const useLinkBase = (): string =>
  useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000 }).data?.linkBase ?? window.location.origin;

/** A text as it goes out: with sample codes in the place of the addresses that its template names, where they are shortened. */
export const sentText = (text: string, template: { text: string; shortens: boolean }, base: string): string =>
  template.shortens ? sampleText({ text, shorten: linkOrigins(template.text) }, base) : text;
