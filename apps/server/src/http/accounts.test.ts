import type { AnyRoute } from "@trunkline/contract/route.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { requestOf } from "../../test/requestOf.ts";
import { type RouteName, samples } from "../../test/samples.ts";
import { type TestServer, testPassword, testServer } from "../../test/server.ts";
import { watchWrites } from "../../test/watchWrites.ts";
import { makeWorld, type Owned, type World } from "../../test/world.ts";
import type { Config } from "../config/config.ts";
import type { Query } from "../store/database.ts";
import { insertMembership } from "../store/identity/membership.ts";
import { namedRoutes } from "./handle.ts";

// Reliability X2: every route and every kind of id, from a user of another account. Not found, and nothing changed.
// One connection serves both accounts in turn: what one transaction leaves behind, the next would see.

const { db, hasWritten } = watchWrites(await freshDatabase({ connections: 1 }));
const operatorToken = "the operator's token of these tests".replaceAll(" ", "-");
const config = { ...(await testServer(db)).api.config, operatorToken } as Config;
const server = await testServer(db, { config });
let ann: Owned;
let bob: Owned;
let annsRows: Record<string, string>;
/** A user of both accounts, who has switched from Annabel's to Bobby's. */
let switched: string;
beforeAll(async () => {
  ann = await makeWorld(server, "Annabel");
  bob = await makeWorld(await throughTheOperator(server), "Bobby");
  const { userId, cookie } = await server.user(ann.world.account, "owner");
  await db.global((q) => insertMembership(q, bob.world.account, userId, { role: "owner", privileges: [] }));
  const body = { accountSid: bob.world.account };
  expect((await server.call("POST", "/auth/account", { as: { cookie }, body })).status).toBe(200);
  switched = cookie;
  await db.owner(addHashes);
  annsRows = await rowsOf(ann.world.account);
});

/** The same server, whose accounts the operator creates. */
async function throughTheOperator(plain: TestServer): Promise<TestServer> {
  return {
    ...plain,
    account: async (name = "Account") => {
      const body = { name, owner: `${name}@example.com` };
      const made = await plain.call("POST", "/v4/operator/account/", { as: { key: operatorToken }, body });
      const account = String(made.body.payload[0]?.["accountSid"]);
      const token = String(made.body.payload[0]?.["invitationUrl"]).split("/").at(-1);
      await plain.call("POST", `/auth/invitation/${token}`, { body: { name, password: testPassword } });
      return { account, key: await plain.key(account, "owner") };
    },
  };
}

interface Case {
  name: RouteName;
  route: AnyRoute;
  /** The thing that is another account's. */
  thing: keyof World;
  inPath: boolean;
}

const calls = namedRoutes().map(([name, route]) => ({ name: name as RouteName, route }));

/** Each call with each thing that its sample names; what it names is seen by the sample asking for it. */
const cases: Case[] = calls.flatMap(({ name, route }) => {
  const asked = new Set<keyof World>();
  const dummy = new Proxy({} as World, {
    get: (_world, thing) => {
      asked.add(thing as keyof World);
      return `<${String(thing)}>`;
    },
  });
  const { params } = samples[name](dummy);
  return [...asked].map((thing) => ({
    name,
    route,
    thing,
    inPath: Object.values(params ?? {}).some((value) => value === `<${thing}>`),
  }));
});

/** Endpoints that accept an id of another account, and why that is right. */
const harmless: Partial<Record<RouteName, string>> = {
  "auth.invitation": "an invitation is for anyone who has the link",
  "auth.acceptInvitation": "an invitation is for anyone who has the link",
};

/** What the samples run into with the account's own things. */
const inTheWay: Partial<Record<RouteName, number>> = {
  // it has no such picture
  "asset.preview": 404,
  // it is taken, by the account itself
  "number.take": 409,
  // no such version is published, and nothing was moved
  "journeyMove.create": 409,
  "journeyMove.start": 409,
  "journeyMove.pause": 409,
  "journeyMove.resume": 409,
  "journeyMove.undo": 409,
  // an API key has no checklist
  "home.checklist": 409,
  // an API key has no notifications
  "notificationCenter.read": 409,
  "notificationCenter.choose": 409,
  // an API key cannot follow changes
  "change.stream": 409,
  // no user is on the call
  "supervision.save": 409,
  // it is the account's own request, and it ended when another one replaced it
  "approval.withdraw": 409,
  "approval.approve": 409,
  "approval.decline": 409,
  // its start was not asked for
  "batch.approve": 409,
  "batch.decline": 409,
  // a workflow sends from it
  "numberSet.remove": 409,
  "number.release": 409,
  // it is a draft
  "brand.vet": 409,
  "brand.sendCode": 409,
  "brand.confirmCode": 409,
  "tenDlcCampaign.create": 409,
  // an SMSC neither lists nor sells numbers
  "carrier.numbers": 409,
  "carrier.addNumber": 409,
  "carrier.offers": 409,
  "carrier.buyNumber": 409,
  "carrier.releaseNumber": 409,
  // the metadata that was uploaded last contains it
  "saml.removeCertificate": 409,
  // it has a 10DLC campaign
  "brand.remove": 409,
  // the registry does not know it yet
  "tenDlcCampaign.simulate": 409,
  // it has neither the feature nor a subscription, and no area code
  "dnc.loadFederal": 409,
  "dnc.removeFederal": 404,
  // no request was sent with this key
  "idempotency.find": 404,
  // the queue is empty and no caller was answered
  "agent.take": 409,
  // an API key has no phone to talk on
  "voicemail.callBack": 409,
  "agent.script": 404,
  "agent.wrapUp": 404,
  // a key has no phone in the browser
  "phone.find": 409,
  "phone.open": 409,
  "phone.tokens": 409,
  "phone.ringAt": 409,
  "phone.pick": 409,
  "phone.dial": 409,
  "phone.act": 404,
  // no user has set up a second factor
  "twoFactor.renewCodes": 409,
  "twoFactor.disable": 409,
  "user.resetTwoFactor": 409,
  // a code that no authenticator shows
  "twoFactor.confirm": 400,
  // the call before has deleted it by its address
  "connection.removeNamed": 404,
};

/** Calls that change nothing by themselves, so that nothing is written down (reliability X6). */
const unwritten: Partial<Record<RouteName, string>> = {
  "contact.count": "it only counts",
  "tenDlcCampaign.check": "it only tells what a reviewer would say",
  "tenDlcCampaign.drift": "it only tells what carriers would say of a template",
  "bundle.checkImport": "it only tells what an import would do",
  "batch.forecast": "it only estimates",
  "simulator.message": "what a contact texts stands among the messages",
  "simulator.call": "what a contact's phone does stands among the calls",
  "simulator.act": "what a contact's phone does stands among the calls",
  "outboundDraft.save": "a draft is its author's own and changes nothing for others",
  "outboundDraft.remove": "a draft is its author's own and changes nothing for others",
  "inboundDraft.save": "a draft is its author's own and changes nothing for others",
  "inboundDraft.remove": "a draft is its author's own and changes nothing for others",
  "outboundEditor.enter": "it only says who has the workflow open",
  "outboundEditor.leave": "it only says who has the workflow open",
  "inboundEditor.enter": "it only says who has the workflow open",
  "inbox.enter": "it only says who has the conversation open",
  "inbox.leave": "it only says who has the conversation open",
  "inboundEditor.leave": "it only says who has the workflow open",
  "contact.import": "the job writes it down with what it changed",
  "dnc.import": "the job writes it down with what it changed",
};

const auditRows = async (): Promise<number> =>
  (await db.tx([ann.world.account], (q) => q.one<{ n: number }>("select count(*)::int n from audit")))?.n ?? 0;

/** Every row of an account, as one hash per table. */
async function rowsOf(account: string): Promise<Record<string, string>> {
  const row = await db.owner((q) =>
    q.one<{ hashes: Record<string, string> }>("select hashes_of($1) hashes", [account]),
  );
  return row?.hashes ?? {};
}

/** Nothing may have changed since before the first case. Without a write there is nothing to look for. */
async function expectAnnUnchanged(): Promise<void> {
  if (hasWritten()) expect(await rowsOf(ann.world.account)).toEqual(annsRows);
}

/** One question for all tables, planned once: every case asks it. */
async function addHashes(q: Query): Promise<void> {
  const tables = await q.rows<{ name: string }>(
    `select c.relname name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
     and c.relname not in ('auth_session', 'api_key')`,
  );
  const hashes = tables.map(
    ({ name }) =>
      `select '${name}' name, count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') hash
       from ${name} t where account_id = account`,
  );
  await q.run(
    `create function hashes_of(account uuid) returns json language plpgsql as $$
     begin return (select json_object_agg(name, hash) from (${hashes.join(" union all ")}) tables); end $$`,
  );
}

const sendAs = (caller: Pick<Owned, "cookie" | "key">, name: RouteName, route: AnyRoute, world: World) => {
  const [method, url, sent] = requestOf(route, samples[name](world));
  const as = route.caller === "user" || caller.key === "" ? { cookie: caller.cookie } : { key: caller.key };
  return { answer: server.call(method, url, { ...sent, as }), text: `${url} ${JSON.stringify(sent)}` };
};

describe.each(cases.filter(({ name }) => !harmless[name]))(
  "$name with another account's $thing",
  ({ name, route, thing, inPath }) => {
    it("finds nothing and changes nothing", async () => {
      const { answer, text } = sendAs(bob, name, route, { ...bob.world, [thing]: ann.world[thing] });
      const { status, body } = await answer;
      if (inPath) expect([status, body.error?.[0]?.code]).toEqual([404, "not_found"]);
      else if (status === 200) expect([thing, body.payload ?? []]).toEqual([thing, []]);
      else expect([400, 404, 409]).toContain(status);
      await expectAnnUnchanged();
      for (const mark of ann.marks) if (!text.includes(mark)) expect(JSON.stringify(body)).not.toContain(mark);
    });
  },
);

/** Endpoints that list the other account of a user of both. */
const ofBoth: ReadonlySet<RouteName> = new Set(["auth.me"]);

describe.each(calls.filter(({ route }) => route.method === "GET" && route.caller !== "anyone"))(
  "$name",
  ({ name, route }) => {
    it("shows nothing of another account", async () => {
      const { body } = await sendAs(bob, name, route, bob.world).answer;
      for (const mark of ann.marks) expect(JSON.stringify(body)).not.toContain(mark);
    });

    it("shows nothing of the account that a user of both has switched from", async () => {
      if (ofBoth.has(name)) return;
      const { body } = await sendAs({ cookie: switched, key: "" }, name, route, bob.world).answer;
      for (const mark of ann.marks) expect(JSON.stringify(body)).not.toContain(mark);
    });
  },
);

describe.each(cases.filter(({ name, route, inPath }) => !harmless[name] && route.caller === "account" && inPath))(
  "$name with $thing of the account that a user of both has switched from",
  ({ name, route, thing }) => {
    it("finds nothing and changes nothing", async () => {
      const { answer } = sendAs({ cookie: switched, key: "" }, name, route, {
        ...bob.world,
        [thing]: ann.world[thing],
      });
      const { status, body } = await answer;
      expect([status, body.error?.[0]?.code]).toEqual([404, "not_found"]);
      await expectAnnUnchanged();
    });
  },
);

it("no case above has changed anything of the other account", async () => {
  expect(await rowsOf(ann.world.account)).toEqual(annsRows);
});

/** Removing comes last, and what others need after what needs it. */
const order = ({ name, route }: (typeof calls)[number]): number => {
  if (name === "auth.signOut") return 9;
  // it ends the session that session.end ends
  if (name === "auth.password") return 8;
  if (route.method === "GET") return 0;
  return route.method === "DELETE" ? 2 : 1;
};

describe.each(
  calls
    .filter(({ route }) => route.caller === "user" || route.caller === "account")
    .sort((a, b) => order(a) - order(b)),
)("$name", ({ name, route }) => {
  it("works on the account's own and is written down, or says what is in the way", async () => {
    const before = await auditRows();
    const { status, body } = await sendAs(ann, name, route, ann.world).answer;
    if (status === 200 && route.method !== "GET")
      expect([name, (await auditRows()) > before]).toEqual([name, !unwritten[name]]);
    expect(status, JSON.stringify(body.error)).toBe(inTheWay[name] ?? 200);
  });
});
