import { expect, it } from "vitest";
import { daily, once, scheduleWorld } from "../../../test/scheduleWorld.ts";
import { enrolBatch } from "../../jobs/runs/enrolBatch.ts";
import { fireSchedules } from "../../jobs/runs/fireSchedules.ts";
import { countContacts } from "../../store/contacts/contactFind.ts";
import { newId } from "../../store/newId.ts";

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
  [
    "a number of days",
    { name: "A", statements: [{ variable: "activity.replied", operation: "IN_LAST_DAYS", value: "0" }] },
    "Days must be a whole number from 1 to 3650",
    "body.statements[0]",
  ],
  [
    "a workflow of the account",
    {
      name: "A",
      statements: [
        { variable: "activity.clicked", operation: "DN_IN_WORKFLOW", value: "0198c0de-0000-7000-8000-00000000000a" },
      ],
    },
    "This workflow does not exist. Choose another one",
    "body.statements[0].value",
  ],
  [
    "an operation of activities",
    { name: "A", statements: [{ variable: "activity.clicked", operation: "EQUALS", value: "1" }] },
    'Operation "EQUALS" does not exist for activities',
    "body.statements[0]",
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

it("asks about texts, replies, clicks, calls and opt-outs, of the last days or of a workflow", async () => {
  const [ann, bob] = [...people.keys()];
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  const text = (contactId: string | undefined, days: number, columns: Record<string, string | boolean | Date>) =>
    insert("message", { message_id: newId(daysAgo(days)), contact_id: contactId, ...columns });
  const insert = (table: "message" | "call", row: Record<string, unknown>) => {
    const columns = Object.keys(row);
    return db.tx([world.account], (q) =>
      q.run(
        `insert into ${table} (account_id, campaign_id, from_number, to_number, ${columns.join(", ")})
         values ($1, $2, '', '', ${columns.map((_, index) => `$${index + 3}`).join(", ")})`,
        [world.account, world.campaign, ...Object.values(row)],
      ),
    );
  };
  await text(ann, 40, { direction: "out", state: "accepted", click_counts: true, clicked: new Date(daysAgo(2)) });
  await text(ann, 3, { direction: "in", state: "received", counts_as: "reply" });
  await text(bob, 3, { direction: "out", state: "accepted" });
  await text(bob, 1, { direction: "in", state: "received", counts_as: "opt_out" });
  await insert("call", {
    call_id: newId(daysAgo(5)),
    contact_id: ann,
    direction: "out",
    state: "accepted",
    plan: {},
    answered_by: "human",
  });
  const picked = async (...statements: object[]) => {
    const rows = (await call("GET", `/v4/contact/?statements=${encodeURIComponent(JSON.stringify(statements))}`)).body;
    return rows.payload.map((row) => people.get(String(row["contactId"]))).sort();
  };
  const days = (activity: string, value: string, not = "") => ({
    variable: `activity.${activity}`,
    operation: `${not}IN_LAST_DAYS`,
    value,
  });
  const workflow = (activity: string, not = "") => ({
    variable: `activity.${activity}`,
    operation: `${not}IN_WORKFLOW`,
    value: world.campaign,
    negated: false,
  });
  const count = async (...statements: object[]) => (await first("POST", "/v4/contact/count", { statements }))["count"];
  expect(await picked(days("replied", "7"))).toEqual(["P0"]);
  expect(await picked(days("replied", "2"))).toEqual([]);
  expect(await picked(days("texted", "30"))).toEqual(["P1"]);
  expect(await picked(days("clicked", "7"))).toEqual(["P0"]);
  expect(await picked(days("answered", "30"))).toEqual(["P0"]);
  expect(await picked(days("optedOut", "2"), days("texted", "2", "DN_"))).toEqual(["P1"]);
  expect(await picked(workflow("texted"))).toEqual(["P0", "P1"]);
  expect(await picked(workflow("texted"), workflow("clicked", "DN_"))).toEqual(["P1"]);
  expect(await picked(...inCity("Miami"), { ...days("replied", "7"), negated: true })).toEqual(["P1"]);
  // each of a list, a count and a run reads them in its own way
  const asked = [workflow("texted"), workflow("clicked", "DN_")];
  expect(await count(...asked)).toBe(1);
  const selection = { statements: asked, archived: "no" as const };
  const part = { timeBudgetMs: 60_000, chunk: 1 };
  expect(await db.tx([world.account], (q) => countContacts(q, world.account, selection, part))).toEqual({
    count: 1,
    next: null,
  });
  expect(await first("POST", `${runs}forecast`, { statements: asked })).toMatchObject({ selected: 1 });
  const run = await first("POST", runs, { displayName: "Did not click", statements: asked, start: true });
  expect(await reached(String(run["batchId"]))).toEqual(["P1"]);
});

it("asks about e-mails of a template, and about journeys that are under way or finished", async () => {
  const [ann, bob] = [...people.keys()];
  const email = (contactId: string | undefined, days: number, templateId: string, state: string) =>
    db.tx([world.account], (q) =>
      q.run(
        `insert into email (account_id, email_id, contact_id, campaign_id, provider, simulated, from_email, from_name, to_email, to_name,
           cc, bcc, subject, template_id, replacements, state)
         values ($1, $2, $3, $4, 'sendgrid', false, '', '', '', '', '[]', '[]', '', $5, '{}', $6)`,
        [world.account, newId(Date.now() - days * 86_400_000), contactId, world.campaign, templateId, state],
      ),
    );
  await email(ann, 3, "d-order", "accepted");
  await email(bob, 3, "d-other", "accepted");
  await email(bob, 3, "d-order", "rejected");
  const journey = (contactId: string | undefined, status: number) =>
    db.tx([world.account], (q) =>
      q.run(
        `insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version, status)
         values ($1, $2, $2, $3, $4, now(), 1, $5)`,
        [world.account, newId(Date.now()), campaignId, contactId, status],
      ),
    );
  const { campaignId } = await first("POST", "/v4/campaign/", {
    ...(await first("GET", `/v4/campaign/${world.campaign}/`)),
    campaignName: "Journeys",
  });
  await journey(ann, 2);
  await journey(bob, 3);
  const of = (activity: string, operation: string, value: unknown) => ({
    variable: `activity.${activity}`,
    operation,
    value,
  });
  const names = async (...statements: object[]) => {
    const city = { variable: "city", operation: "EQUALS", value: "Miami" };
    const query = encodeURIComponent(JSON.stringify([city, ...statements]));
    const rows = (await call("GET", `/v4/contact/?statements=${query}`)).body.payload;
    return rows.map((row) => people.get(String(row["contactId"]))).sort();
  };
  expect(await names(of("emailed", "OF_TEMPLATE", "d-order"))).toEqual(["P0"]);
  expect(await names(of("emailed", "DN_OF_TEMPLATE", "d-order"))).toEqual(["P1"]);
  expect(await names(of("emailed", "IN_LAST_DAYS", "7"))).toEqual(["P0", "P1"]);
  expect(await names(of("emailed", "IN_LAST_DAYS", "2"))).toEqual([]);
  expect(await names(of("inWorkflow", "IN_WORKFLOW", campaignId))).toEqual(["P0"]);
  expect(await names(of("finishedWorkflow", "IN_WORKFLOW", campaignId))).toEqual(["P1"]);
  expect(await names(of("finishedWorkflow", "DN_IN_WORKFLOW", campaignId))).toEqual(["P0"]);
  const refused = async (statement: object) =>
    (await problemOf("POST", "/v4/audience/", { name: "Refused", statements: [statement] }))[1];
  expect(await refused(of("inWorkflow", "IN_LAST_DAYS", "3"))).toBe(
    'Operation "IN_LAST_DAYS" does not exist for activities',
  );
  expect(await refused(of("texted", "OF_TEMPLATE", "d-order"))).toBe(
    'Operation "OF_TEMPLATE" does not exist for activities',
  );
  expect(await refused(of("emailed", "OF_TEMPLATE", "0198c0de-0000-7000-8000-00000000000a"))).toBe(
    "This e-mail template does not exist. Choose another one",
  );
});
