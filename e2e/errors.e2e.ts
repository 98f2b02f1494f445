import type { Page, Response } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { enter } from "./account.ts";
import { useFailingProduct } from "./failingProduct.ts";
import { deleteRow, readFailure, table, tick } from "./failures.ts";
import { startGateway } from "./gateway.ts";
import { behindGateway, gatewaySaid } from "./gatewayFailures.ts";
import { answer, choose, fill, follow, goTo, press, readNotice, rowOf, see } from "./page.ts";
import { peopleEnded, peopleRemoved, peopleWhenRemoved } from "./peopleFailures.ts";
import { routesRemoved, routesWhenRemoved } from "./routeFailures.ts";
import { down, makeRunScene, runsOver, runsRemoved, shownRuns } from "./runFailures.ts";
import { templatesRemoved, templatesStopped, templatesWhenRemoved, templatesWhenStopped } from "./templateFailures.ts";
import { makeIvr, voiceRemoved, voiceWhenRemoved } from "./voiceFailures.ts";
import { callbacksRemoved, connectionsRemoved, webhooksRemoved, webhooksWhenRemoved } from "./webhookFailures.ts";
import { clonesRemoved, editorOf, workflowsRemoved, workflowsWhenRemoved } from "./workflowFailures.ts";

// Spec 1 §8, spec 2 §8 and spec 3 §8: what people read when something fails, each provoked as they meet it, on a product
// of its own whose database is stopped. Every test is a table of action → header and words, so that a failure shows as a
// difference. The rows of each part are in files next to this one. Every action on a stopped database: errors.prove.ts.

const product = useFailingProduct();
const { at, scene, browser, owner } = product;
const { makeTemplate, makeWorkflow, makeConnection, makeWebhook, remove } = scene;

/** Ends every session of the owner from another browser. */
async function endSessions(): Promise<void> {
  const elsewhere = await browser.page({ stranger: true });
  const other = await enter(elsewhere, product.address(), owner);
  for (const { current, sessionId } of (await other.call("GET", "/v4/session/")).payload)
    if (!current) await other.call("DELETE", `/v4/session/${sessionId}/`);
}

describe("Errors as users meet them (spec 1 §8, spec 2 §8, spec 3 §8)", () => {
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

  test("a stopped database says so, keeps what was typed, and the page continues when it is back", async () => {
    const { templates, seed } = { templates: await templatesWhenStopped(scene), seed: await at("/assets") };
    const startAgain = await product.stopDatabase();
    await follow(templates.texts, "Stopped text");
    const read = await table(...templates.rows, {
      "list workflows": async () => {
        await goTo(seed, "Workflows");
        return readFailure(seed, "Error loading page.");
      },
    });
    await startAgain();
    expect(read).toEqual({ ...templatesStopped, "list workflows": ["Error loading page.", down] });

    await press(templates.texts, "Save");
    expect(await readFailure(templates.texts, "Template was created successfully")).toEqual([
      "Template was created successfully",
      "Never made",
    ]);
  });

  test("a gateway's message is shown, or 'Undefined error' when it has none (spec 2 §8)", async () => {
    const gateway = await startGateway(product.address());
    onTestFinished(gateway.stop);
    expect(await table(await behindGateway(scene, gateway))).toEqual(gatewaySaid);
  });

  test("who is contacted, and what answers calls, was removed beneath and says what is not there (spec 3 §8)", async () => {
    expect(await table(...(await voiceRemoved(at, product.account, remove)))).toEqual(voiceWhenRemoved);
    expect(await table(await peopleRemoved(scene))).toEqual(peopleWhenRemoved);
  });

  test("a page whose session has ended keeps what was typed and saves it after the next sign-in", async () => {
    const { contactId } = await product.account().makeContact("Stays");
    const contact = await at(`/contacts/${contactId}`);
    await fill(contact, "Last name", "Kept");
    await endSessions();
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
    await endSessions();
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

describe("Success as users meet it (spec 1 §8, spec 2 §8)", () => {
  test("each action says what was done", async () => {
    const page = await at("/campaigns");
    const list = async (path: string) => {
      await page.goto(product.address() + path);
      await see(page.getByRole("table").getByRole("link").first());
    };
    const read = await table({
      "clone a workflow": async () => {
        await makeWorkflow("Source");
        await list("/campaigns");
        await press(page, "Clone Source");
        await press(page.getByRole("dialog"), "Clone");
        return readFailure(page, "Cloned workflow");
      },
      "delete a workflow": async () => {
        await tick(page, ["Source"], "Delete Workflow(s)", "Delete");
        return readFailure(page, "Successfully deleted workflows.");
      },
      "delete workflows": async () => {
        await makeWorkflow("Other");
        await list("/campaigns");
        await tick(page, ["Source_clone", "Other"], "Delete Workflow(s)", "Delete");
        return readFailure(page, "Successfully deleted workflows.");
      },
      "delete templates": async () => {
        await makeTemplate("First");
        await makeTemplate("Second");
        await list("/templates");
        await tick(page, ["First", "Second"], "Delete Templates", "Delete templates");
        return readFailure(page, "Templates were deleted successfully");
      },
      "save a connection": async () => {
        await page.goto(`${product.address()}/webhooks/connection/edit/${await makeConnection("Renamed")}`);
        await fill(page, "Description", "Another");
        await press(page, "Save");
        return readFailure(page, "Connection saved");
      },
      "delete a connection": async () => {
        await see(rowOf(page, "Connections", "Renamed"));
        await deleteRow(page, "Renamed", "Delete connection");
        return readFailure(page, "Successfully deleted connection");
      },
      "delete a connection of callbacks": async () => {
        await makeConnection("Dropped");
        await list("/callbacks?tab=connections");
        await deleteRow(page, "Dropped", "Delete connection");
        return readFailure(page, "Connection deleted");
      },
      "delete a callback": async () => {
        await makeWebhook("Dropped");
        await list("/callbacks");
        await deleteRow(page, "Dropped", "Delete callback");
        return readFailure(page, "Callback deleted");
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
