import type { QueryClient } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import type { Journey } from "@trunkline/contract/journeys/journey.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { testOfTrial } from "@trunkline/workflow/trial/testOfTrial.ts";
import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { nameOfNode } from "@trunkline/workflow/trial/testStory.ts";
import { settle } from "@trunkline/workflow/trial/trial.ts";
import { trialOfJourney } from "@trunkline/workflow/trial/trialOfJourney.ts";
import { withoutPersonalData } from "@trunkline/workflow/trial/withoutPersonalData.ts";
import { callOne } from "../api/call.ts";
import { accountOfTest, draftWorkflow } from "./draftWorkflow.ts";
import { loadTrialLists } from "./loadTrialLists.ts";
import { playedContact } from "./sampleContact.ts";

/** A real journey as a test without personal data. `differsAt`: the node from which on it could not be repeated. */
export async function testOfRealJourney(
  journey: Journey,
  client: QueryClient,
): Promise<{ test: WorkflowTest; differsAt: string | null }> {
  const { campaignId, contactId, version } = journey;
  const [contact, saved, campaign, lists] = await Promise.all([
    callOne(contactRoutes.find, { params: { contactId } }),
    callOne(campaignVersionRoutes.workflow, { params: { campaignId }, query: { version } }),
    callOne(campaignRoutes.find, { params: { campaignId } }),
    loadTrialLists(client),
  ]);
  const world = { federalDnc: null, hasModel: false, account: accountOfTest(lists.settings) };
  const graph = readGraph(saved.workflow, { ...campaign, ...saved.settings });
  const workflow = draftWorkflow(graph, lists, { federal: null, hasModel: false });
  const without = withoutPersonalData(playedContact(contact), workflow);
  const steps = (journey.steps ?? [])
    .toSorted((a, b) => a.revision - b.revision)
    .map(({ nodeId, at, outcome, data }) => ({
      ...{ nodeId, at: Date.parse(at), outcome },
      data: data === null ? null : replaceReply(data, without.words),
    }));
  const setup = {
    contact: without.contact,
    startMs: steps[0]?.at ?? Date.parse(journey.started),
    seed: "1",
    answers: {},
  };
  const played = trialOfJourney(workflow, setup, { steps, vars: journey.vars });
  const moments = settle(workflow, played.setup, played.moments);
  const { differsAt } = played;
  return {
    test: testOfTrial(workflow, played.setup, moments, world),
    differsAt: differsAt === null ? null : nameOfNode(workflow, differsAt),
  };
}

const replaceReply = (data: Readonly<Record<string, unknown>>, words: (text: string) => string) =>
  typeof data["reply"] === "string" ? { ...data, reply: words(data["reply"]) } : data;
