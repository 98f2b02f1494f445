import { useQuery } from "@tanstack/react-query";
import { audienceRoutes } from "@trunkline/contract/contacts/audience.ts";
import { numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
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

/** What nodes send: templates of texts, RCS messages with their agents, and e-mails. */
function useSendables() {
  const templates = useQuery(listOf(smsTemplateRoutes.list));
  const rcsAgents = useQuery(listOf(rcsRoutes.agents));
  const rcsTemplates = useQuery(listOf(rcsRoutes.templates));
  const emailTemplates = useQuery(listOf(emailTemplateRoutes.list));
  useEffect(() => {
    const header = "There was an error getting the templates associated with this workflow";
    if (templates.error) toastError(header, templates.error, header);
  }, [templates.error]);
  const options = useMemo(
    () => ({
      smsTemplates: templates.data?.map(({ templateId, templateTitle, templateText }) => ({
        value: templateId,
        label: templateTitle,
        note: templateText,
      })),
      rcsAgents: rcsAgents.data?.map(({ agentId, name }) => ({ value: agentId, label: agentId, note: name })),
      rcsTemplates: rcsTemplates.data?.map(({ templateKey, content }) => ({
        value: templateKey,
        label: templateKey,
        note: plainTextOf(content),
      })),
      emailTemplates: emailTemplates.data?.map(({ templateId, templateTitle, subject }) => ({
        value: templateId,
        label: templateTitle,
        note: subject,
      })),
    }),
    [templates.data, rcsAgents.data, rcsTemplates.data, emailTemplates.data],
  );
  return { options, queries: [templates, rcsAgents, rcsTemplates, emailTemplates] };
}

/** The option lists of node forms. */
export function useLoadedLists(): LoadedLists {
  const { options: sendables, queries } = useSendables();
  const numberSets = useQuery(listOf(numberSetRoutes.list));
  const campaigns = useQuery(newestWorkflows);
  const webhooks = useQuery(nodeWebhooks);
  const audiences = useQuery(listOf(audienceRoutes.list));
  const ofContacts = useContactFields();
  const { flags } = useMe();
  const failed = [...queries, numberSets, campaigns, webhooks, audiences, ofContacts].find(({ isError }) => isError);
  const problem = failed && messageOfFailure(failed.error);
  return useMemo(() => {
    return {
      customFields: ofContacts.customFields,
      flag: (name) => ownValue(flags, name) ?? false,
      ...(problem !== undefined && { problem }),
      options(source) {
        switch (source) {
          case "smsTemplates":
          case "rcsAgents":
          case "rcsTemplates":
          case "emailTemplates":
            return sendables[source];
          case "numberSets":
            return numberSets.data?.map(({ numberSetId, name, phoneNumbers }) => ({
              value: numberSetId,
              label: name,
              note: plural(phoneNumbers.length, "number"),
            }));
          case "campaigns":
            return campaigns.data?.map(({ campaignId, campaignName }) => ({ value: campaignId, label: campaignName }));
          case "timezones":
            return zoneOptions;
          case "contactFields":
            return ofContacts.options;
          case "audiences":
            return audiences.data?.map(({ audienceId, name }) => ({ value: audienceId, label: name }));
          case "webhooks":
            return webhooks.data?.map(({ id, name, url }) => ({ value: id, label: name, note: url }));
        }
      },
    };
  }, [sendables, numberSets.data, campaigns.data, webhooks.data, audiences.data, ofContacts, flags, problem]);
}
