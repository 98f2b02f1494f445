import type { Page } from "playwright-core";
import { card, select } from "./editor.ts";
import type { FailureScene } from "./failureScene.ts";
import { type Rows, readFailure, removeBeneath, tick } from "./failures.ts";
import { choose, fill, follow, noticeOf, open, pick, press, see } from "./page.ts";
import { down } from "./runFailures.ts";

// Spec 1 §8 and spec 2 §8 for outbound workflows: their rows in the list, their form, their editor.

/** Where an outbound workflow is drawn. */
export const editorOf = (campaignId: string): string => `/campaigns/workflow-outbound/edit/${campaignId}`;

/** Workflows that are taken away in the list and in the editor. */
export async function workflowsRemoved({ listed, makeWorkflow, makeTemplate, remove }: FailureScene): Promise<Rows> {
  const ids: Record<string, string> = {};
  for (const name of ["One", "Two", "Three", "Exported", "Loaded"]) ids[name] = await makeWorkflow(name);
  const page = await listed("/campaigns");
  return {
    "delete a workflow": async () => {
      const away = removeBeneath(page, "One", () => remove(`/v4/campaign/${ids["One"]}/`));
      await tick(page, ["One"], "Delete Workflow(s)", "Delete", away);
      return readFailure(page, "Error deleting workflows.");
    },
    "delete workflows": async () => {
      const away = removeBeneath(page, "Three", () => remove(`/v4/campaign/${ids["Three"]}/`));
      await tick(page, ["Two", "Three"], "Delete Workflow(s)", "Delete", away);
      return readFailure(page, "Error deleting workflows.");
    },
    "export a workflow": async () => {
      await remove(`/v4/campaign/${ids["Exported"]}/`);
      await press(page, "Export as file Exported");
      return readFailure(page, "There was an error getting workflow(s)");
    },
    "load a workflow": async () => {
      await remove(`/v4/campaign/${ids["Loaded"]}/`);
      await follow(page, "Loaded");
      const words = await readFailure(page, "Failed to load workflow");
      return [...words, ...(await readFailure(page, "Failed to load campaign"))];
    },
    "save a workflow": async () => {
      const id = await makeWorkflow("Saved");
      await open(page, editorOf(id));
      await see(card(page, "Start 1"));
      await remove(`/v4/campaign/${id}/`);
      await press(page, "Save");
      return readFailure(page, "There was an error saving the changes");
    },
    "save a drawing": async () => {
      const template = await makeTemplate("Beneath");
      const id = await makeWorkflow("Drawn", template);
      await open(page, editorOf(id));
      await see(card(page, "Start 1"));
      await remove(`/v4/smstemplate/${template}/`);
      await press(page, "Save");
      const words = await readFailure(page, "There was an error saving the workflow");
      return words.map((text) => text.replace(template, "T"));
    },
  };
}

/** Workflows that are taken away before they are copied. */
export async function clonesRemoved({
  listed,
  account,
  makeWorkflow,
  makeTemplate,
  remove,
}: FailureScene): Promise<Rows> {
  const id = await makeWorkflow("Cloned");
  const template = await makeTemplate("Of the clone");
  await makeWorkflow("Half", template);
  const page = await listed("/campaigns");
  return {
    "save a clone": async () => {
      await remove(`/v4/smstemplate/${template}/`);
      await press(page, "Clone Half");
      await press(page.getByRole("dialog"), "Clone");
      const words = await readFailure(page, "Failed to clone workflow.");
      await press(page.getByRole("dialog"), "Cancel");
      const left = (await account().call("GET", "/v4/campaign/all")).payload.map((row) => row["campaignName"]);
      return [...words.map((text) => text.replace(template, "T")), String(left.includes("Half_clone"))];
    },
    "clone a workflow": async () => {
      await press(page, "Clone Cloned");
      await see(page.getByRole("dialog").getByRole("button", { name: "Clone", exact: true }));
      await removeBeneath(page, "Cloned", () => remove(`/v4/campaign/${id}/`))();
      await press(page.getByRole("dialog"), "Clone");
      return readFailure(page, "Error cloning workflow");
    },
  };
}

/** What is read of each of them. */
export const workflowsWhenRemoved: Record<string, string[]> = {
  "save a workflow": ["There was an error saving the changes", "Workflow not found"],
  "save a drawing": ["There was an error saving the workflow", "Node 2: Template T does not exist. Choose another one"],
  "load a workflow": ["Failed to load workflow", "Workflow not found", "Failed to load campaign", "Workflow not found"],
  "delete a workflow": ["Error deleting workflows.", "There was an error deleting the workflow", "Workflow not found"],
  "delete workflows": [
    "Error deleting workflows.",
    "Some or all workflows may not have been successfully deleted",
    "There was an error deleting workflows",
    "Workflow not found",
  ],
  "clone a workflow": ["Error cloning workflow", "Workflow not found"],
  "save a clone": ["Failed to clone workflow.", "Node 2: Template T does not exist. Choose another one", "false"],
  "export a workflow": ["There was an error getting workflow(s)", "Workflow not found"],
};

/** Windows that are open before the database is stopped, and what fails in them then. */
export async function workflowsWhenStopped(
  { at, listed, makeWorkflow }: FailureScene,
  stranger: (path: string) => Promise<Page>,
) {
  const id = await makeWorkflow("Stopped");
  const opened = async () => {
    const page = await at(editorOf(id));
    await see(card(page, "Start 1"));
    return page;
  };
  const creating = async () => {
    // a browser of its own: all windows of one share a clock
    const page = await stranger("/campaigns/create?type=outbound");
    await page.clock.install();
    await fill(page, "Title", "Never made");
    await choose(page, "Number Set", "Errors");
    return page;
  };
  const [editor, create, workflows, others] = await Promise.all([
    opened(),
    creating(),
    listed("/campaigns"),
    listed("/campaigns"),
  ]);
  const rows: Rows[] = [
    {
      "save the settings": async () => {
        await press(editor, "Save");
        return readFailure(editor, "There was an error saving the changes");
      },
      "save a new template of a node": async () => {
        const node = await select(editor, "SMS Send 2");
        await pick(node, "Message", "New Template");
        await fill(node, "Title", "From the node");
        await fill(node, "Content", "Hello");
        await press(editor, "Save");
        return readFailure(editor, "There was an error saving template to the workflow");
      },
      "load the templates of a workflow": () =>
        readFailure(editor, "There was an error getting the templates associated with this workflow"),
    },
    {
      "create a workflow": async () => {
        // from here on the page's time stands still but for what the test lets pass
        await create.clock.pauseAt(Date.now() + 60_000);
        await press(create, "Create Workflow");
        const notice = noticeOf(create, "Error creating workflow");
        await see(notice);
        const words = (await notice.innerText()).split("\n").filter((text) => text.trim() !== "");
        await create.clock.runFor(14_000);
        const stays = await notice.count();
        await create.clock.runFor(2_000);
        await notice.waitFor({ state: "detached" });
        return [...words, `${stays} before 15 seconds, 0 after`];
      },
    },
    {
      "clone a workflow": async () => {
        await press(workflows, "Clone Stopped");
        await press(workflows.getByRole("dialog"), "Clone");
        const words = await readFailure(workflows, "Error cloning workflow");
        await press(workflows.getByRole("dialog"), "Cancel");
        return words;
      },
      "load the create form": async () => {
        await follow(workflows, "Workflow");
        return readFailure(workflows, "Error loading page.");
      },
    },
    {
      "load a workflow": async () => {
        const words = await readFailure(others, "Failed to load workflow");
        return [...words, ...(await readFailure(others, "Failed to load campaign"))];
      },
    },
  ];
  return { editor, others, rows };
}

/** What is read of each of them. */
export const workflowsStopped: Record<string, string[]> = {
  "save the settings": ["There was an error saving the changes", down],
  "save a new template of a node": ["There was an error saving template to the workflow", down],
  "create a workflow": [
    "Error creating workflow",
    down,
    "Please correct the above errors and try again",
    "1 before 15 seconds, 0 after",
  ],
  "clone a workflow": ["Error cloning workflow", down],
  "load the create form": ["Error loading page.", down],
  "load the templates of a workflow": ["There was an error getting the templates associated with this workflow", down],
  "load a workflow": ["Failed to load workflow", down, "Failed to load campaign", down],
};
