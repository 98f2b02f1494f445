import { describe, expect, test } from "vitest";
import { card } from "./editor.ts";
import { useFailingProduct } from "./failingProduct.ts";
import { readFailure, table } from "./failures.ts";
import { follow, goTo, press, see } from "./page.ts";
import { peopleStopped, peopleWhenStopped } from "./peopleFailures.ts";
import { registrationFailures, registrationWhenRemoved, registrationWhenStopped } from "./registrationFailures.ts";
import { routesStopped, routesWhenStopped } from "./routeFailures.ts";
import { down, makeRunScene, runsStopped, runsWhenStopped } from "./runFailures.ts";
import { templatesStopped, templatesWhenStopped } from "./templateFailures.ts";
import { voiceStopped, voiceWhenStopped } from "./voiceFailures.ts";
import { webhooksStopped, webhooksWhenStopped } from "./webhookFailures.ts";
import { workflowsStopped, workflowsWhenStopped } from "./workflowFailures.ts";

// Spec 1 §8, spec 2 §8 and spec 3 §8: every action on a database that is stopped, as users meet it. Part of `npm run prove`;
// errors.e2e.ts has one page of it.

const product = useFailingProduct();
const { at, scene } = product;

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
