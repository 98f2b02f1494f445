import { select } from "./editor.ts";
import type { FailureScene } from "./failureScene.ts";
import { deleteRow, type Rows, readFailure } from "./failures.ts";
import type { Gateway } from "./gateway.ts";
import { answer, fill, press, see } from "./page.ts";
import { editorOf } from "./workflowFailures.ts";

/** What people do while a gateway before the product answers in its place, or keeps them waiting. */
export async function behindGateway(scene: FailureScene, gateway: Gateway): Promise<Rows> {
  const page = await scene.at("/assets");
  const template = await scene.makeTemplate("Gateway");
  const webhook = await scene.makeWebhook("Gateway");
  const workflow = editorOf(await scene.makeWorkflow("Gateway", template));
  const go = (path: string) => page.goto(gateway.address + path);
  const refuse = (words: string) => {
    gateway.decide = (method, path) =>
      method !== "GET" || path === "/v4/smstemplate/" ? { status: 500, words } : "pass";
  };
  const pass = () => {
    gateway.decide = () => "pass";
  };
  const save = async (header: string) => {
    await press(page, "Save");
    return readFailure(page, header);
  };
  return {
    "save a workflow, nothing said": async () => {
      await go(workflow);
      await fill(await select(page, "Start 1"), "Title", "Renamed");
      refuse("");
      return save("There was an error saving the changes");
    },
    "save a workflow, something said": async () => {
      refuse("Gateway busy");
      return save("There was an error saving the changes");
    },
    "save a workflow, kept waiting": async () => {
      gateway.decide = (method) => (method === "PUT" ? "hold" : "pass");
      await press(page, "Save");
      const saving = page.getByRole("button", { name: "Saving...", exact: true });
      await see(saving);
      const state = (await saving.isDisabled()) ? "off" : "on";
      pass();
      gateway.release();
      return [state, ...(await readFailure(page, "Success"))];
    },
    "edit a template": async () => {
      await go(`/templates/edit/${template}`);
      await fill(page, "Title", "Renamed");
      refuse("");
      return save("There was an error editing template");
    },
    "list templates": async () => {
      await page.getByRole("link", { name: "Cancel", exact: true }).click();
      await answer(page, "Leave");
      return readFailure(page, "Error loading SMS templates.");
    },
    "save a webhook": async () => {
      pass();
      await go(`/webhooks/edit/${webhook}`);
      await fill(page, "Name", "Renamed");
      refuse("");
      return save("There was an error updating this callback");
    },
    "delete a webhook": async () => {
      pass();
      await go("/webhooks");
      await see(page.getByRole("button", { name: "Delete Gateway", exact: true }));
      refuse("");
      await deleteRow(page, "Gateway", "Delete webhook");
      return readFailure(page, "Error deleting webhook.");
    },
  };
}

/** What is read of each of them. */
export const gatewaySaid: Record<string, string[]> = {
  "save a workflow, nothing said": ["There was an error saving the changes", "Undefined error"],
  "save a workflow, something said": ["There was an error saving the changes", "Gateway busy"],
  "save a workflow, kept waiting": ["off", "Success", "Saved workflow"],
  "edit a template": ["There was an error editing template", "Undefined error"],
  "list templates": ["Error loading SMS templates.", "Undefined error"],
  "save a webhook": ["There was an error updating this callback", "Undefined error"],
  "delete a webhook": ["Error deleting webhook.", "Undefined error"],
};
