import { afterAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startMailServer } from "../../../test/mailServer.ts";
import { type Answered, testServer } from "../../../test/server.ts";
import { destinationBody, ivrBody, makeWorld, testBody, workflowText } from "../../../test/world.ts";
import { mailApprovalsJob } from "../../jobs/workflows/mailApprovals.ts";
import { openMailer } from "../../mail/mailer.ts";

const db = await freshDatabase();
const mail = await startMailServer();
afterAll(() => mail.stop());
const mailer = openMailer(mail.settings);
const server = await testServer(db, { mailer });
const { world, key: owner } = await makeWorld(server, "Ann");
const { account } = world;
const author = await server.user(account, "member", ["workflow-edit", "ivr-admin"]);
const approver = await server.user(account, "member", ["workflow-edit", "workflow-approve"]);
const reviewer = await server.user(account, "member", ["workflow-approve"]);

type Who = { key: string } | { cookie: string };
const as = (who: Who) => (method: string, url: string, body?: unknown) => server.call(method, url, { as: who, body });
const byOwner = as({ key: owner });
const byAuthor = as(author);
const byApprover = as(approver);
const byReviewer = as(reviewer);
const code = ({ status, body }: Answered) => [status, body.error[0]?.code];
const first = async (answer: Promise<Answered>) => {
  const { status, body } = await answer;
  expect([status, body.error]).toEqual([200, []]);
  return body.payload[0] ?? {};
};
const setApproval = (publishingNeedsApproval: boolean) =>
  byOwner("PUT", "/v4/account/", { settings: { publishingNeedsApproval } });

/** A drawing that differs from others by its place. */
const drawing = (y: number) => workflowText(world.template).replace('"y":305', `"y":${y}`);
const newWorkflow = async (): Promise<string> => {
  const body = { campaignName: "Approved", numberSet: world.numberSet };
  const { campaignId } = await first(byOwner("POST", "/v4/campaign/", body));
  const url = `/v4/campaign/${String(campaignId)}`;
  await first(byOwner("POST", `${url}/workflow/`, { workflow: drawing(305) }));
  return url;
};
const publishedOf = async (url: string) => {
  const { version, workflow } = await first(byOwner("GET", `${url}/workflow/`));
  const nodes = (JSON.parse(String(workflow)) as { nodes: { y: number }[] }).nodes;
  return { version, y: nodes.at(-1)?.y };
};
const ask = (url: string, y: number, more: object = {}, by = byAuthor) =>
  by("POST", `${url}/approval/`, { workflow: drawing(y), basedOn: 1, note: "Later stop", ...more });
const asked = async (url: string, y: number, more?: object): Promise<string> =>
  `/v4/approval/${String((await first(ask(url, y, more)))["approvalId"])}`;

const settings = { campaignName: "Renamed", numberSet: world.numberSet };
const tag = encodeURIComponent(world.routeTag);
/** Everything that changes what a workflow does. */
const publishing: [string, (url: string) => [string, string, unknown?]][] = [
  ["the settings", (url) => ["PUT", `${url}/`, settings]],
  ["the settings with a drawing", (url) => ["PUT", `${url}/`, { ...settings, workflow: drawing(400) }]],
  ["a first drawing", (url) => ["POST", `${url}/workflow/`, { workflow: drawing(401) }]],
  ["a drawing", (url) => ["PUT", `${url}/workflow/`, { workflow: drawing(402) }]],
  ["an older version", (url) => ["POST", `${url}/version/1/restore`, {}]],
  ["numbers of a route", () => ["POST", `/v4/route/tag/${tag}/numbers`, { numbers: [] }]],
  ["a new destination", () => ["POST", "/v4/route/", destinationBody(world.routeTag, `dest_${world.routeTag}_9`)]],
  [
    "a changed destination",
    () => [
      "PUT",
      `/v4/route/${encodeURIComponent(world.destination)}/`,
      destinationBody(world.routeTag, world.destination),
    ],
  ],
  ["a deleted destination", () => ["DELETE", `/v4/route/${encodeURIComponent(world.terminalDestination)}/`]],
];

describe("publishing where no approval is needed", () => {
  it.each(publishing.slice(0, 5))("accepts %s from everyone who may edit", async (_what, request) => {
    const [method, url, body] = request(await newWorkflow());
    expect((await byAuthor(method, url, body)).status).toBe(200);
  });
});

describe("publishing where approval is needed", async () => {
  it.each(publishing)("refuses %s from those who may not approve and says how to continue", async (_what, request) => {
    await setApproval(true);
    const [method, url, body] = request(await newWorkflow());
    const refused = await byAuthor(method, url, body);
    expect(code(refused)).toEqual([409, "approval_required"]);
    expect(refused.body.error[0]?.message).toMatch(
      /^Publishing needs approval in this account\. Ask for approval in the editor, or with POST \/v4\/(campaign|route\/tag)\/.+\/approval\/$/,
    );
    expect((await byApprover(method, url, body)).status).toBe(200);
  });

  it("leaves an empty new workflow and an IVR menu to its author", async () => {
    await setApproval(true);
    const { campaignId } = await first(byAuthor("POST", "/v4/campaign/", settings));
    const empty = JSON.stringify({ schemaVersion: 1, startNode: -1, nodes: [] });
    const url = `/v4/campaign/${String(campaignId)}`;
    await first(byAuthor("POST", `${url}/workflow/`, { workflow: empty }));
    await first(byAuthor("PUT", `${url}/`, { ...settings, campaignName: "Still empty" }));
    await first(byAuthor("POST", "/v4/ivr", ivrBody("Approved menu")));
    await first(byAuthor("POST", "/v4/route/tag/", { routeTag: "approved menu" }));
    await first(byAuthor("POST", "/v4/route/tag/approved menu/numbers", { numbers: [] }));
    const rule = {
      ...destinationBody("approved menu", "ivr-approved menu"),
      dest: "ivr",
      destType: "ivr",
      options: { timezone: -28, ivr: "approved menu" },
    };
    await first(byAuthor("POST", "/v4/route/", rule));
    const voicemail = destinationBody("approved menu", "ivr-approved menu");
    expect(code(await byAuthor("PUT", "/v4/route/ivr-approved menu/", voicemail))).toEqual([409, "approval_required"]);
  });

  it("is turned off only by those who may approve", async () => {
    await setApproval(true);
    const admin = as(await server.user(account, "member", ["account-config-update"]));
    const off = { settings: { publishingNeedsApproval: false } };
    expect(code(await admin("PUT", "/v4/account/", off))).toEqual([403, "privilege_needed"]);
    await first(admin("PUT", "/v4/account/", { settings: { publishingNeedsApproval: true } }));
    const { publishingNeedsApproval } = await first(byAuthor("GET", "/auth/me"));
    expect(publishingNeedsApproval).toBe(true);
  });

  it("imports the workflows of an author as drafts", async () => {
    await setApproval(true);
    const bundle = await first(byOwner("GET", `/v4/campaign/${world.campaign}/export`));
    const { campaignId, notes } = await first(byAuthor("POST", "/v4/campaign/import", bundle));
    expect(notes).toContainEqual(expect.stringContaining("are drafts of yours"));
    const url = `/v4/campaign/${String(campaignId)}`;
    expect((await byAuthor("GET", `${url}/workflow/`)).body.payload).toEqual([]);
    const { draft } = await first(byAuthor("GET", `${url}/draft`));
    expect(String(draft)).toContain('"kind":"smsSend"');
  });
});

describe("a request for approval", () => {
  it("is listed with its note, publishes nothing and is replaced by the author's next one", async () => {
    const url = await newWorkflow();
    const one = await asked(url, 500);
    const two = await asked(url, 501, { note: "" });
    const workflow = url.split("/").at(-1) ?? "";
    const list = (await byReviewer("GET", `/v4/approval/?workflow=${workflow}`)).body.payload;
    expect(list).toMatchObject([
      { state: "waiting", note: "", kind: "outbound", workflow, title: "Approved", author: "Test User", version: 1 },
      { state: "withdrawn", note: "Later stop", reason: "Replaced by a newer request" },
    ]);
    expect((await byReviewer("GET", `/v4/approval/?workflow=${workflow}&state=waiting`)).body.payload).toHaveLength(1);
    expect(await first(byReviewer("GET", two))).toMatchObject({ drawing: expect.stringContaining('"y":501') });
    expect(await publishedOf(url)).toEqual({ version: 1, y: 305 });
    expect(code(await byApprover("POST", `${one}/approve`))).toEqual([409, "already_decided"]);
  });

  it("is checked like a save", async () => {
    const url = await newWorkflow();
    const broken = drawing(500).replace('"children":[3]', '"children":[]');
    expect((await ask(url, 0, { workflow: broken })).status).toBe(400);
    expect(code(await ask(url, 500, { basedOn: 0 }))).toEqual([409, "newer_version"]);
    await first(
      byOwner("POST", `${url}/test/`, {
        test: { ...testBody, expects: { ...testBody.expects, end: { status: "failed" } } },
      }),
    );
    await first(byOwner("PUT", `${url}/test/`, { testsMustPass: true }));
    expect(code(await ask(url, 500))).toEqual([409, "tests_failed"]);
    expect((await byReviewer("GET", `/v4/approval/?workflow=${url.split("/").at(-1)}`)).body.payload).toEqual([]);
  });

  it("ends with its workflow", async () => {
    const url = await newWorkflow();
    const one = await asked(url, 500);
    await first(byOwner("DELETE", `${url}/`));
    expect((await byReviewer("GET", one)).status).toBe(404);
  });
});

describe("an approval", () => {
  it("publishes the frozen drawing and its settings in the author's name", async () => {
    const url = await newWorkflow();
    const one = await asked(url, 600, { settings: { ...settings, campaignName: "Approved and renamed" } });
    expect(await first(byReviewer("POST", `${one}/approve`))).toMatchObject({
      state: "approved",
      published: 2,
      newest: 2,
      decidedBy: "Test User",
    });
    expect(await publishedOf(url)).toEqual({ version: 2, y: 600 });
    expect(await first(byOwner("GET", `${url}/`))).toMatchObject({ campaignName: "Approved and renamed" });
    expect((await byOwner("GET", `${url}/version/`)).body.payload).toMatchObject([
      // the note to the approver is the note of the version
      { version: 2, createdBy: "Test User", approvedBy: "Test User", note: "Later stop" },
      { version: 1, createdBy: "API key owner", approvedBy: null },
    ]);
    const audit = (await byOwner("GET", `/v4/audit/?target=${url.split("/").at(-1)}`)).body.payload;
    expect(audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["approval.approve", "workflow.save", "approval.ask"]),
    );
  });

  it("is refused for the own request, also to those who may approve", async () => {
    const url = await newWorkflow();
    const own = await first(ask(url, 600, {}, byApprover));
    const one = `/v4/approval/${String(own["approvalId"])}`;
    expect(code(await byApprover("POST", `${one}/approve`))).toEqual([409, "own_request"]);
    expect(code(await byApprover("POST", `${one}/decline`, { reason: "No" }))).toEqual([409, "own_request"]);
    expect((await byReviewer("POST", `${one}/approve`)).status).toBe(200);
  });

  it("is refused without the privilege", async () => {
    const one = await asked(await newWorkflow(), 600);
    for (const act of ["approve", "decline"])
      expect(code(await byAuthor("POST", `${one}/${act}`, act === "decline" ? { reason: "No" } : undefined))).toEqual([
        403,
        "privilege_needed",
      ]);
    expect(
      (await byReviewer("POST", `/v4/campaign/${world.campaign}/approval/`, { workflow: "", basedOn: 1 })).status,
    ).toBe(403);
  });

  it("is refused when another version was published meanwhile, and names who published it", async () => {
    const url = await newWorkflow();
    const one = await asked(url, 600);
    await first(byOwner("PUT", `${url}/workflow/`, { workflow: drawing(700) }));
    const refused = await byApprover("POST", `${one}/approve`);
    expect(code(refused)).toEqual([409, "newer_version"]);
    expect(refused.body.error[0]?.message).toContain("API key owner published version 2 after this request was made");
    expect(await publishedOf(url)).toEqual({ version: 2, y: 700 });
    expect(await first(byReviewer("GET", one))).toMatchObject({ state: "waiting", version: 1, newest: 2 });
  });

  it("is refused when the tests fail by now, and the request keeps waiting", async () => {
    const url = await newWorkflow();
    const one = await asked(url, 600);
    await first(
      byOwner("POST", `${url}/test/`, {
        test: { ...testBody, expects: { ...testBody.expects, end: { status: "failed" } } },
      }),
    );
    await first(byOwner("PUT", `${url}/test/`, { testsMustPass: true }));
    expect(code(await byApprover("POST", `${one}/approve`))).toEqual([409, "tests_failed"]);
    expect(await publishedOf(url)).toEqual({ version: 1, y: 305 });
    expect(await first(byReviewer("GET", one))).toMatchObject({ state: "waiting" });
  });

  it("happens once when two approve at the same time", async () => {
    const url = await newWorkflow();
    const one = await asked(url, 600);
    const answers = await Promise.all([byApprover("POST", `${one}/approve`), byReviewer("POST", `${one}/approve`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await publishedOf(url)).toEqual({ version: 2, y: 600 });
  });
});

describe("a declined or withdrawn request", () => {
  it("needs a reason to be declined, which its author reads", async () => {
    const url = await newWorkflow();
    const one = await asked(url, 600);
    const refused = await byReviewer("POST", `${one}/decline`, { reason: " " });
    expect([refused.status, refused.body.error[0]?.message]).toEqual([400, "Reason is required"]);
    await first(byReviewer("POST", `${one}/decline`, { reason: "The text is too long" }));
    expect(await first(byAuthor("GET", one))).toMatchObject({
      state: "declined",
      reason: "The text is too long",
      decidedBy: "Test User",
      published: null,
    });
    expect(await publishedOf(url)).toEqual({ version: 1, y: 305 });
  });

  it("is withdrawn by its author alone", async () => {
    const one = await asked(await newWorkflow(), 600);
    expect(code(await byApprover("POST", `${one}/withdraw`))).toEqual([409, "not_your_request"]);
    await first(byAuthor("POST", `${one}/withdraw`));
    expect(code(await byApprover("POST", `${one}/approve`))).toEqual([409, "already_decided"]);
  });
});

describe("mail about a request", () => {
  const [job] = mailApprovalsJob({ mailer, publicUrl: "https://trunkline.example", log: { warn: () => {} } });
  /** Sends all mail that waits, and returns the addresses and the texts. */
  const sendAll = async () => {
    mail.received.length = 0;
    while ((await job?.run(db)) !== "nothing");
    return mail.received.map(({ to, text }) => ({ to: to.join(), text }));
  };

  it("goes to everyone who may approve, and the decision to its author", async () => {
    await sendAll();
    const one = await asked(await newWorkflow(), 600);
    const requests = await sendAll();
    const readers = requests.map(({ to }) => to);
    expect(readers).toEqual(expect.arrayContaining([approver.email, reviewer.email]));
    expect(readers).not.toContain(author.email);
    expect(requests[0]?.text).toContain(`https://trunkline.example/campaigns${one.slice(3)}`);
    await first(byReviewer("POST", `${one}/approve`));
    expect(await sendAll()).toEqual([
      { to: author.email, text: expect.stringContaining("Test User approved your request") },
    ]);
  });

  it("is not sent about a request that was withdrawn before", async () => {
    await sendAll();
    const one = await asked(await newWorkflow(), 600);
    await first(byAuthor("POST", `${one}/withdraw`));
    expect(await sendAll()).toEqual([]);
  });
});
