import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Account, endingIn, ivrOf, written } from "./account.ts";
import { deleteRow, type Rows, readFailure } from "./failures.ts";
import { drawingOf } from "./inboundDrawing.ts";
import { answer, choose, fill, follow, goTo, holds, patience, press, rowOf, see } from "./page.ts";
import { down } from "./runFailures.ts";

// Spec 3 §8: IVR menus, live lists and integrations; with them work groups and the voicemail box.

/** Opens a window at a place of the product, signed in. */
type At = (path: string) => Promise<Page>;
type Remove = (path: string, body?: unknown) => Promise<unknown>;

/** An IVR menu with its route tag and routing rule, as its form makes them (spec 3 §4). */
export async function makeIvr(account: Account, name: string, mohUrl?: string): Promise<void> {
  await account.call("POST", "/v4/route/tag/", { routeTag: name });
  await account.call("POST", "/v4/route/", {
    routeTag: name,
    srcType: "call",
    dest: "ivr",
    destType: "ivr",
    name: `ivr-${name}`,
    priority: 0,
    status: 1,
    description: "",
    callbackUrl: "",
    options: { timezone: 0, ivr: name, ...(mohUrl && { mohUrl }) },
    ruleDTO: { name: `rule_${name}_ivr`, and: [], or: [] },
  });
  await account.call("POST", "/v4/ivr", ivrOf(name));
}

const makeWorkGroup = async (account: Account, name: string): Promise<string> =>
  String((await account.call("POST", "/v4/workgroup/", { name, members: [] })).payload[0]?.["workGroupId"]);

interface Left {
  voicemailId: string;
  /** Who spoke, and the number that they called. */
  from: string;
  own: string;
  routeTag: string;
}

/** A handset calls a number of the account's and leaves a voicemail. */
async function leaveVoicemail(account: Account, name: string): Promise<Left> {
  const [free] = (await account.call("GET", "/v4/number/available?count=1")).payload;
  const own = String(free?.["phone"]);
  await account.call("POST", "/v4/number/", { phone: own });
  const routeTag = await account.makeRoute(name, drawingOf([{ kind: "voicemail", under: "callSrc" }]));
  await account.call("POST", `/v4/route/tag/${encodeURIComponent(routeTag)}/numbers`, { numbers: [own] });
  const from = endingIn("0177");
  const [leg] = (await account.call("POST", "/v4/simulator/call", { from, to: own })).payload;
  const find = async () =>
    (await account.call("GET", `/v4/voicemail/?search=${encodeURIComponent(from)}`)).payload[0]?.["voicemailId"];
  await expect
    .poll(async () => {
      // the greeting is over, and there is no microphone
      await account.call("POST", `/v4/simulator/call/${leg?.["callId"]}/`, { heard: true, recording: "" });
      return find();
    }, patience)
    .toEqual(expect.any(String));
  return { voicemailId: String(await find()), from, own, routeTag };
}

/** Deletes a row that another user deletes while the question is open. */
async function deleteTaken(
  page: Page,
  name: string | RegExp,
  sure: string,
  take: () => Promise<unknown>,
): Promise<void> {
  await page.getByRole("button", { name }).click();
  await see(page.getByRole("dialog"));
  await take();
  await answer(page, sure);
}

/** A form is there with what was loaded for it. */
const ready = (page: Page): Promise<void> => see(page.getByRole("button", { name: "Save", exact: true }));

/** What another user deleted behind the list and the form. */
export async function voiceRemoved(at: At, account: () => Account, remove: Remove): Promise<Rows[]> {
  const box = await at("/voicemail");
  for (const name of ["ivr-removed", "ivr-deleted"]) await makeIvr(account(), name);
  for (const listName of ["list-removed", "list-deleted"]) await account().call("POST", "/v4/livelist", { listName });
  const [lost, deleted] = [await makeWorkGroup(account(), "Lost"), await makeWorkGroup(account(), "Deleted")];
  await makeWorkGroup(account(), "Taken");
  await remove(`/v4/workgroup/${lost}/`);
  const { voicemailId, from, own, routeTag } = await leaveVoicemail(account(), "speak removed");
  await remove(`/v4/route/tag/${encodeURIComponent(routeTag)}?forceDelete=true`);
  await remove(`/v4/number/${encodeURIComponent(own)}/`);
  const config = { provider: "remediation", key: "loginId", value: "removed" };
  await account().call("POST", "/v3/accounts/external/config", config);
  const [ivr, list, group, provider] = await Promise.all([
    at("/ivr/edit/ivr-removed"),
    at("/live-lists/edit/list-removed"),
    at(`/workgroups/edit/${lost}`),
    at("/external-integration"),
  ]);
  return [
    {
      "save an IVR menu": async () => {
        await ready(ivr);
        await remove("/v4/ivr", { ivrName: "ivr-removed" });
        await press(ivr, "Save");
        return readFailure(ivr, "Error saving IVR Menu.");
      },
      "load an IVR menu": async () => {
        await ivr.reload();
        return readFailure(ivr, "Error while loading page. Please try again later.");
      },
      "delete an IVR menu": async () => {
        await goTo(ivr, "IVR Menus");
        await deleteTaken(ivr, /^Delete ivr-deleted$/, "Delete IVR", () =>
          remove("/v4/ivr", { ivrName: "ivr-deleted" }),
        );
        return readFailure(ivr, "Error deleting IVR menu");
      },
    },
    {
      "save a live list": async () => {
        await ready(list);
        await remove("/v4/livelist", { listName: "list-removed" });
        await press(list, "Save");
        return readFailure(list, "Error saving Live List");
      },
      "load a live list": async () => {
        await list.reload();
        return readFailure(list, "Error loading live list");
      },
      "delete a live list": async () => {
        await goTo(list, "Live Lists");
        await deleteTaken(list, /^Delete list-deleted$/, "Delete live list", () =>
          remove("/v4/livelist", { listName: "list-deleted" }),
        );
        return readFailure(list, "Failed to delete Live List");
      },
    },
    {
      "load a work group": () => readFailure(group, "Error loading work group"),
      "delete a work group": async () => {
        await goTo(group, "Work Groups");
        await deleteTaken(group, /^Delete Deleted$/, "Delete work group", () => remove(`/v4/workgroup/${deleted}/`));
        return readFailure(group, "Error deleting work group");
      },
      "create a work group": async () => {
        await follow(group, "Work Group");
        await fill(group, "Name", "Taken");
        await press(group, "Save");
        return readFailure(group, "Error creating work group");
      },
    },
    {
      "call back who left a voicemail": async () => {
        await rowOf(box, "Voicemail", written(from))
          .getByRole("button", { name: /^Call back/ })
          .click();
        return (await readFailure(box, "Error calling back")).map((text) => text.replace(own, "N"));
      },
      "delete a voicemail": async () => {
        const button = `Delete voicemail of ${written(from)}`;
        await deleteTaken(box, button, "Delete voicemail", () => remove(`/v4/voicemail/${voicemailId}/`));
        return readFailure(box, "Error deleting voicemail");
      },
    },
    {
      "delete a provider": async () => {
        await deleteTaken(provider, /^Delete Remediation$/, "Delete", () =>
          remove("/v3/accounts/external/config/remediation"),
        );
        return readFailure(provider, "Something went wrong");
      },
    },
  ];
}

export const voiceWhenRemoved: Record<string, string[]> = {
  "save an IVR menu": ["Error saving IVR Menu.", "IVR menu not found"],
  "load an IVR menu": ["Error while loading page. Please try again later.", "IVR menu not found"],
  "delete an IVR menu": ["Error deleting IVR menu", "IVR menu not found"],
  "save a live list": ["Error saving Live List", 'Live list "list-removed" not found'],
  "load a live list": ["Error loading live list", 'There is no live list "list-removed". It may have been deleted.'],
  "delete a live list": ["Failed to delete Live List", 'Live list "list-deleted" not found'],
  "load a work group": ["Error loading work group", "Work group not found"],
  "delete a work group": ["Error deleting work group", "Work group not found"],
  "create a work group": ["Error creating work group", 'A work group named "Taken" already exists'],
  "call back who left a voicemail": [
    "Error calling back",
    "N no longer belongs to this account and cannot be used to call",
  ],
  "delete a voicemail": ["Error deleting voicemail", "Voicemail not found"],
  "delete a provider": ["Something went wrong Provider not found"],
};

/** Windows that are open before the database is stopped, and what fails in them then; what was typed stays. */
export async function voiceWhenStopped(at: At, account: () => Account): Promise<Rows[]> {
  const blank = await at("/assets");
  await makeIvr(account(), "ivr-stopped", "https://a.example/music.mp3");
  await account().call("POST", "/v4/livelist", { listName: "list-stopped" });
  await makeWorkGroup(account(), "Stopped group");
  const { from } = await leaveVoicemail(account(), "speak stopped");
  const listed = async (path: string, table: string, row: string): Promise<Page> => {
    const page = await at(path);
    await see(rowOf(page, table, row));
    return page;
  };
  const formed = async (path: string): Promise<Page> => {
    const page = await at(path);
    await ready(page);
    return page;
  };
  const [ivrs, ivr, lists, list, groups, box, provider] = await Promise.all([
    listed("/ivr", "IVR", "ivr-stopped"),
    formed("/ivr/edit/ivr-stopped"),
    listed("/live-lists", "LiveLists", "list-stopped"),
    formed("/live-lists/edit/list-stopped"),
    listed("/workgroups", "Work Groups", "Stopped group"),
    listed("/voicemail", "Voicemail", written(from)),
    at("/external-integration/create"),
  ]);
  await fill(ivr, "Default message text", "Typed meanwhile");
  await choose(provider, "Provider", "Remediation");
  await fill(provider, "LoginId", "never saved");
  const voicemail = rowOf(box, "Voicemail", written(from));
  const arrives = async (place: string, header: string): Promise<string[]> => {
    await goTo(blank, place);
    return readFailure(blank, header);
  };
  return [
    {
      "delete an IVR menu": async () => {
        await deleteRow(ivrs, "ivr-stopped", "Delete IVR");
        return readFailure(ivrs, "Error deleting IVR menu");
      },
      "load an IVR menu": async () => {
        await follow(ivrs, "ivr-stopped");
        return readFailure(ivrs, "Error while loading page. Please try again later.");
      },
      "load the form of a new IVR menu": async () => {
        await goTo(ivrs, "IVR Menus");
        await follow(ivrs, "IVR Configuration");
        return readFailure(ivrs, "Error while loading page. Please try again later.");
      },
    },
    {
      "save an IVR menu": async () => {
        await press(ivr, "Save");
        await readFailure(ivr, "Exception while processing.");
        await press(ivr, "Save");
        const words = await readFailure(ivr, "Exception while processing.");
        await holds(ivr, "Default message text", "Typed meanwhile");
        return words;
      },
      "load the versions of an IVR menu": async () => {
        await press(ivr, "Earlier versions");
        return readFailure(ivr, "Error loading versions");
      },
    },
    {
      "delete a live list": async () => {
        await deleteRow(lists, "list-stopped", "Delete live list");
        return readFailure(lists, "Failed to delete Live List");
      },
    },
    {
      "save a live list": async () => {
        await press(list, "Save");
        return readFailure(list, "Error saving Live List");
      },
    },
    {
      "delete a work group": async () => {
        await deleteRow(groups, "Stopped group", "Delete work group");
        return readFailure(groups, "Error deleting work group");
      },
      "load a work group": async () => {
        await follow(groups, "Stopped group");
        return readFailure(groups, "Error loading work group");
      },
    },
    {
      "mark a voicemail heard": async () => {
        await voicemail.getByRole("button", { name: /^Mark heard/ }).click();
        return readFailure(box, "Error saving voicemail");
      },
      "call back who left a voicemail": async () => {
        await voicemail.getByRole("button", { name: /^Call back/ }).click();
        return readFailure(box, "Error calling back");
      },
      "delete a voicemail": async () => {
        await voicemail.getByRole("button", { name: /^Delete/ }).click();
        await answer(box, "Delete voicemail");
        return readFailure(box, "Error deleting voicemail");
      },
    },
    {
      "save a provider": async () => {
        await press(provider, "Create");
        return readFailure(provider, "Something went wrong");
      },
    },
    {
      "list live lists": () => arrives("Live Lists", "Error loading live lists"),
      "list voicemails": () => arrives("Voicemail", "Error loading voicemails"),
      "list external integrations": () => arrives("External Integrations", "Error loading external integrations"),
    },
  ];
}

export const voiceStopped: Record<string, string[]> = {
  "delete an IVR menu": ["Error deleting IVR menu", down],
  "load an IVR menu": ["Error while loading page. Please try again later.", down],
  "load the form of a new IVR menu": ["Error while loading page. Please try again later.", down],
  // its hold music is the first step
  "save an IVR menu": ["Exception while processing.", down],
  "load the versions of an IVR menu": ["Error loading versions", down],
  "delete a live list": ["Failed to delete Live List", down],
  "save a live list": ["Error saving Live List", down],
  "delete a work group": ["Error deleting work group", down],
  "load a work group": ["Error loading work group", down],
  "mark a voicemail heard": ["Error saving voicemail", down],
  "call back who left a voicemail": ["Error calling back", down],
  "delete a voicemail": ["Error deleting voicemail", down],
  "save a provider": [`Something went wrong ${down} loginId`],
  "list live lists": ["Error loading live lists", down],
  "list voicemails": ["Error loading voicemails", down],
  "list external integrations": ["Error loading external integrations", down],
};
