import { useQuery } from "@tanstack/react-query";
import { numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { plainTextOf } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { useEffect, useMemo } from "react";
import { useContactFields } from "../../../api/contactFields.ts";
import { useMe } from "../../../api/me.ts";
import { newestWorkflows } from "../../../api/newestWorkflows.ts";
import { nodeWebhooks } from "../../../api/nodeWebhooks.ts";
import { listOf } from "../../../api/queries.ts";
import type { LoadedLists } from "../../../canvas/SidePanel.tsx";
import type { PickOption } from "../../../fields/formContext.ts";
import { messageOfFailure, toastError } from "../../../ui/page/toast.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";

const zoneOptions: readonly PickOption[] = timezones.map(({ timezoneId, name, zone }) => ({
  value: timezoneId,
  label: name,
  note: zone,
}));

/** The option lists of node forms. */
export function useLoadedLists(): LoadedLists {
  const templates = useQuery(listOf(smsTemplateRoutes.list));
  const numberSets = useQuery(listOf(numberSetRoutes.list));
  const campaigns = useQuery(newestWorkflows);
  const rcsAgents = useQuery(listOf(rcsRoutes.agents));
  const rcsTemplates = useQuery(listOf(rcsRoutes.templates));
  const webhooks = useQuery(nodeWebhooks);
  const ofContacts = useContactFields();
  const { flags } = useMe();
  const failed = [templates, numberSets, campaigns, rcsAgents, rcsTemplates, webhooks, ofContacts].find(
    ({ isError }) => isError,
  );
  const problem = failed && messageOfFailure(failed.error);
  useEffect(() => {
    const header = "There was an error getting the templates associated with this workflow";
    if (templates.error) toastError(header, templates.error, header);
  }, [templates.error]);
  return useMemo(() => {
    return {
      customFields: ofContacts.customFields,
      flag: (name) => ownValue(flags, name) ?? false,
      ...(problem !== undefined && { problem }),
      options(source) {
        switch (source) {
          case "smsTemplates":
            return templates.data?.map(({ templateId, templateTitle, templateText }) => ({
              value: templateId,
              label: templateTitle,
              note: templateText,
            }));
          case "numberSets":
            return numberSets.data?.map(({ numberSetId, name, phoneNumbers }) => ({
              value: numberSetId,
              label: name,
              note: plural(phoneNumbers.length, "number"),
            }));
          case "campaigns":
            return campaigns.data?.map(({ campaignId, campaignName }) => ({ value: campaignId, label: campaignName }));
          case "rcsAgents":
            return rcsAgents.data?.map(({ agentId, name }) => ({ value: agentId, label: agentId, note: name }));
          case "rcsTemplates":
            return rcsTemplates.data?.map(({ templateKey, content }) => ({
              value: templateKey,
              label: templateKey,
              note: plainTextOf(content),
            }));
          case "timezones":
            return zoneOptions;
          case "contactFields":
            return ofContacts.options;
          case "webhooks":
            return webhooks.data?.map(({ id, name, url }) => ({ value: id, label: name, note: url }));
        }
      },
    };
  }, [
    templates.data,
    numberSets.data,
    campaigns.data,
    rcsAgents.data,
    rcsTemplates.data,
    webhooks.data,
    ofContacts,
    flags,
    problem,
  ]);
}
