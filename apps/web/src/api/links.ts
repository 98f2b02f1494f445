import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { linkOrigins, sampleText } from "@trunkline/workflow/parts/text/links.ts";
import { oneOf } from "./queries.ts";

/** The base of the account's short links, or the pages' own address until it has loaded. */
export const useLinkBase = (): string =>
  useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000 }).data?.linkBase ?? window.location.origin;

/** The text as it is sent, with sample codes in place of links that will be shortened. */
export const sentText = (text: string, template: { text: string; shortens: boolean }, base: string): string =>
  template.shortens ? sampleText({ text, shorten: linkOrigins(template.text) }, base) : text;
