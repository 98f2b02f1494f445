import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import { type TestWorld, testOfTrial } from "@trunkline/workflow/trial/testOfTrial.ts";
import type { WorkflowTest } from "@trunkline/workflow/trial/testSchema.ts";
import { playTrial } from "@trunkline/workflow/trial/trial.ts";
import { withoutPersonalData } from "@trunkline/workflow/trial/withoutPersonalData.ts";
import { sampleContact } from "./sampleContact.ts";
import type { Trial } from "./useTrial.ts";

/** The try as a test. The personal data of a contact of the account is replaced. */
export function testToSave(workflow: PlayedWorkflow, { setup, moments }: Trial, world: TestWorld): WorkflowTest {
  if (setup.contact.contactId === sampleContact.contactId) return testOfTrial(workflow, setup, moments, world);
  const without = withoutPersonalData(setup.contact, workflow);
  const inputs = moments.flatMap(({ input }) => (input === null ? [] : [without.input(input)]));
  const replaced = { ...setup, contact: without.contact };
  return testOfTrial(workflow, replaced, playTrial(workflow, replaced, inputs), world);
}
