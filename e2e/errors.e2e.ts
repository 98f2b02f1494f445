import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, enter, textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { card, select } from "./editor.ts";
import { owner as made, setUp } from "./enter.ts";
import { deleteRow, type Rows, table, told } from "./failures.ts";
import { answer, choose, fill, follow, goTo, noticeOf, pick, press, rowOf, see } from "./page.ts";
import { startProduct } from "./product.ts";
import { routesRemoved, routesStopped, routesWhenRemoved, routesWhenStopped } from "./routeFailures.ts";
import {
  down,
  makeRunScene,
  runsOver,
  runsOverTold,
  runsRemoved,
  runsStopped,
  runsWhenStopped,
} from "./runFailures.ts";
import { stopDatabase } from "./stopDatabase.ts";
import { makeIvr, voiceRemoved, voiceStopped, voiceWhenRemoved, voiceWhenStopped } from "./voiceFailures.ts";

// Spec 1 §8, spec 2 §8 and spec 3 §8: what people read when something fails, each provoked as they meet it, on a product
// of its own whose database is stopped. Every test is a table of action → header and words, so that a failure shows as a
// difference. One file in spite of its length: another one would start another product.

const browser = useBrowser();
const owner = { email: made.email, password: made.password };
let folder = "";
let address = "";
let account: Account;
let stop = async () => {};
let numberSet = "";
let connection = "";
let line = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trunkline-errors-"));
  await chmod(folder, 0o755);
  const started = await startProduct(join(folder, "data"), ["--empty"]);
  ({ address } = started.product);
  stop = started.stop;
  line = started.product.line;
});
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

/** A window of somebody who is signed in. */
async function at(path: string): Promise<Page> {
  const page = await browser.page();
  page.setDefaultTimeout(15_000);
  account = await enter(page, address, owner);
  await page.goto(address + path);
  await see(page.getByRole("main"));
  return page;
}

const campaign = (id: string): string => `/campaigns/workflow-outbound/edit/${id}`;
const makeTemplate = (title: string): Promise<string> => account.makeTemplate(title, "Hello");
const makeWorkflow = async (name: string): Promise<string> =>
  account.makeWorkflow(name, numberSet, textWorkflow(await makeTemplate(`of ${name}`)));
const make = async (path: string, body: object): Promise<string> =>
  String((await account.call("POST", path, body)).payload[0]?.["id"]);
const makeConnection = (name: string): Promise<string> => make("/v4/callback/authentication/", { name });
const makeWebhook = (name: string): Promise<string> =>
  make("/v4/callback/configuration/", { name, callbackServerConfigId: connection, successPath: "HTTP_OK" });
const remove = (path: string, body?: unknown): Promise<unknown> => account.call("DELETE", path, body);

/** Ticks rows of a list and presses what is offered for them. */
async function tick(page: Page, names: readonly string[], button: string, sure: string): Promise<void> {
  for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}`, exact: true }).check();
  await press(page, button);
  await answer(page, sure);
}

const webhooks = "/v4/callback/configuration/";
const connections = "/v4/callback/authentication/";

/** A window with a list that holds something. */
async function listed(path: string): Promise<Page> {
  const page = await at(path);
  await see(page.getByRole("table").getByRole("link").first());
  return page;
}

/** Workflows that are taken away in the list and in the editor. */
async function ofWorkflows(): Promise<Rows> {
  const ids: Record<string, string> = {};
  for (const name of ["One", "Two", "Three", "Exported", "Loaded"]) ids[name] = await makeWorkflow(name);
  const page = await listed("/campaigns");
  return {
    "delete a workflow": async () => {
      await remove(`/v4/campaign/${ids["One"]}/`);
      await tick(page, ["One"], "Delete Workflow(s)", "Delete");
      return told(page, "Error deleting workflows.");
    },
    "delete workflows": async () => {
      await remove(`/v4/campaign/${ids["Three"]}/`);
      await tick(page, ["Two", "Three"], "Delete Workflow(s)", "Delete");
      return told(page, "Error deleting workflows.");
    },
    "export a workflow": async () => {
      await remove(`/v4/campaign/${ids["Exported"]}/`);
      await press(page, "Export as file Exported");
      return told(page, "There was an error getting workflow(s)");
    },
    "load a workflow": async () => {
      await remove(`/v4/campaign/${ids["Loaded"]}/`);
      await follow(page, "Loaded");
      const words = await told(page, "Failed to load workflow");
      return [...words, ...(await told(page, "Failed to load campaign"))];
    },
    "save a workflow": async () => {
      const id = await makeWorkflow("Saved");
      await page.goto(address + campaign(id));
      await see(card(page, "Start 1"));
      await remove(`/v4/campaign/${id}/`);
      await press(page, "Save");
      return told(page, "There was an error saving the changes");
    },
    "save a drawing": async () => {
      const template = await makeTemplate("Beneath");
      const id = await account.makeWorkflow("Drawn", numberSet, textWorkflow(template));
      await page.goto(address + campaign(id));
      await see(card(page, "Start 1"));
      await remove(`/v4/smstemplate/${template}/`);
      await press(page, "Save");
      const words = await told(page, "There was an error saving the workflow");
      return words.map((text) => text.replace(template, "T"));
    },
  };
}

/** Workflows that are taken away before they are copied. */
async function ofClones(): Promise<Rows> {
  const id = await makeWorkflow("Cloned");
  const template = await makeTemplate("Of the clone");
  await account.makeWorkflow("Half", numberSet, textWorkflow(template));
  const page = await listed("/campaigns");
  return {
    "save a clone": async () => {
      await remove(`/v4/smstemplate/${template}/`);
      await press(page, "Clone Half");
      await press(page.getByRole("dialog"), "Clone");
      const words = await told(page, "Failed to clone workflow.");
      await press(page.getByRole("dialog"), "Cancel");
      const left = (await account.call("GET", "/v4/campaign/all")).payload.map((row) => row["campaignName"]);
      return [...words.map((text) => text.replace(template, "T")), String(left.includes("Half_clone"))];
    },
    "clone a workflow": async () => {
      await remove(`/v4/campaign/${id}/`);
      await press(page, "Clone Cloned");
      await press(page.getByRole("dialog"), "Clone");
      return told(page, "Error cloning workflow");
    },
  };
}

/** Templates that are taken away in the list and in their form. */
async function ofTemplates(): Promise<Rows> {
  const ids: Record<string, string> = {};
  for (const title of ["Gone", "Stays", "Went", "Text"]) ids[title] = await makeTemplate(title);
  const page = await listed("/templates");
  return {
    "delete a template": async () => {
      await remove(`/v4/smstemplate/${ids["Gone"]}/`);
      await tick(page, ["Gone"], "Delete Templates", "Delete template");
      return told(page, "Error deleting message templates.");
    },
    "delete templates": async () => {
      await remove(`/v4/smstemplate/${ids["Went"]}/`);
      await tick(page, ["Stays", "Went"], "Delete Templates", "Delete templates");
      return told(page, "Error deleting message templates.");
    },
    "load a template": async () => {
      await remove(`/v4/smstemplate/${ids["Text"]}/`);
      await follow(page, "Text");
      return told(page, "There was an error getting template(s)");
    },
    "edit a template": async () => {
      const id = await makeTemplate("Edited");
      await page.goto(`${address}/templates/edit/${id}`);
      await fill(page, "Content", "Hello again");
      await remove(`/v4/smstemplate/${id}/`);
      await press(page, "Save");
      return told(page, "There was an error editing template");
    },
  };
}

/** Webhooks that are taken away, in both sections. */
async function ofWebhooks(): Promise<Rows> {
  const [away, hook] = [await makeWebhook("Away"), await makeWebhook("Hook")];
  const page = await listed("/webhooks");
  return {
    "delete a webhook": async () => {
      await remove(`${webhooks}${away}/none/`);
      await deleteRow(page, "Away", "Delete webhook");
      return told(page, "Error deleting webhook.");
    },
    "load a webhook": async () => {
      await remove(`${webhooks}${hook}/none/`);
      await follow(page, "Hook");
      return told(page, "There was an error getting callback");
    },
    "update a webhook": async () => {
      const id = await makeWebhook("Changed");
      await page.goto(`${address}/webhooks/edit/${id}`);
      await fill(page, "Request URL", "https://example.com/changed");
      await remove(`${webhooks}${id}/none/`);
      await press(page, "Save");
      return told(page, "There was an error updating this callback");
    },
  };
}

/** Connections that are taken away. */
async function ofConnections(): Promise<Rows> {
  const [cut, gone] = [await makeConnection("Cut"), await makeConnection("Line")];
  const page = await listed("/webhooks?tab=connections");
  return {
    "delete a connection": async () => {
      await remove(`${connections}${cut}/`);
      await deleteRow(page, "Cut", "Delete connection");
      return told(page, "Error deleting connection.");
    },
    "load a connection": async () => {
      await remove(`${connections}${gone}/`);
      await follow(page, "Line");
      return told(page, "Not found");
    },
    "update a connection": async () => {
      const id = await makeConnection("Altered");
      await page.goto(`${address}/webhooks/connection/edit/${id}`);
      await fill(page, "Description", "Another");
      await remove(`${connections}${id}/`);
      await press(page, "Save");
      return told(page, "There was an error updating this connection");
    },
  };
}

/** The same in the section callbacks, where a refusal shows its code. */
async function ofCallbacks(): Promise<Rows> {
  const [back, torn] = [await makeWebhook("Back"), await makeConnection("Torn")];
  const page = await listed("/callbacks");
  return {
    "delete a callback": async () => {
      await remove(`${webhooks}${back}/none/`);
      await deleteRow(page, "Back", "Delete callback");
      return told(page, "There was an error deleting callback.");
    },
    "delete a connection of callbacks": async () => {
      await page.getByRole("tab", { name: "Connections" }).click();
      await see(rowOf(page, "Connections", "Torn"));
      await remove(`${connections}${torn}/`);
      await deleteRow(page, "Torn", "Delete connection");
      return told(page, "There was an error deleting connection.");
    },
  };
}

describe("Errors as users meet them (spec 1 §8, spec 2 §8, spec 3 §8)", () => {
  test("a row removed beneath says what is not there", async () => {
    const first = await browser.page();
    await setUp(first, { address, line });
    account = await enter(first, address, owner);
    // runs must end at any hour of the day
    await account.call("PUT", "/v4/account/", { settings: { legalHours: false } });
    numberSet = await account.makeNumberSet("Errors");
    connection = await makeConnection("Kept");
    const groups = [ofWorkflows(), ofClones(), ofTemplates(), ofWebhooks(), ofConnections(), ofCallbacks()];
    const scene = await makeRunScene(account, numberSet, "Removed");
    const over = runsOver(at, account, scene, "Removed");
    const read = await table(
      ...(await Promise.all([...groups, runsRemoved(at, remove, scene), routesRemoved(at, () => account), over])),
    );
    expect(read).toEqual({
      ...routesWhenRemoved,
      ...runsOverTold,
      "save a disposition": ['Disposition "Removed sale" not found'],
      "save a work group": ["Error saving work group", "Work group not found"],
      "load a workflow log": ["There was an error getting workflow log", "Journey not found"],
      "save a workflow": ["There was an error saving the changes", "Workflow not found"],
      "save a drawing": [
        "There was an error saving the workflow",
        "Node 2: Template T does not exist. Choose another one",
      ],
      "load a workflow": [
        "Failed to load workflow",
        "Workflow not found",
        "Failed to load campaign",
        "Workflow not found",
      ],
      "delete a workflow": [
        "Error deleting workflows.",
        "There was an error deleting the workflow",
        "Workflow not found",
      ],
      "delete workflows": [
        "Error deleting workflows.",
        "Some or all workflows may not have been successfully deleted",
        "There was an error deleting workflows",
        "Workflow not found",
      ],
      "clone a workflow": ["Error cloning workflow", "Workflow not found"],
      "save a clone": ["Failed to clone workflow.", "Node 2: Template T does not exist. Choose another one", "false"],
      "export a workflow": ["There was an error getting workflow(s)", "Workflow not found"],
      "load a template": ["There was an error getting template(s)", "Template not found"],
      "edit a template": ["There was an error editing template", "Template not found"],
      "delete a template": [
        "Error deleting message templates.",
        "There was an error deleting the template",
        "Template not found",
      ],
      "delete templates": [
        "Error deleting message templates.",
        "Some or all templates may have not been successfully deleted",
        "There was an error deleting template(s)",
        "Template not found",
      ],
      "load a webhook": ["There was an error getting callback", "Webhook not found"],
      "update a webhook": ["There was an error updating this callback", "Webhook not found"],
      "delete a webhook": ["Error deleting webhook.", "Webhook not found"],
      "delete a callback": ["There was an error deleting callback.", "not_found - Webhook not found"],
      "load a connection": ["Not found", "This connection does not exist any more."],
      "update a connection": ["There was an error updating this connection", "Connection not found"],
      "delete a connection": ["Error deleting connection.", "Connection not found"],
      "delete a connection of callbacks": [
        "There was an error deleting connection.",
        "not_found - Connection not found",
      ],
    });
  });

  test("a stopped database says so under the header of each action, and what was typed stays", async () => {
    const seed = await at("/assets");
    const id = await makeWorkflow("Stopped");
    const template = await makeTemplate("Stopped text");
    await makeWebhook("Stopped hook");
    const filled = async (path: string, label: string, value: string) => {
      const page = await at(path);
      await fill(page, label, value);
      return page;
    };
    const opened = async () => {
      const page = await at(campaign(id));
      await see(card(page, "Start 1"));
      return page;
    };
    const creating = async () => {
      // a browser of its own: all windows of one share a clock
      const page = await browser.page({ stranger: true });
      await enter(page, address, owner);
      await page.goto(`${address}/campaigns/create?type=outbound`);
      await page.clock.install();
      await fill(page, "Title", "Never made");
      await choose(page, "Number Set", "Errors");
      return page;
    };
    const [editor, create, text, workflows, others, texts, hooks, lines, callbacks, torn, assets] = await Promise.all([
      opened(),
      creating(),
      filled(`/templates/edit/${template}`, "Content", "Hello again"),
      listed("/campaigns"),
      listed("/campaigns"),
      listed("/templates"),
      listed("/webhooks"),
      listed("/webhooks?tab=connections"),
      listed("/callbacks"),
      listed("/callbacks?tab=connections"),
      at("/assets"),
    ]);
    const runs = await runsWhenStopped(at, await makeRunScene(account, numberSet, "Daily"), "Daily");
    const routes = await routesWhenStopped(at, () => account);
    const startAgain = await stopDatabase(join(folder, "data"), address);

    await follow(others, "Stopped");
    await follow(texts, "Stopped text");
    await follow(hooks, "Stopped hook");
    await follow(lines, "Kept");
    // the pages of a day are read by themselves: at most a few windows ask at once
    const ofRuns = await table(...runs);
    expect(ofRuns).toEqual(runsStopped);
    await editor.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    const read = await table(
      routes,
      {
        "save the settings": async () => {
          await press(editor, "Save");
          return told(editor, "There was an error saving the changes");
        },
        "save a new template of a node": async () => {
          const node = await select(editor, "SMS Send 2");
          await pick(node, "Message", "New Template");
          await fill(node, "Title", "From the node");
          await fill(node, "Content", "Hello");
          await press(editor, "Save");
          return told(editor, "There was an error saving template to the workflow");
        },
        "load the templates of a workflow": () =>
          told(editor, "There was an error getting the templates associated with this workflow"),
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
          const words = await told(workflows, "Error cloning workflow");
          await press(workflows.getByRole("dialog"), "Cancel");
          return words;
        },
        "load the create form": async () => {
          await follow(workflows, "Workflow");
          return told(workflows, "Error loading page.");
        },
      },
      {
        "reword with AI": async () => {
          await press(text, "Reword with AI");
          await see(text.getByText("An additional charge applies per message."));
          await text.getByRole("button", { name: "Reword with AI" }).and(text.locator(":enabled")).waitFor();
          return text.getByRole("alert").allInnerTexts();
        },
        "edit a template": async () => {
          await press(text, "Save");
          return told(text, "There was an error editing template");
        },
      },
      {
        "delete a callback": async () => {
          await deleteRow(callbacks, "Stopped hook", "Delete callback");
          return told(callbacks, "There was an error deleting this callback");
        },
        "clone a callback": async () => {
          await press(callbacks, "Clone Stopped hook");
          await press(callbacks.getByRole("dialog"), "Clone");
          return told(callbacks, "Error cloning webhook.");
        },
      },
      {
        "delete a connection of callbacks": async () => {
          await deleteRow(torn, "Kept", "Delete connection");
          return told(torn, "There was an error deleting this connection");
        },
      },
      {
        "load a workflow": async () => {
          const words = await told(others, "Failed to load workflow");
          return [...words, ...(await told(others, "Failed to load campaign"))];
        },
      },
      {
        "load a template": () => told(texts, "There was an error getting template(s)"),
        "create a template": async () => {
          await goTo(texts, "Templates");
          await follow(texts, "Create Template");
          await fill(texts, "Title", "Never made");
          await fill(texts, "Content", "Hello");
          await press(texts, "Save");
          return told(texts, "There was an error saving template(s)");
        },
      },
      {
        "load a webhook": () => told(hooks, "There was an error getting callback"),
        "create a connection": async () => {
          await goTo(hooks, "Webhooks");
          await follow(hooks, "Connection");
          await fill(hooks, "Name", "Never made");
          await press(hooks, "Save");
          return told(hooks, "There was an error creating this connection");
        },
      },
      {
        "load a connection": () => told(lines, "There was an error getting connection"),
        "create a webhook": async () => {
          await goTo(lines, "Webhooks");
          await follow(lines, "Webhook");
          await fill(lines, "Name", "Never made");
          await choose(lines, "Connection", "Kept");
          await press(lines, "Save");
          return told(lines, "There was an error creating this callback");
        },
      },
      {
        "list templates": async () => {
          await goTo(assets, "Templates");
          return told(assets, "Error loading SMS templates.");
        },
        "list workflows": async () => {
          await goTo(assets, "Workflows");
          return told(assets, "Error loading page.");
        },
      },
      {
        "list webhooks": async () => {
          await goTo(seed, "Webhooks");
          return told(seed, "There was an error getting callbacks");
        },
        "list connections": async () => {
          await seed.getByRole("tab", { name: "Connections" }).click();
          return told(seed, "There was an error getting connections");
        },
        "list IVR menus": async () => {
          await goTo(seed, "IVR Menus");
          return told(seed, "Failed to load IVR menus.");
        },
      },
    );
    await startAgain();
    expect(read).toEqual({
      ...routesStopped,
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
      "create a template": ["There was an error saving template(s)", down],
      "reword with AI": [],
      "edit a template": ["There was an error editing template", down],
      "create a webhook": ["There was an error creating this callback", down],
      "create a connection": ["There was an error creating this connection", down],
      "delete a callback": ["There was an error deleting this callback", down],
      "clone a callback": ["Error cloning webhook.", down],
      "delete a connection of callbacks": ["There was an error deleting this connection", down],
      "load the templates of a workflow": [
        "There was an error getting the templates associated with this workflow",
        down,
      ],
      "load a workflow": ["Failed to load workflow", down, "Failed to load campaign", down],
      "load a template": ["There was an error getting template(s)", down],
      "load a webhook": ["There was an error getting callback", down],
      "load a connection": ["There was an error getting connection", down],
      "list templates": ["Error loading SMS templates.", down],
      "list workflows": ["Error loading page.", down],
      "list webhooks": ["There was an error getting callbacks", down],
      "list connections": ["There was an error getting connections", down],
      "list IVR menus": ["Failed to load IVR menus.", down],
    });

    // the database is back: the same page goes on where it was
    await press(others, "Reload Workflow");
    await see(card(others, "Start 1"));
    await press(texts, "Save");
    expect(await told(texts, "Template was created successfully")).toEqual([
      "Template was created successfully",
      "Never made",
    ]);
  });

  test("what answers calls and was removed beneath says what is not there (spec 3 §8)", async () => {
    expect(await table(...(await voiceRemoved(at, () => account, remove)))).toEqual(voiceWhenRemoved);
  });

  test("what answers calls says that the database is stopped, and what was typed stays (spec 3 §8)", async () => {
    const actions = await voiceWhenStopped(at, () => account);
    const startAgain = await stopDatabase(join(folder, "data"), address);
    const read = await table(...actions);
    await startAgain();
    expect(read).toEqual(voiceStopped);
  });

  test("an ended session says so and leads to the sign-in", async () => {
    const seed = await at("/assets");
    await makeIvr(account, "ivr-ended");
    await account.call("POST", "/v4/livelist", { listName: "list-ended" });
    const pages = {
      workflow: await at(campaign(await makeWorkflow("Ended"))),
      template: await at(`/templates/edit/${await makeTemplate("Ended")}`),
      webhook: await at(`/webhooks/edit/${await makeWebhook("Ended")}`),
      connection: await at(`/webhooks/connection/edit/${await makeConnection("Ended")}`),
      "work group": await at(`/workgroups/edit/${(await makeRunScene(account, numberSet, "Ended")).workGroupId}`),
      "IVR menu": await at("/ivr/edit/ivr-ended"),
      "live list": await at("/live-lists/edit/list-ended"),
    };
    const runner = await at("/runners/create");
    await choose(runner, "Workflow", "Ended");
    for (const page of Object.values(pages)) await see(page.getByRole("button", { name: "Save", exact: true }));
    await seed.close();
    // ended from another browser
    const elsewhere = await browser.page({ stranger: true });
    const other = await enter(elsewhere, address, owner);
    for (const { current, sessionId } of (await other.call("GET", "/v4/session/")).payload)
      if (!current) await other.call("DELETE", `/v4/session/${sessionId}/`);
    const save = (page: Page, header: string) => async () => {
      await press(page, "Save");
      const words = await told(page, header);
      await see(page.getByRole("heading", { name: "Sign in", level: 1 }));
      return words;
    };
    const read = await table({
      workflow: save(pages.workflow, "There was an error saving the changes"),
      template: save(pages.template, "There was an error editing template"),
      webhook: save(pages.webhook, "There was an error updating this callback"),
      connection: save(pages.connection, "There was an error updating this connection"),
      "work group": save(pages["work group"], "Error saving work group"),
      "IVR menu": save(pages["IVR menu"], "Error saving IVR Menu."),
      "live list": save(pages["live list"], "Error saving Live List"),
      runner: async () => {
        await press(runner, "Start run");
        const words = await told(runner, "There was an error creating runner batch");
        await see(runner.getByRole("heading", { name: "Sign in", level: 1 }));
        return words;
      },
    });
    const ended = "Your session has ended. Sign in again.";
    expect(read).toEqual({
      workflow: ["There was an error saving the changes", ended],
      template: ["There was an error editing template", ended],
      webhook: ["There was an error updating this callback", ended],
      connection: ["There was an error updating this connection", ended],
      "work group": ["Error saving work group", ended],
      "IVR menu": ["Error saving IVR Menu.", ended],
      "live list": ["Error saving Live List", ended],
      runner: ["There was an error creating runner batch", ended],
    });
  });
});

describe("Success as users meet it (spec 1 §8, spec 2 §8)", () => {
  test("each action says what was done", async () => {
    const page = await at("/campaigns");
    const list = async (path: string) => {
      await page.goto(address + path);
      await see(page.getByRole("table").getByRole("link").first());
    };
    const read = await table({
      "clone a workflow": async () => {
        await makeWorkflow("Source");
        await list("/campaigns");
        await press(page, "Clone Source");
        await press(page.getByRole("dialog"), "Clone");
        return told(page, "Cloned workflow");
      },
      "delete a workflow": async () => {
        await tick(page, ["Source"], "Delete Workflow(s)", "Delete");
        return told(page, "Successfully deleted workflows.");
      },
      "delete workflows": async () => {
        await makeWorkflow("Other");
        await list("/campaigns");
        await tick(page, ["Source_clone", "Other"], "Delete Workflow(s)", "Delete");
        return told(page, "Successfully deleted workflows.");
      },
      "delete templates": async () => {
        await makeTemplate("First");
        await makeTemplate("Second");
        await list("/templates");
        await tick(page, ["First", "Second"], "Delete Templates", "Delete templates");
        return told(page, "Templates were deleted successfully");
      },
      "save a connection": async () => {
        await page.goto(`${address}/webhooks/connection/edit/${await makeConnection("Renamed")}`);
        await fill(page, "Description", "Another");
        await press(page, "Save");
        return told(page, "Connection saved");
      },
      "delete a connection": async () => {
        await see(rowOf(page, "Connections", "Renamed"));
        await deleteRow(page, "Renamed", "Delete connection");
        return told(page, "Successfully deleted connection");
      },
      "delete a connection of callbacks": async () => {
        await makeConnection("Dropped");
        await list("/callbacks?tab=connections");
        await deleteRow(page, "Dropped", "Delete connection");
        return told(page, "Connection deleted");
      },
      "delete a callback": async () => {
        await makeWebhook("Dropped");
        await list("/callbacks");
        await deleteRow(page, "Dropped", "Delete callback");
        return told(page, "Callback deleted");
      },
    });
    expect(read).toEqual({
      "clone a workflow": ["Cloned workflow", "Source_clone"],
      "delete a workflow": ["Successfully deleted workflows.", "Workflow deleted successfully"],
      "delete workflows": ["Successfully deleted workflows.", "Workflows deleted successfully"],
      "delete templates": ["Templates were deleted successfully", "Successfully deleted 2 templates"],
      "save a connection": ["Connection saved", "Connection saved successfully"],
      "delete a connection": ["Successfully deleted connection", "Renamed"],
      "delete a connection of callbacks": ["Connection deleted", "Connection deleted successfully."],
      "delete a callback": ["Callback deleted", "Callback deleted successfully."],
    });
  });
});
