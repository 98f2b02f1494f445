import { useQuery } from "@tanstack/react-query";
import { audienceRoutes } from "@trunkline/contract/contacts/audience.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { useEffect, useMemo } from "react";
import { newestWorkflows } from "../../../api/newestWorkflows.ts";
import { nodeWebhooks } from "../../../api/nodeWebhooks.ts";
import { listOf } from "../../../api/queries.ts";
import { type CanvasStore, setNames } from "../../../canvas/canvasStore.ts";
import { messageKey, type Names } from "../../../canvas/cards.ts";

/** Loads the names of workflows and webhooks, and the texts of templates, for the cards. */
export function useCardNames(store: CanvasStore): void {
  const names = useNames();
  useEffect(() => setNames(store, names), [store, names]);
}

/** The names of workflows, webhooks and audiences by id, and the texts of templates. */
export function useNames(): Names {
  const workflows = useQuery(newestWorkflows).data;
  const webhooks = useQuery(nodeWebhooks).data;
  const audiences = useQuery(listOf(audienceRoutes.list)).data;
  const templates = useQuery(listOf(smsTemplateRoutes.list)).data;
  return useMemo(
    () =>
      new Map([
        ...(workflows ?? []).map(({ campaignId, campaignName }): [string, string] => [campaignId, campaignName]),
        ...(webhooks ?? []).map(({ id, name }): [string, string] => [id, name]),
        ...(audiences ?? []).map(({ audienceId, name }): [string, string] => [audienceId, name]),
        ...(templates ?? []).map(({ templateId, templateText, templateMediaUrl }): [string, string] => [
          messageKey(templateId),
          templateText || (templateMediaUrl ?? ""),
        ]),
      ]),
    [workflows, webhooks, audiences, templates],
  );
}
