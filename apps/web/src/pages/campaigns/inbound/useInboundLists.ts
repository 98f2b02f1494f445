import { useQuery } from "@tanstack/react-query";
import { type LiveList, liveListRoutes } from "@trunkline/contract/agents/livelist.ts";
import { type WorkGroup, workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { dispositionTagNames, dispositionTags } from "@trunkline/contract/dispositions/disposition.ts";
import { type Number_, type NumberSet, numberRoutes, numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { type RouteDestination, routeDestinationRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { useMemo } from "react";
import { useContactFields } from "../../../api/contactFields.ts";
import { newestWorkflows } from "../../../api/newestWorkflows.ts";
import { listOf } from "../../../api/queries.ts";
import type { LoadedLists } from "../../../canvas/SidePanel.tsx";
import type { PickOption } from "../../../fields/formContext.ts";
import { messageOfFailure } from "../../../ui/page/toast.tsx";
import { formatPhone, plural } from "../../../ui/text/formatFigure.ts";

/** The option lists of the inbound designer and the names that cards show for ids. Numbers of other routes are marked. */
export function useInboundLists(routeTag: string): LoadedLists & { names: ReadonlyMap<string, string> } {
  const numbers = useQuery(listOf(numberRoutes.list));
  const numberSets = useQuery(listOf(numberSetRoutes.list));
  const campaigns = useQuery(newestWorkflows);
  const workGroups = useQuery(listOf(workGroupRoutes.list));
  const destinations = useQuery(listOf(routeDestinationRoutes.list, { query: {} }));
  const liveLists = useQuery(listOf(liveListRoutes.list));
  const ofContacts = useContactFields();
  const failed = [numbers, numberSets, campaigns, workGroups, liveLists, destinations, ofContacts].find(
    ({ isError }) => isError,
  );
  const problem = failed && messageOfFailure(failed.error);
  return useMemo(() => {
    const loaded: Loaded = {
      numbers: numbers.data,
      numberSets: numberSets.data,
      campaigns: campaigns.data,
      workGroups: workGroups.data,
      liveLists: liveLists.data,
      destinations: destinations.data,
      customFields: ofContacts.customFields,
    };
    return {
      names: new Map((campaigns.data ?? []).map(({ campaignId, campaignName }) => [campaignId, campaignName])),
      customFields: ofContacts.customFields,
      flag: () => false,
      ...(problem !== undefined && { problem }),
      options: (source) => optionsOf(source, loaded, routeTag),
    };
  }, [
    numbers.data,
    numberSets.data,
    campaigns.data,
    workGroups.data,
    liveLists.data,
    destinations.data,
    ofContacts,
    problem,
    routeTag,
  ]);
}

/** The loaded lists. Undefined while a list loads. */
interface Loaded {
  numbers: readonly Number_[] | undefined;
  numberSets: readonly NumberSet[] | undefined;
  campaigns: readonly Campaign[] | undefined;
  workGroups: readonly WorkGroup[] | undefined;
  liveLists: readonly LiveList[] | undefined;
  destinations: readonly RouteDestination[] | undefined;
  customFields: readonly string[];
}

/** The options of a source. Undefined while they load. */
function optionsOf(
  source: Parameters<LoadedLists["options"]>[0],
  { numbers, numberSets, campaigns, workGroups, liveLists, destinations, customFields }: Loaded,
  routeTag: string,
): readonly PickOption[] | undefined {
  const answeredBy = (tag: string | null | undefined) => (tag && tag !== routeTag ? `used by ${tag}` : undefined);
  switch (source) {
    case "numbers":
      return numbers?.map(({ phone, label, route }) => ({
        value: phone,
        label: formatPhone(phone),
        note: answeredBy(route?.routeTag) ?? label ?? "",
      }));
    case "numberSets":
      return numberSets?.map(({ numberSetId, name, phoneNumbers, routeTag: tag }) => ({
        value: numberSetId,
        label: name,
        note: answeredBy(tag) ?? plural(phoneNumbers.length, "number"),
      }));
    case "campaigns":
      return campaigns?.map(({ campaignId, campaignName }) => ({ value: campaignId, label: campaignName }));
    case "workGroups":
      return workGroups?.map(({ name, members }) => ({
        value: name,
        label: name,
        note: plural(members.length, "member"),
      }));
    case "ivrs":
      return namesOf(destinations, ({ destType, name, options }) =>
        destType === "ivr" && name.startsWith("ivr-") ? options.ivr : undefined,
      );
    case "liveLists":
      return liveLists?.map(({ listName, users }) => ({
        value: listName,
        label: listName,
        note: plural(users.length, "user"),
      }));
    case "inboxes":
      return namesOf(destinations, ({ destType, dest }) => (destType === "inbox" ? dest : undefined));
    case "tags":
      return dispositionTagNames.map((name) => ({ value: name, label: name, note: dispositionTags[name] }));
    case "contactFields":
      return customFields.map((name) => ({ value: name, label: name }));
    default:
      return undefined;
  }
}

/** The distinct names that destinations use. */
const namesOf = (
  destinations: readonly RouteDestination[] | undefined,
  read: (destination: RouteDestination) => string | undefined,
): PickOption[] | undefined =>
  destinations &&
  [...new Set(destinations.flatMap((one) => read(one) ?? []))].sort().map((name) => ({ value: name, label: name }));
