import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Answered, testServer } from "../../../test/server.ts";
import { makeWorld } from "../../../test/world.ts";
import { fireSchedules } from "../../jobs/runs/fireSchedules.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { world, key } = await makeWorld(server, "Ann");
const { account } = world;
const author = await server.user(account, "member", ["workflow-run"]);
const approver = await server.user(account, "member", ["workflow-run", "run-approve"]);

type Who = { key: string } | { cookie: string };
const as = (who: Who) => (method: string, url: string, body?: unknown) => server.call(method, url, { as: who, body });
const byOwner = as({ key });
const byAuthor = as(author);
const byApprover = as(approver);
const code = ({ status, body }: Answered) => [status, body.error[0]?.code];
const first = async (answer: Promise<Answered>) => {
  const { status, body } = await answer;
  expect([status, body.error]).toEqual([200, []]);
  return body.payload[0] ?? {};
};

const batches = `/v4/campaign/${world.campaign}/batch/`;
const contactIds: string[] = [];
for (let index = 0; index < 3; index++) {
  const { contactId } = await first(byOwner("POST", "/v4/contact/", { phone: `+1303555700${index}` }));
  contactIds.push(String(contactId));
}
await first(byOwner("PUT", "/v4/account/", { settings: { runApprovalAbove: 2 } }));

const create = (by: typeof byOwner, of: object) =>
  first(by("POST", batches, { displayName: "Spring", start: true, ...of }));
const large = { contactIds };
/** A run that waits for approval, by its address. */
const waiting = async (by = byAuthor): Promise<string> => `${batches}${String((await create(by, large))["batchId"])}`;
const read = async (url: string) => {
  const { status, approval, waitsFor } = await first(byOwner("GET", `${url}/`));
  return {
    status,
    state: (approval as { state?: string } | null)?.state,
    wait: (waitsFor as { reason?: string } | null)?.reason,
  };
};
const held = { status: "Not started", state: "waiting", wait: "approval" };

describe("a run for more contacts than one user may start (decision 0102)", () => {
  it("waits for another user, and says so", async () => {
    const run = await create(byAuthor, large);
    expect(run).toMatchObject({
      status: "Not started",
      approval: { state: "waiting", above: 2, reason: null },
      waitsFor: {
        reason: "approval",
        text: "Another user must approve this run, because it is for more than 2 contacts.",
      },
    });
  });

  it.each([
    ["statements", { statements: [] }],
    ["picked contacts", large],
  ])("waits whether it is for %s", async (_how, of) => {
    expect(await create(byAuthor, of)).toMatchObject({ status: "Not started", approval: { state: "waiting" } });
  });

  it("starts by itself when it is for as many as one user may start", async () => {
    const run = await create(byAuthor, { contactIds: contactIds.slice(0, 2) });
    expect(run).toMatchObject({ status: "In Progress", approval: null });
  });

  it("starts when another user approves it", async () => {
    const url = await waiting();
    await first(byApprover("POST", `${url}/approve`));
    expect(await read(url)).toMatchObject({ status: "In Progress", state: "approved" });
    expect(code(await byApprover("POST", `${url}/approve`))).toEqual([409, "already_decided"]);
  });

  it("continues after a pause without asking again", async () => {
    const url = await waiting();
    await first(byApprover("POST", `${url}/approve`));
    await first(byAuthor("POST", `${url}/stop`, { mode: "pause" }));
    await first(byAuthor("POST", `${url}/startAsync`, {}));
    expect(await read(url)).toMatchObject({ status: "In Progress" });
  });

  it("is not approved by the user who asked, whatever their rights", async () => {
    const url = await waiting(byApprover);
    expect(code(await byApprover("POST", `${url}/approve`))).toEqual([409, "own_request"]);
    expect(code(await byApprover("POST", `${url}/decline`, { reason: "No" }))).toEqual([409, "own_request"]);
    expect(await read(url)).toEqual(held);
  });

  it("is not approved without the privilege", async () => {
    const url = await waiting(byApprover);
    expect((await byAuthor("POST", `${url}/approve`)).status).toBe(403);
    expect(await read(url)).toEqual(held);
  });

  it("does not start when it is started once more", async () => {
    const url = await waiting();
    await first(byAuthor("POST", `${url}/startAsync`, {}));
    await first(byApprover("POST", `${url}/startAsync`, {}));
    expect(await read(url)).toEqual(held);
  });

  it("shows the reason when it is declined, and asks again when it is started again", async () => {
    const url = await waiting();
    await first(byApprover("POST", `${url}/decline`, { reason: "Wrong audience" }));
    expect(await first(byAuthor("GET", `${url}/`))).toMatchObject({
      status: "Not started",
      approval: { state: "declined", reason: "Wrong audience" },
      waitsFor: null,
    });
    await first(byAuthor("POST", `${url}/startAsync`, {}));
    expect(await read(url)).toEqual(held);
  });

  it("is withdrawn when it is stopped", async () => {
    const url = await waiting();
    await first(byAuthor("POST", `${url}/stop`, { mode: "stop" }));
    expect(await read(url)).toMatchObject({ status: "Stopped", state: "declined" });
    expect(code(await byApprover("POST", `${url}/approve`))).toEqual([409, "already_decided"]);
  });

  it("waits also when a schedule starts it, and the author of the schedule does not approve it", async () => {
    const inADay = new Date(Date.now() + 86_400_000);
    await first(
      byApprover("POST", `${batches}schedule`, {
        nextScheduled: inADay.toISOString(),
        timezoneId: -20,
        createBatchRequest: { displayName: "By schedule", start: true, statements: [] },
      }),
    );
    await fireSchedules(db, new Date(inADay.getTime() + 1_000));
    const { body } = await byOwner("GET", "/v4/campaign/batch/?search=By schedule");
    const [run] = body.payload;
    const url = `${batches}${String(run?.["batchId"])}`;
    expect(await read(url)).toEqual(held);
    expect(code(await byApprover("POST", `${url}/approve`))).toEqual([409, "own_request"]);
    await first(byOwner("POST", `${url}/approve`));
    expect(await read(url)).toMatchObject({ status: "In Progress" });
  });

  it("is shown on Home to those who may decide it", async () => {
    await waiting();
    const lines = async (by: typeof byOwner) => {
      const { attention } = await first(by("GET", "/v4/home/"));
      return (attention as { kind: string; text: string }[]).filter(({ kind }) => kind === "runApproval");
    };
    expect(await lines(byAuthor)).toEqual([]);
    expect((await lines(byApprover))[0]?.text).toMatch(/ asks to send to more than 2 contacts\.$/);
  });
});
