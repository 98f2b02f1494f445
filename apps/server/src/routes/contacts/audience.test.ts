import { expect, it } from "vitest";
import { daily, once, scheduleWorld } from "../../../test/scheduleWorld.ts";
import { enrolBatch } from "../../jobs/runs/enrolBatch.ts";
import { fireSchedules } from "../../jobs/runs/fireSchedules.ts";

const { db, world, url, call, first } = await scheduleWorld();
const runs = `/v4/campaign/${world.campaign}/batch/`;
const inCity = (value: string) => [{ variable: "city", operation: "EQUALS", value, negated: false }];
const people = new Map<string, string>();
for (const [index, city] of ["Miami", "Miami", "Tampa"].entries()) {
  const made = await first("POST", "/v4/contact/", { phone: `+1202555016${index}`, firstName: `P${index}`, city });
  people.set(String(made["contactId"]), `P${index}`);
}
const create = async (name: string, city: string) =>
  String((await first("POST", "/v4/audience/", { name, statements: inCity(city) }))["audienceId"]);
const problemOf = async (method: string, address: string, body?: unknown) => {
  const answer = await call(method, address, body);
  return [answer.status, answer.body.error[0]?.message, answer.body.error[0]?.where];
};
/** First names of the contacts that a run has enrolled or filtered. */
const reached = async (batchId: string): Promise<(string | undefined)[]> => {
  while (await enrolBatch(db, world.account, batchId, 0));
  const rows = await db.tx([world.account], (q) =>
    q.rows<{ id: string }>(
      `select contact_id id from journey where account_id = $1 and batch_id = $2
       union select contact_id from batch_filtered where account_id = $1 and batch_id = $2`,
      [world.account, batchId],
    ),
  );
  return rows.map(({ id }) => people.get(id)).sort();
};

it("is created, listed, read and changed, and its name is unique in whatever case", async () => {
  const audienceId = await create("Beach", "Miami");
  const read = await first("GET", `/v4/audience/${audienceId}/`);
  expect(read).toMatchObject({ name: "Beach", statements: inCity("Miami"), usedBy: [] });
  const changed = await first("PUT", `/v4/audience/${audienceId}/`, {
    ...read,
    name: "Bay",
    statements: inCity("Tampa"),
  });
  expect(changed).toMatchObject({ audienceId, name: "Bay", statements: inCity("Tampa") });
  const listed = (await call("GET", "/v4/audience/")).body.payload;
  expect(listed.map((row) => row["name"])).toEqual(["Ann audience", "Bay"]);
  await create("Other", "Miami");
  const taken = [409, 'An audience named "BAY" already exists', "body.name"];
  expect(await problemOf("POST", "/v4/audience/", { name: "BAY", statements: inCity("x") })).toEqual(taken);
  const other = listed.find((row) => row["name"] === "Ann audience")?.["audienceId"];
  expect(await problemOf("PUT", `/v4/audience/${other}/`, { name: "BAY", statements: inCity("x") })).toEqual(taken);
});

it.each([
  ["a name", { name: " ", statements: inCity("x") }, "Name is required", "body.name"],
  ["a statement", { name: "A", statements: [] }, "Add at least one statement", "body.statements"],
  [
    "an operation that picks contacts",
    { name: "A", statements: [{ variable: "city", operation: "REGEX", value: "x" }] },
    'Operation "REGEX" cannot be used to select contacts',
    "body.statements[0]",
  ],
  [
    "a known field",
    { name: "A", statements: [{ variable: "shoe", operation: "EXISTS" }] },
    '"shoe" is neither a contact field nor a custom field of this account. The account\'s custom fields are age, interested.',
    "body.statements[0].variable",
  ],
])("needs %s", async (_, body, message, where) => {
  expect(await problemOf("POST", "/v4/audience/", body)).toEqual([400, message, where]);
});

it("a run contacts everyone who matches its audience when it starts, and keeps to that", async () => {
  const audienceId = await create("Changing", "Miami");
  const run = await first("POST", runs, { displayName: "Run", audienceId, start: false });
  expect(run).toMatchObject({ audienceId, audienceName: "Changing" });
  await first("PUT", `/v4/audience/${audienceId}/`, { name: "Changing", statements: inCity("Tampa") });
  await first("POST", `${runs}${run["batchId"]}/startAsync`, {});
  await first("PUT", `/v4/audience/${audienceId}/`, { name: "Changing", statements: inCity("Miami") });
  expect(await reached(String(run["batchId"]))).toEqual(["P2"]);
});

it("a schedule contacts everyone who matches its audience when it fires, and is sent back unchanged", async () => {
  const audienceId = await create("Weekly", "Tampa");
  const made = await first("POST", url, daily({ createBatchRequest: { displayName: "Week", audienceId } }));
  expect(made.createBatchRequest).toMatchObject({ audienceId, audienceName: "Weekly" });
  expect(made.createBatchRequest).not.toHaveProperty("statements");
  expect(await first("PUT", `${url}/${made["eventId"]}`, made)).toEqual(made);
  const { audienceId: _, audienceName: _1, ...others } = made.createBatchRequest;
  expect(await first("PUT", `${url}/${made["eventId"]}`, { ...made, createBatchRequest: others })).toEqual(made);
  await first("PUT", `/v4/audience/${audienceId}/`, { name: "Weekly", statements: inCity("Miami") });
  await fireSchedules(db, new Date(String(made["nextScheduled"])));
  const fired = await first("GET", `${url}/${made["eventId"]}`);
  expect(await reached(String((fired["last"] as { batchId: string }).batchId))).toEqual(["P0", "P1"]);
  const all = await first("PUT", `${url}/${made["eventId"]}`, {
    ...made,
    createBatchRequest: { ...others, statements: [] },
  });
  expect(all.createBatchRequest).toEqual({ ...others, statements: [] });
});

it("previews a run and starts a dry run for everyone who matches now", async () => {
  const audienceId = await create("Now", "Miami");
  expect(await first("POST", `${runs}forecast`, { audienceId })).toMatchObject({ selected: 2 });
  expect(await first("POST", `/v4/campaign/${world.campaign}/dryrun/`, { audienceId })).toMatchObject({
    status: "queued",
  });
});

it("cannot be deleted while a run or a schedule needs it, and the refusal names them", async () => {
  const audienceId = await create("Needed", "Miami");
  const address = `/v4/audience/${audienceId}/`;
  const run = await first("POST", runs, { displayName: "Waiting run", audienceId, start: false });
  const schedule = await first("POST", url, once({ createBatchRequest: { displayName: "Later", audienceId } }));
  const refusal = (users: string) => [
    409,
    `"Needed" is used by ${users}. Stop or cancel them before you delete it.`,
    undefined,
  ];
  expect(await problemOf("DELETE", address)).toEqual(refusal('the run "Waiting run" and the schedule "Later"'));
  await first("PUT", `${url}/${schedule["eventId"]}`, { ...schedule, status: -1 });
  await first("POST", `${runs}${run["batchId"]}/startAsync`, {});
  expect(await problemOf("DELETE", address)).toEqual(refusal('the run "Waiting run"'));
  await first("POST", `${runs}${run["batchId"]}/stop`, {});
  await first("DELETE", address);
  // the run has the statements that it started with, the schedule has lost its audience
  await first("POST", `${runs}${run["batchId"]}/startAsync`, {});
  expect(await reached(String(run["batchId"]))).toEqual(["P0", "P1"]);
  const gone = [400, "This audience does not exist. Choose another one", "body.createBatchRequest.audienceId"];
  expect(await problemOf("PUT", `${url}/${schedule["eventId"]}`, { ...schedule, status: 1 })).toEqual(gone);
});

it("recipients are given in one way", async () => {
  const audienceId = await create("Twice", "Miami");
  expect(await problemOf("POST", runs, { displayName: "Run", audienceId, statements: [] })).toEqual([
    400,
    "Send only one of contactIds, statements and audienceId",
    "body.contactIds",
  ]);
});
