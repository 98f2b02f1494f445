import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Account, makePeople, textWorkflow } from "./account.ts";
import { deleteRow, type Rows, readFailure } from "./failures.ts";
import { answer, fill, goTo, patience, press, rowOf, see } from "./page.ts";

// Spec 2 §8 for what runs workflows every day: enrollments, runners, reports, dispositions, lists of numbers and groups.

/** What runs of the account these failures need; the lists show each name. */
export interface RunScene {
  campaignId: string;
  disposition: string;
  workGroupId: string;
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19);

/** A workflow of its own with a run under way, one that has not begun, runs to come, a disposition and a work group. */
export async function makeRunScene(account: Account, numberSet: string, name: string): Promise<RunScene> {
  const template = await account.makeTemplate(`of ${name}`, "Hello");
  const campaignId = await account.makeWorkflow(name, numberSet, textWorkflow(template));
  const people = await makePeople(account);
  await account.startRun(campaignId, people, { displayName: `${name} going`, periodMs: 60_000 });
  await account.startRun(campaignId, people, { displayName: `${name} idle`, start: false });
  const schedule = async (displayName: string, when: object) =>
    account.call("POST", `/v4/campaign/${campaignId}/batch/schedule`, {
      timezoneId: 0,
      createBatchRequest: { displayName, periodMs: 1000, statements: [] },
      ...when,
    });
  await schedule(`${name} once`, { nextScheduled: inDays(3) });
  const later = (await schedule(`${name} later`, { nextScheduled: inDays(4) })).payload[0];
  await account.call("PUT", `/v4/campaign/${campaignId}/batch/schedule/${later?.["eventId"]}`, { ...later, status: 0 });
  await schedule(`${name} weekly`, { dayOfWeek: 62, timeOfDay: "09:30" });
  const disposition = `${name} sale`;
  await account.call("POST", "/v4/disposition/", { key: disposition, description: "Bought" });
  const group = await account.call("POST", "/v4/workgroup/", { name: `${name} group`, members: [] });
  return { campaignId, disposition, workGroupId: String(group.payload[0]?.["workGroupId"]) };
}

/** Opens a window at a place of the product, signed in. */
type At = (path: string) => Promise<Page>;

const act = async (page: Page, table: string, name: string, words: string): Promise<void> =>
  rowOf(page, table, name)
    .getByRole("button", { name: `${words} ${name}`, exact: true })
    .click();

/** Saves the open dialog; its entries stay when it fails. */
const saveDialog = async (page: Page, header: string): Promise<string[]> => {
  await press(page.getByRole("dialog"), "Save");
  const words = await readFailure(page, header);
  await press(page.getByRole("dialog"), "Cancel");
  return words;
};

/** Windows that are open before the database is stopped, and what fails in them then. */
export async function runsWhenStopped(at: At, { campaignId, disposition, workGroupId }: RunScene, name: string) {
  const seen = async (path: string, table: string, row: string): Promise<Page> => {
    const page = await at(path);
    await see(rowOf(page, table, row));
    return page;
  };
  const [history, scheduled, recurring, runners, create, dispositions, group, lists] = await Promise.all([
    seen(`/enrollments?campaignId=${campaignId}`, "Run History", `${name} going`),
    seen(`/enrollments/scheduled?campaignId=${campaignId}`, "Scheduled", `${name} once`),
    seen(`/enrollments/recurring?campaignId=${campaignId}`, "Recurring", `${name} weekly`),
    seen(`/runners?q=${encodeURIComponent(name)}`, "Runners", `${name} going`),
    at(`/runners/create?campaignId=${campaignId}`),
    seen("/dispositions", "Dispositions", disposition),
    at(`/workgroups/edit/${workGroupId}`),
    at("/assets"),
  ]);
  await see(create.getByRole("button", { name: "Start run" }));
  await see(group.getByRole("button", { name: "Save", exact: true }));
  const listed = async (place: string, header: string, tab?: string): Promise<string[]> => {
    await goTo(lists, place);
    if (tab !== undefined) await lists.getByRole("tab", { name: tab }).click();
    return readFailure(lists, header);
  };
  const groups: Rows[] = [
    {
      "change the rate of a run": async () => {
        await act(history, "Run History", `${name} going`, "Edit rate");
        return saveDialog(history, "Error updating workflow rate");
      },
      "pause a run": async () => {
        await act(history, "Run History", `${name} going`, "Pause");
        await answer(history, "Pause");
        return readFailure(history, "Error pausing workflow");
      },
      "start a run": async () => {
        await act(history, "Run History", `${name} idle`, "Start");
        return readFailure(history, "Error starting workflow");
      },
    },
    {
      "change the rate of a run to come": async () => {
        await act(scheduled, "Scheduled", `${name} once`, "Edit rate");
        return saveDialog(scheduled, "Error updating workflow rate");
      },
      "pause a run to come": async () => {
        await act(scheduled, "Scheduled", `${name} once`, "Pause");
        return readFailure(scheduled, "Error pausing campaign");
      },
      "unpause a run to come": async () => {
        await act(scheduled, "Scheduled", `${name} later`, "Unpause");
        return readFailure(scheduled, "Error updating workflow");
      },
      "cancel a run to come": async () => {
        await act(scheduled, "Scheduled", `${name} later`, "Cancel");
        await answer(scheduled, "Cancel run");
        return readFailure(scheduled, "Error updating workflow");
      },
    },
    {
      "load the time zones": async () => {
        await act(recurring, "Recurring", `${name} weekly`, "Edit");
        return readFailure(recurring, "Error loading timezones");
      },
      "change a recurring run": () => saveDialog(recurring, "Error updating recurring workflow"),
    },
    {
      "stop a runner": async () => {
        await act(runners, "Runners", `${name} going`, "Stop");
        await answer(runners, "Stop");
        return readFailure(runners, "There was an error stopping the workflow");
      },
      "start a runner": async () => {
        await act(runners, "Runners", `${name} idle`, "Start");
        return readFailure(runners, "There was an error starting the runner");
      },
      "pause a runner to come": async () => {
        await act(runners, "Runners", `${name} once`, "Pause");
        return readFailure(runners, "There was an error updating the runner");
      },
    },
    {
      "create a runner": async () => {
        await press(create, "Start run");
        return readFailure(create, "There was an error creating runner batch");
      },
    },
    {
      "save a disposition": async () => {
        await press(dispositions, `Edit ${disposition}`);
        return saveDialog(dispositions, down);
      },
      "delete a disposition": async () => {
        await deleteRow(dispositions, disposition, "Delete disposition");
        return readFailure(dispositions, down);
      },
    },
    {
      "save a work group": async () => {
        await press(group, "Save");
        return readFailure(group, "Error saving work group");
      },
    },
    {
      "list runs": () => listed("Runs", "Error loading historical workflows"),
      "list runs to come": () => listed("Runs", "Error loading scheduled workflows", "Scheduled"),
      "list recurring runs": () => listed("Runs", "Error loading scheduled workflows", "Recurring"),
      "list runners": async () => {
        await goTo(lists, "Runs");
        await lists.getByRole("link", { name: "New run" }).first().click();
        await lists.getByRole("link", { name: "Runners", exact: true }).click();
        return readFailure(lists, "There was an error getting campaign runners");
      },
      "list dispositions": () => listed("Dispositions", "Error loading page"),
      "list number sets": () => listed("Number Sets", "There was an error getting number sets"),
      "make a report": () => listed("Reports", "There was an error generating a report"),
      "list numbers not to contact": () => listed("Do not contact", "Error loading do-not-contact list"),
      "list work groups": () => listed("Work Groups", "Error loading work groups"),
      "list contacts": () => listed("Contacts", "Error loading contacts"),
    },
  ];
  return groups;
}

/** What every call says while the database is down. */
export const down = "The database is unavailable. Try again in a moment";

/** What is read of each of them. */
export const runsStopped: Record<string, string[]> = {
  "change the rate of a run": ["Error updating workflow rate", down],
  "pause a run": ["Error pausing workflow", down],
  "start a run": ["Error starting workflow", down],
  "change the rate of a run to come": ["Error updating workflow rate", down],
  "pause a run to come": ["Error pausing campaign", down],
  "unpause a run to come": ["Error updating workflow", down],
  "cancel a run to come": ["Error updating workflow", down],
  "load the time zones": ["Error loading timezones", down],
  "change a recurring run": ["Error updating recurring workflow", down],
  "stop a runner": ["There was an error stopping the workflow", down],
  "start a runner": ["There was an error starting the runner", down],
  "pause a runner to come": ["There was an error updating the runner", down],
  "create a runner": ["There was an error creating runner batch", down],
  // the first error's message is the whole notice
  "save a disposition": [down],
  "delete a disposition": [down],
  "save a work group": ["Error saving work group", down],
  "list runs": ["Error loading historical workflows", down],
  "list runs to come": ["Error loading scheduled workflows", down],
  "list recurring runs": ["Error loading scheduled workflows", down],
  "list runners": ["There was an error getting campaign runners", down],
  "list dispositions": ["Error loading page", down],
  "list number sets": ["There was an error getting number sets", down],
  "make a report": ["There was an error generating a report", down],
  "list numbers not to contact": ["Error loading do-not-contact list", down],
  "list work groups": ["Error loading work groups", down],
  "list contacts": ["Error loading contacts", down],
};

/** What runs that have ended beneath say, and runs to come whose workflow was deleted: each is asked for in a dialog that was open before. */
export async function runsOver(at: At, account: Account, { campaignId }: RunScene, name: string): Promise<Rows> {
  const seen = async (path: string, table: string, row: string, words: string): Promise<Page> => {
    const page = await at(path);
    await act(page, table, row, words);
    await see(page.getByRole("dialog"));
    return page;
  };
  const history = `/enrollments?campaignId=${campaignId}`;
  const scheduled = `/enrollments/scheduled?campaignId=${campaignId}`;
  const going = `${name} going`;
  const [paused, repaced, stopped, rate, time, cancelled, recurring] = await Promise.all([
    seen(history, "Run History", going, "Pause"),
    seen(history, "Run History", going, "Edit rate"),
    seen(`/runners?q=${encodeURIComponent(name)}`, "Runners", going, "Stop"),
    seen(scheduled, "Scheduled", `${name} once`, "Edit rate"),
    seen(scheduled, "Scheduled", `${name} once`, "Edit time"),
    seen(scheduled, "Scheduled", `${name} later`, "Cancel"),
    seen(`/enrollments/recurring?campaignId=${campaignId}`, "Recurring", `${name} weekly`, "Edit"),
  ]);
  const runs = `/v4/campaign/batch/?campaignId=${campaignId}`;
  const find = async () => (await account.call("GET", runs)).payload.find((row) => row["displayName"] === going);
  // the rest begins at once, and the run has ended
  await account.call("PUT", `/v4/campaign/${campaignId}/batch/${(await find())?.["batchId"]}/`, { periodMs: -1 });
  await expect.poll(async () => (await find())?.["status"], patience).toBe("Done");
  await account.call("DELETE", `/v4/campaign/${campaignId}/`);
  return {
    "pause a run that is done": async () => {
      await answer(paused, "Pause");
      return readFailure(paused, "Error pausing workflow");
    },
    "change the rate of a run that is done": () => saveDialog(repaced, "Error updating workflow rate"),
    "stop a runner that is done": async () => {
      await answer(stopped, "Stop");
      return readFailure(stopped, "There was an error stopping the workflow");
    },
    "change the rate of a run to come that is over": () => saveDialog(rate, "Error updating workflow rate"),
    "change the time of a run to come that is over": () => saveDialog(time, "Error updating workflow"),
    "cancel a run to come that is over": async () => {
      await answer(cancelled, "Cancel run");
      return readFailure(cancelled, "Error updating workflow");
    },
    "change a recurring run that is over": () => saveDialog(recurring, "Error updating recurring workflow"),
  };
}

const isDone = "The run is already done";
const isOver = "This schedule has ended and cannot be changed. Create a new one to run the workflow again.";

/** What is read of each of them. */
export const shownRuns: Record<string, string[]> = {
  "pause a run that is done": ["Error pausing workflow", isDone],
  "change the rate of a run that is done": [
    "Error updating workflow rate",
    "The run is done, so its rate can no longer be changed",
  ],
  "stop a runner that is done": ["There was an error stopping the workflow", isDone],
  "change the rate of a run to come that is over": ["Error updating workflow rate", isOver],
  "change the time of a run to come that is over": ["Error updating workflow", isOver],
  "cancel a run to come that is over": ["Error updating workflow", isOver],
  "change a recurring run that is over": ["Error updating recurring workflow", isOver],
};

/** A disposition, a work group and a journey that were deleted or never existed. */
export async function runsRemoved(
  at: At,
  remove: (path: string, body?: unknown) => Promise<unknown>,
  { disposition, workGroupId }: RunScene,
): Promise<Rows> {
  const [page, group] = [await at("/dispositions"), await at(`/workgroups/edit/${workGroupId}`)];
  await see(group.getByRole("button", { name: "Save", exact: true }));
  return {
    "save a disposition": async () => {
      await press(page, `Edit ${disposition}`);
      await fill(page.getByRole("dialog"), "Description", "Bought again");
      await remove("/v4/disposition", { key: disposition });
      return saveDialog(page, `Disposition "${disposition}" not found`);
    },
    "save a work group": async () => {
      await remove(`/v4/workgroup/${workGroupId}/`);
      await press(group, "Save");
      return readFailure(group, "Error saving work group");
    },
    "load a workflow log": async () => {
      const missing = await at("/journeys/00000000-0000-7000-8000-000000000000");
      return readFailure(missing, "There was an error getting workflow log");
    },
  };
}
