import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Account, enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { owner as made, setUp } from "./enter.ts";
import { failureScene } from "./failureScene.ts";
import { deleteRow, table, tick, told } from "./failures.ts";
import { startGateway } from "./gateway.ts";
import { behindGateway, gatewaySaid } from "./gatewayFailures.ts";
import { choose, fill, follow, goTo, press, rowOf, see } from "./page.ts";
import { peopleEnded, peopleRemoved, peopleStopped, peopleWhenRemoved, peopleWhenStopped } from "./peopleFailures.ts";
import { startProduct } from "./product.ts";
import { registrationFailures, registrationWhenRemoved, registrationWhenStopped } from "./registrationFailures.ts";
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
import { templatesRemoved, templatesStopped, templatesWhenRemoved, templatesWhenStopped } from "./templateFailures.ts";
import { makeIvr, voiceRemoved, voiceStopped, voiceWhenRemoved, voiceWhenStopped } from "./voiceFailures.ts";
import {
  callbacksRemoved,
  connectionsRemoved,
  webhooksRemoved,
  webhooksStopped,
  webhooksWhenRemoved,
  webhooksWhenStopped,
} from "./webhookFailures.ts";
import {
  clonesRemoved,
  editorOf,
  workflowsRemoved,
  workflowsStopped,
  workflowsWhenRemoved,
  workflowsWhenStopped,
} from "./workflowFailures.ts";

// Spec 1 §8, spec 2 §8 and spec 3 §8: what people read when something fails, each provoked as they meet it, on a product
// of its own whose database is stopped. Every test is a table of action → header and words, so that a failure shows as a
// difference; the rows of each part stand in its own file beside this one.

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
  account = await enter(page, address, owner);
  await page.goto(address + path);
  await see(page.getByRole("main"));
  return page;
}

/** A window of a browser of its own. */
async function strangerAt(path: string): Promise<Page> {
  const page = await browser.page({ stranger: true });
  await enter(page, address, owner);
  await page.goto(address + path);
  return page;
}

const scene = failureScene(
  at,
  () => account,
  () => ({ numberSet, connection }),
);
const { makeTemplate, makeWorkflow, makeConnection, makeWebhook, remove } = scene;

describe("Errors as users meet them (spec 1 §8, spec 2 §8, spec 3 §8)", () => {
  test("a row removed beneath says what is not there", async () => {
    const first = await browser.page();
    await setUp(first, { address, line });
    account = await enter(first, address, owner);
    // runs must end at any hour of the day
    await account.call("PUT", "/v4/account/", { settings: { legalHours: false } });
    numberSet = await account.makeNumberSet("Errors");
    connection = await makeConnection("Kept");
    const groups = [
      workflowsRemoved,
      clonesRemoved,
      templatesRemoved,
      webhooksRemoved,
      connectionsRemoved,
      callbacksRemoved,
    ];
    const removed = groups.map((group) => group(scene));
    const runs = await makeRunScene(account, numberSet, "Removed");
    const over = runsOver(at, account, runs, "Removed");
    const read = await table(
      ...(await Promise.all([...removed, runsRemoved(at, remove, runs), routesRemoved(at, () => account), over])),
    );
    expect(read).toEqual({
      ...workflowsWhenRemoved,
      ...templatesWhenRemoved,
      ...webhooksWhenRemoved,
      ...routesWhenRemoved,
      ...runsOverTold,
      "save a disposition": ['Disposition "Removed sale" not found'],
      "save a work group": ["Error saving work group", "Work group not found"],
      "load a workflow log": ["There was an error getting workflow log", "Journey not found"],
    });
  });

  test("a stopped database says so under the header of each action, and what was typed stays", async () => {
    const seed = await at("/assets");
    const [workflows, templates, webhooks, assets] = await Promise.all([
      workflowsWhenStopped(scene, strangerAt),
      templatesWhenStopped(scene),
      webhooksWhenStopped(scene),
      at("/assets"),
    ]);
    const runs = await runsWhenStopped(at, await makeRunScene(account, numberSet, "Daily"), "Daily");
    const routes = await routesWhenStopped(at, () => account);
    const startAgain = await stopDatabase(join(folder, "data"), address);

    await follow(workflows.others, "Stopped");
    await follow(templates.texts, "Stopped text");
    await follow(webhooks.hooks, "Stopped hook");
    await follow(webhooks.lines, "Kept");
    // the pages of a day are read by themselves: at most a few windows ask at once
    const ofRuns = await table(...runs);
    expect(ofRuns).toEqual(runsStopped);
    await workflows.editor.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    const read = await table(
      routes,
      ...workflows.rows,
      ...templates.rows,
      ...webhooks.rows,
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
      ...workflowsStopped,
      ...templatesStopped,
      ...webhooksStopped,
      "list templates": ["Error loading SMS templates.", down],
      "list workflows": ["Error loading page.", down],
      "list webhooks": ["There was an error getting callbacks", down],
      "list connections": ["There was an error getting connections", down],
      "list IVR menus": ["Failed to load IVR menus.", down],
    });

    // the database is back: the same page goes on where it was
    await press(workflows.others, "Reload Workflow");
    await see(card(workflows.others, "Start 1"));
    await press(templates.texts, "Save");
    expect(await told(templates.texts, "Template was created successfully")).toEqual([
      "Template was created successfully",
      "Never made",
    ]);
  });

  test("what a gateway says stands for the product's words, and 'Undefined error' where it says nothing (spec 2 §8)", async () => {
    const gateway = await startGateway(address);
    onTestFinished(gateway.stop);
    expect(await table(await behindGateway(scene, gateway))).toEqual(gatewaySaid);
  });

  test("who is contacted, and what answers calls, was removed beneath and says what is not there (spec 3 §8)", async () => {
    expect(await table(...(await voiceRemoved(at, () => account, remove)))).toEqual(voiceWhenRemoved);
    expect(await table(await peopleRemoved(scene))).toEqual(peopleWhenRemoved);
  });

  test("who is contacted, and what answers calls: the database is stopped, and what was typed stays (spec 3 §8)", async () => {
    const actions = await voiceWhenStopped(at, () => account);
    const people = await peopleWhenStopped(scene);
    const startAgain = await stopDatabase(join(folder, "data"), address);
    const read = await table(...actions);
    // a few windows at a time
    const ofPeople = await table(...people);
    await startAgain();
    expect(read).toEqual(voiceStopped);
    expect(ofPeople).toEqual(peopleStopped);
  });

  test("brands and 10DLC campaigns: removed beneath, and then the database is stopped (spec 1 §8)", async () => {
    const { removed, fileBefore, stopped } = await registrationFailures(scene);
    expect(await table(...removed)).toEqual(registrationWhenRemoved);
    await fileBefore();
    const startAgain = await stopDatabase(join(folder, "data"), address);
    const read = await table(...stopped);
    await startAgain();
    expect(read).toEqual(registrationWhenStopped);
  });

  test("an ended session says so and leads to the sign-in", async () => {
    const seed = await at("/assets");
    await makeIvr(account, "ivr-ended");
    await account.call("POST", "/v4/livelist", { listName: "list-ended" });
    const pages = {
      workflow: await at(editorOf(await makeWorkflow("Ended"))),
      template: await at(`/templates/edit/${await makeTemplate("Ended")}`),
      webhook: await at(`/webhooks/edit/${await makeWebhook("Ended")}`),
      connection: await at(`/webhooks/connection/edit/${await makeConnection("Ended")}`),
      "work group": await at(`/workgroups/edit/${(await makeRunScene(account, numberSet, "Ended")).workGroupId}`),
      "IVR menu": await at("/ivr/edit/ivr-ended"),
      "live list": await at("/live-lists/edit/list-ended"),
    };
    const runner = await at("/runners/create");
    await choose(runner, "Workflow", "Ended");
    const { people, looking } = await peopleEnded(scene);
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
      ...people,
    });
    // a page that reads itself again leads there by itself
    await see(looking.getByText("Sign in to go on where you were."));
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
      "pause a run": ["Error pausing workflow", ended],
      "cancel a run to come": ["Error updating workflow", ended],
      "save a contact": ["Error saving contact", ended],
      "send a reply": ["Error sending reply", ended],
      "add numbers not to contact": ["Error changing the do-not-contact list", ended],
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
