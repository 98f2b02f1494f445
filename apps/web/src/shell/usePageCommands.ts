import { IconBolt } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { useRunActions } from "../actions/useRunActions.ts";
import { batchCan } from "../api/batchCan.ts";
import { useMay } from "../api/me.ts";
import { oneOf } from "../api/queries.ts";
import { paths } from "../paths.ts";
import { askToDial } from "../phone/dialStore.ts";
import { useGo } from "../ui/page/useGo.ts";
import { usePathPart } from "../ui/page/usePathPart.ts";
import type { Command } from "./command.ts";

const action = (label: string, run: () => void, allowed = true): Command[] =>
  allowed ? [{ id: `here-${label.replaceAll(" ", "-")}`, group: "This page", label, icon: IconBolt, run }] : [];

/** What can be done with the run, workflow or contact that the open page shows. */
export function usePageCommands(): Command[] {
  return [...useRunCommands(), ...useContactCommands()];
}

function useRunCommands(): Command[] {
  const campaignId = usePathPart("campaignId");
  const batchId = usePathPart("batchId");
  const go = useGo();
  const mayRun = useMay()("workflow-run");
  const { start, pause } = useRunActions();
  const params = { campaignId: campaignId ?? "", batchId: batchId ?? "" };
  const run = useQuery({ ...oneOf(batchRoutes.find, { params }), enabled: batchId !== undefined }).data;
  if (campaignId === undefined) return [];
  if (batchId === undefined)
    return [
      ...action("Start a run of this workflow", () => go(paths.createRunner, { campaignId }), mayRun),
      ...action("Results of this workflow", () => go(paths.results(campaignId))),
    ];
  return [
    ...(run ? action("Pause this run", () => void pause(run), mayRun && batchCan.pause(run)) : []),
    ...(run ? action("Start this run", () => void start(run), mayRun && batchCan.start(run)) : []),
    ...action("Open the workflow of this run", () => go(paths.editCampaign(campaignId))),
    ...action("All runs of this workflow", () => go(paths.results(campaignId))),
  ];
}

function useContactCommands(): Command[] {
  const contactId = usePathPart("contactId");
  const go = useGo();
  const may = useMay();
  const params = { contactId: contactId ?? "" };
  const contact = useQuery({ ...oneOf(contactRoutes.find, { params }), enabled: contactId !== undefined }).data;
  if (contact === undefined) return [];
  const { phone, archived } = contact;
  const mayReach = may("inbox-use") && phone !== null && archived === null;
  return [
    ...action("Text this contact", () => go(paths.inbox(contact.contactId)), mayReach),
    ...action("Call this contact", () => phone !== null && askToDial(phone), mayReach),
    ...action("Open this contact", () => go(paths.contact(contact.contactId))),
    ...action("Edit this contact", () => go(paths.contact(contact.contactId), { edit: "yes" }), may("contact-admin")),
  ];
}
