import { describe, expect, onTestFinished, test } from "vitest";
import { useFailingProduct } from "./failingProduct.ts";
import { deleteRow, readFailure, table, tick } from "./failures.ts";
import { startGateway } from "./gateway.ts";
import { behindGateway, gatewaySaid } from "./gatewayFailures.ts";
import { fill, press, rowOf, see } from "./page.ts";

// Spec 1 §8, spec 2 §8 and spec 3 §8: what a gateway in front of the product says, and what is said when an action
// succeeded. Every test is a table of action → header and words, so that a failure shows as a difference.

const product = useFailingProduct();
const { at, scene } = product;
const { makeTemplate, makeWorkflow, makeConnection, makeWebhook } = scene;

describe("Errors as users meet them (spec 1 §8, spec 2 §8, spec 3 §8)", () => {
  test("a gateway's message is shown, or 'Undefined error' when it has none (spec 2 §8)", async () => {
    const gateway = await startGateway(product.address());
    onTestFinished(gateway.stop);
    expect(await table(await behindGateway(scene, gateway))).toEqual(gatewaySaid);
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
