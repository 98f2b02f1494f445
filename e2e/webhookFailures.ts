import type { FailureScene } from "./failureScene.ts";
import { deleteRow, type Rows, readFailure } from "./failures.ts";
import { answer, choose, fill, follow, goTo, open, press, rowOf, see } from "./page.ts";
import { down } from "./runFailures.ts";

// Spec 2 §8 for webhooks and connections, under both names of their section.

const webhooks = "/v4/callback/configuration/";
const connections = "/v4/callback/authentication/";

/** Webhooks that are taken away, in both sections. */
export async function webhooksRemoved({ listed, makeWebhook, remove }: FailureScene): Promise<Rows> {
  const [away, hook] = [await makeWebhook("Away"), await makeWebhook("Hook")];
  const page = await listed("/webhooks");
  return {
    "delete a webhook": async () => {
      await press(page, "Delete Away");
      await remove(`${webhooks}${away}/none/`);
      await answer(page, "Delete webhook");
      return readFailure(page, "Error deleting webhook.");
    },
    "load a webhook": async () => {
      await remove(`${webhooks}${hook}/none/`);
      await follow(page, "Hook");
      return readFailure(page, "There was an error getting callback");
    },
    "update a webhook": async () => {
      const id = await makeWebhook("Changed");
      await open(page, `/webhooks/edit/${id}`);
      await fill(page, "Request URL", "https://example.com/changed");
      await remove(`${webhooks}${id}/none/`);
      await press(page, "Save");
      return readFailure(page, "There was an error updating this callback");
    },
  };
}

/** Connections that are taken away. */
export async function connectionsRemoved({ listed, makeConnection, remove }: FailureScene): Promise<Rows> {
  const [cut, gone] = [await makeConnection("Cut"), await makeConnection("Line")];
  const page = await listed("/webhooks?tab=connections");
  return {
    "delete a connection": async () => {
      await press(page, "Delete Cut");
      await remove(`${connections}${cut}/`);
      await answer(page, "Delete connection");
      return readFailure(page, "Error deleting connection.");
    },
    "load a connection": async () => {
      await remove(`${connections}${gone}/`);
      await follow(page, "Line");
      return readFailure(page, "Not found");
    },
    "update a connection": async () => {
      const id = await makeConnection("Altered");
      await open(page, `/webhooks/connection/edit/${id}`);
      await fill(page, "Description", "Another");
      await remove(`${connections}${id}/`);
      await press(page, "Save");
      return readFailure(page, "There was an error updating this connection");
    },
  };
}

/** The same in the section callbacks, where a refusal shows its code. */
export async function callbacksRemoved({ listed, makeWebhook, makeConnection, remove }: FailureScene): Promise<Rows> {
  const [back, torn] = [await makeWebhook("Back"), await makeConnection("Torn")];
  const page = await listed("/callbacks");
  return {
    "delete a callback": async () => {
      // asked before: the list no longer has what was removed
      await press(page, "Delete Back");
      await remove(`${webhooks}${back}/none/`);
      await answer(page, "Delete callback");
      return readFailure(page, "There was an error deleting callback.");
    },
    "delete a connection of callbacks": async () => {
      await page.getByRole("tab", { name: "Connections" }).click();
      await see(rowOf(page, "Connections", "Torn"));
      await press(page, "Delete Torn");
      await remove(`${connections}${torn}/`);
      await answer(page, "Delete connection");
      return readFailure(page, "There was an error deleting connection.");
    },
  };
}

/** What is read of each of them. */
export const webhooksWhenRemoved: Record<string, string[]> = {
  "load a webhook": ["There was an error getting callback", "Webhook not found"],
  "update a webhook": ["There was an error updating this callback", "Webhook not found"],
  "delete a webhook": ["Error deleting webhook.", "Webhook not found"],
  "delete a callback": ["There was an error deleting callback.", "not_found - Webhook not found"],
  "load a connection": ["Not found", "This connection no longer exists."],
  "update a connection": ["There was an error updating this connection", "Connection not found"],
  "delete a connection": ["Error deleting connection.", "Connection not found"],
  "delete a connection of callbacks": ["There was an error deleting connection.", "not_found - Connection not found"],
};

/** Windows that are open before the database is stopped, and what fails in them then. */
export async function webhooksWhenStopped({ listed, makeWebhook }: FailureScene) {
  await makeWebhook("Stopped hook");
  const [hooks, lines, callbacks, torn] = await Promise.all([
    listed("/webhooks"),
    listed("/webhooks?tab=connections"),
    listed("/callbacks"),
    listed("/callbacks?tab=connections"),
  ]);
  const rows: Rows[] = [
    {
      "delete a callback": async () => {
        await deleteRow(callbacks, "Stopped hook", "Delete callback");
        return readFailure(callbacks, "There was an error deleting this callback");
      },
      "clone a callback": async () => {
        await press(callbacks, "Clone Stopped hook");
        await press(callbacks.getByRole("dialog"), "Clone");
        return readFailure(callbacks, "Error cloning webhook.");
      },
    },
    {
      "delete a connection of callbacks": async () => {
        await deleteRow(torn, "Kept", "Delete connection");
        return readFailure(torn, "There was an error deleting this connection");
      },
    },
    {
      "load a webhook": () => readFailure(hooks, "There was an error getting callback"),
      "create a connection": async () => {
        await goTo(hooks, "Webhooks");
        await follow(hooks, "Connection");
        await fill(hooks, "Name", "Never made");
        await press(hooks, "Save");
        return readFailure(hooks, "There was an error creating this connection");
      },
    },
    {
      "load a connection": () => readFailure(lines, "There was an error getting connection"),
      "create a webhook": async () => {
        await goTo(lines, "Webhooks");
        await follow(lines, "Webhook");
        await fill(lines, "Name", "Never made");
        await choose(lines, "Connection", "Kept");
        await press(lines, "Save");
        return readFailure(lines, "There was an error creating this callback");
      },
    },
  ];
  return { hooks, lines, rows };
}

/** What is read of each of them. */
export const webhooksStopped: Record<string, string[]> = {
  "create a webhook": ["There was an error creating this callback", down],
  "create a connection": ["There was an error creating this connection", down],
  "delete a callback": ["There was an error deleting this callback", down],
  "clone a callback": ["Error cloning webhook.", down],
  "delete a connection of callbacks": ["There was an error deleting this connection", down],
  "load a webhook": ["There was an error getting callback", down],
  "load a connection": ["There was an error getting connection", down],
};
