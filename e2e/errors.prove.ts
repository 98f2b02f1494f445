import type { Page, Response } from "playwright-core";
import { describe, expect, test } from "vitest";
import { enter } from "./account.ts";
import { card } from "./editor.ts";
import { useFailingProduct } from "./failingProduct.ts";
import { readFailure, table } from "./failures.ts";
import { answer, choose, fill, follow, goTo, press, readNotice, see } from "./page.ts";
import { peopleEnded, peopleRemoved, peopleStopped, peopleWhenRemoved, peopleWhenStopped } from "./peopleFailures.ts";
import { registrationFailures, registrationWhenRemoved, registrationWhenStopped } from "./registrationFailures.ts";
import { routesRemoved, routesStopped, routesWhenRemoved, routesWhenStopped } from "./routeFailures.ts";
import { down, makeRunScene, runsOver, runsRemoved, runsStopped, runsWhenStopped, shownRuns } from "./runFailures.ts";
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

// Spec 1 §8, spec 2 §8 and spec 3 §8: every action on what was removed beneath, on a database that is stopped and in a
// session that has ended, as users meet them. Part of `npm run prove`; errors.e2e.ts has a page on a stopped database.

const product = useFailingProduct();
const { at, scene, owner } = product;
const { makeTemplate, makeWorkflow, makeConnection, makeWebhook, remove } = scene;

describe("Every action on a stopped database (spec 1 §8, spec 2 §8, spec 3 §8)", () => {
  test("a stopped database says so under the header of each action, and what was typed stays", async () => {
    const seed = await at("/assets");
    const [workflows, templates, webhooks, assets] = await Promise.all([
      workflowsWhenStopped(scene, product.strangerAt),
      templatesWhenStopped(scene),
      webhooksWhenStopped(scene),
      at("/assets"),
    ]);
    const runs = await runsWhenStopped(
      at,
      await makeRunScene(product.account(), product.numberSet(), "Daily"),
      "Daily",
    );
    const routes = await routesWhenStopped(at, product.account);
    const startAgain = await product.stopDatabase();

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
          return readFailure(assets, "Error loading SMS templates.");
        },
        "list workflows": async () => {
          await goTo(assets, "Workflows");
          return readFailure(assets, "Error loading page.");
        },
      },
      {
        "list webhooks": async () => {
          await goTo(seed, "Webhooks");
          return readFailure(seed, "There was an error getting callbacks");
        },
        "list connections": async () => {
          await seed.getByRole("tab", { name: "Connections" }).click();
          return readFailure(seed, "There was an error getting connections");
        },
        "list IVR menus": async () => {
          await goTo(seed, "IVR Menus");
          return readFailure(seed, "Failed to load IVR menus.");
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

    // the database is back: the same page continues
    await press(workflows.others, "Reload Workflow");
    await see(card(workflows.others, "Start 1"));
    await press(templates.texts, "Save");
    expect(await readFailure(templates.texts, "Template was created successfully")).toEqual([
      "Template was created successfully",
      "Never made",
    ]);
  });

  test("who is contacted, and what answers calls: the database is stopped, and what was typed stays (spec 3 §8)", async () => {
    const actions = await voiceWhenStopped(at, product.account);
    const people = await peopleWhenStopped(scene);
    const startAgain = await product.stopDatabase();
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
    const startAgain = await product.stopDatabase();
    const read = await table(...stopped);
    await startAgain();
    expect(read).toEqual(registrationWhenStopped);
  });
});

describe("Every action on what was removed beneath (spec 1 §8, spec 2 §8, spec 3 §8)", () => {
  test("a row removed beneath says what is not there", async () => {
    const groups = [
      workflowsRemoved,
      clonesRemoved,
      templatesRemoved,
      webhooksRemoved,
      connectionsRemoved,
      callbacksRemoved,
    ];
    const removed = groups.map((group) => group(scene));
    const runs = await makeRunScene(product.account(), product.numberSet(), "Removed");
    const over = runsOver(at, product.account(), runs, "Removed");
    const read = await table(
      ...(await Promise.all([...removed, runsRemoved(at, remove, runs), routesRemoved(at, product.account), over])),
    );
    expect(read).toEqual({
      ...workflowsWhenRemoved,
      ...templatesWhenRemoved,
      ...webhooksWhenRemoved,
      ...routesWhenRemoved,
      ...shownRuns,
      "save a disposition": ['Disposition "Removed sale" not found'],
      "save a work group": ["Error saving work group", "Work group not found"],
      "load a workflow log": ["There was an error getting workflow log", "Journey not found"],
    });
  });

  test("who is contacted, and what answers calls, was removed beneath and says what is not there (spec 3 §8)", async () => {
    expect(await table(...(await voiceRemoved(at, product.account, remove)))).toEqual(voiceWhenRemoved);
    expect(await table(await peopleRemoved(scene))).toEqual(peopleWhenRemoved);
  });
});

describe("Every action in a session that has ended (spec 1 §8, spec 2 §8, spec 3 §8)", () => {
  test("a page whose session has ended keeps what was typed and saves it after the next sign-in", async () => {
    const { contactId } = await product.account().makeContact("Stays");
    const contact = await at(`/contacts/${contactId}?edit=yes&tab=workflows`);
    await fill(contact, "Last name", "Kept");
    await product.endSessions();
    expect(await answer(contact, "Stay")).toContain("Your session has ended.");
    // the page refreshes itself and is refused again, but asks no more
    const refused = (answered: Response) =>
      answered.status() === 401 && answered.url().includes("/v4/campaign/status/");
    for (let count = 0; count < 2; count++) await contact.waitForResponse(refused);
    expect(await contact.getByRole("dialog").count()).toBe(0);
    expect(await contact.getByRole("textbox", { name: "Last name", exact: true }).inputValue()).toBe("Kept");
    await enter(contact, product.address(), owner);
    await press(contact, "Save");
    expect(await readNotice(contact, "Contact saved")).toBe("Stays Kept");
  });

  test("an ended session says so and leads to the sign-in", async () => {
    const seed = await at("/assets");
    await makeIvr(product.account(), "ivr-ended");
    await product.account().call("POST", "/v4/livelist", { listName: "list-ended" });
    const pages = {
      workflow: await at(editorOf(await makeWorkflow("Ended"))),
      template: await at(`/templates/edit/${await makeTemplate("Ended")}`),
      webhook: await at(`/webhooks/edit/${await makeWebhook("Ended")}`),
      connection: await at(`/webhooks/connection/edit/${await makeConnection("Ended")}`),
      "work group": await at(
        `/workgroups/edit/${(await makeRunScene(product.account(), product.numberSet(), "Ended")).workGroupId}`,
      ),
      "IVR menu": await at("/ivr/edit/ivr-ended"),
      "live list": await at("/live-lists/edit/list-ended"),
    };
    const runner = await at("/runners/create");
    await choose(runner, "Workflow", "Ended");
    const { people, looking } = await peopleEnded(scene);
    for (const page of Object.values(pages)) await see(page.getByRole("button", { name: "Save", exact: true }));
    await seed.close();
    await product.endSessions();
    const save = (page: Page, header: string) => async () => {
      await press(page, "Save");
      const words = await readFailure(page, header);
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
        const words = await readFailure(runner, "There was an error creating runner batch");
        await see(runner.getByRole("heading", { name: "Sign in", level: 1 }));
        return words;
      },
      ...people,
    });
    // a page that reads itself again leads there by itself
    await see(looking.getByText("Sign in to pick up where you left off."));
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
      "add numbers not to contact": ["Error updating the do-not-contact list", ended],
    });
  });
});
