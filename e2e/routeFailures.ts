import type { Page } from "playwright-core";
import type { Account } from "./account.ts";
import { card } from "./editor.ts";
import { type Rows, readFailure, removeBeneath, tick } from "./failures.ts";
import { drawingOf } from "./inboundDrawing.ts";
import { follow, press, see } from "./page.ts";
import { down } from "./runFailures.ts";

// Spec 1 §8 for inbound workflows: their rows in the list, their designer.

const editorOf = (routeTag: string): string => `/campaigns/workflow-inbound/edit/${encodeURIComponent(routeTag)}`;
const makeRoute = (account: Account, name: string): Promise<string> =>
  account.makeRoute(name, drawingOf([{ kind: "voicemail", under: "callSrc" }]));
const removeRoute = (account: Account, routeTag: string): Promise<unknown> =>
  account.call("DELETE", `/v4/route/tag/${encodeURIComponent(routeTag)}?forceDelete=true`);

/** Inbound workflows that are taken away beneath the list and the designer. */
export async function routesRemoved(at: (path: string) => Promise<Page>, account: () => Account): Promise<Rows> {
  const page = await at("/campaigns");
  const [cloned, half, loaded, saved, deleted] = await Promise.all(
    ["route cloned", "route half", "route loaded", "route saved", "route deleted"].map((name) =>
      makeRoute(account(), name),
    ),
  );
  // the name that the first destination of the clone would get
  const taken = await makeRoute(account(), "route in the way");
  const [own] = (await account().call("GET", `/v4/route/${encodeURIComponent(taken)}/`)).payload;
  await account().call("POST", "/v4/route/", { ...own, name: "dest_route half_clone_01" });
  await page.reload();
  await see(page.getByRole("table").getByRole("link", { name: "route cloned", exact: true }));
  return {
    "clone an inbound workflow": async () => {
      await press(page, "Clone route cloned");
      await see(page.getByRole("dialog").getByRole("button", { name: "Clone", exact: true }));
      await removeBeneath(page, "route cloned", () => removeRoute(account(), cloned ?? ""))();
      await press(page.getByRole("dialog"), "Clone");
      const words = await readFailure(page, "Error cloning workflow");
      await press(page.getByRole("dialog"), "Cancel");
      return words;
    },
    "save the clone of an inbound workflow": async () => {
      await press(page, `Clone ${half}`);
      await press(page.getByRole("dialog"), "Clone");
      const words = await readFailure(page, "Failed to clone workflow.");
      await press(page.getByRole("dialog"), "Cancel");
      const left = (await account().call("GET", "/v4/route/tag/")).payload.map(({ routeTag }) => routeTag);
      return [...words, String(left.includes(`${half}_clone`))];
    },
    "delete an inbound workflow": async () => {
      const away = removeBeneath(page, "route deleted", () => removeRoute(account(), deleted ?? ""));
      await tick(page, ["route deleted"], "Delete Workflow(s)", "Delete", away);
      return readFailure(page, "Error deleting workflows.");
    },
    "load an inbound workflow": async () => {
      await removeRoute(account(), loaded ?? "");
      await page.reload();
      const designer = await at(editorOf(loaded ?? ""));
      return readFailure(designer, "Error loading page.");
    },
    "save an inbound workflow": async () => {
      const designer = await at(editorOf(saved ?? ""));
      await see(card(designer, "Voicemail 1"));
      await removeRoute(account(), saved ?? "");
      await press(designer, "Save");
      return readFailure(designer, "Error assigning numbers");
    },
  };
}

export const routesWhenRemoved: Record<string, string[]> = {
  "clone an inbound workflow": ["Error cloning workflow", "Route tag not found"],
  "save the clone of an inbound workflow": [
    "Failed to clone workflow.",
    'Voicemail (voicemail-1): A route destination named "dest_route half_clone_01" already exists',
    "false",
  ],
  "delete an inbound workflow": [
    "Error deleting workflows.",
    "There was an error deleting the workflow",
    "Route tag not found",
  ],
  "load an inbound workflow": ["Error loading page.", "Route tag not found"],
  "save an inbound workflow": ["Error assigning numbers", "Route tag not found"],
};

/** The designer and the list of inbound workflows while the database is down; what was drawn stays. */
export async function routesWhenStopped(at: (path: string) => Promise<Page>, account: () => Account): Promise<Rows> {
  const list = await at("/campaigns");
  const routeTag = await makeRoute(account(), "route stopped");
  await list.reload();
  await see(list.getByRole("table").getByRole("link", { name: routeTag, exact: true }));
  const designer = await at(editorOf(routeTag));
  await see(card(designer, "Voicemail 1"));
  return {
    "save an inbound workflow": async () => {
      await press(designer, "Save");
      return readFailure(designer, "Error assigning numbers");
    },
    "clone an inbound workflow": async () => {
      await press(list, `Clone ${routeTag}`);
      await press(list.getByRole("dialog"), "Clone");
      const words = await readFailure(list, "Error cloning workflow");
      await press(list.getByRole("dialog"), "Cancel");
      return words;
    },
    "load an inbound workflow": async () => {
      await follow(list, routeTag);
      return readFailure(list, "Error loading page.");
    },
  };
}

export const routesStopped: Record<string, string[]> = {
  "save an inbound workflow": ["Error assigning numbers", down],
  "clone an inbound workflow": ["Error cloning workflow", down],
  "load an inbound workflow": ["Error loading page.", down],
};
