import { useParams } from "@tanstack/react-router";

/** The names of the parts of addresses in routes.tsx, such as `/calls/$callId`. */
export const pathParts = [
  "approvalId",
  "audienceId",
  "batchId",
  "brandId",
  "callId",
  "campaignId",
  "contactId",
  "dryRunId",
  "id",
  "journeyId",
  "listName",
  "number",
  "numberSetId",
  "pane",
  "reportId",
  "routeTag",
  "templateId",
  "templateKey",
  "token",
  "userId",
  "workGroupId",
] as const;

/** A part of the page's address, decoded. Undefined if the address does not have it. */
export function usePathPart(name: (typeof pathParts)[number]): string | undefined {
  const parts: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parts[name];
}

/** Parts that choose a view of a page, not what it is about. */
const views: ReadonlySet<string> = new Set(["number", "pane", "token"]);

/** Whether the open page is about one thing that its address names, such as a contact. */
export const useIsAboutOne = (): boolean => Object.keys(useParams({ strict: false })).some((name) => !views.has(name));
