import { type Privilege, privilegeNames, type Role } from "@trunkline/contract/identity/roles.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { requestOf } from "../../test/requestOf.ts";
import { type RouteName, samples } from "../../test/samples.ts";
import { testServer } from "../../test/server.ts";
import type { World } from "../../test/world.ts";
import { namedRoutes } from "./handle.ts";

/** Every request has an unknown query key: permitted users get 400 for it, others 401 or 403. Nothing is changed. */
const unknownKey = { "matrix-of-privileges": "1" };
const permitted = 400;

const db = await freshDatabase();
const server = await testServer(db);
const { account } = await server.account();
const somewhere = new Proxy({} as World, { get: () => "01990000-0000-7000-8000-000000000001" });
const all = namedRoutes().map(([name, route]) => ({ name: name as RouteName, route }));
const ofAccount = all.filter(({ route }) => route.caller === "account");

const send = (name: RouteName, as: { key?: string; cookie?: string }) => {
  const route = all.find((one) => one.name === name)!.route;
  const [method, url, sent] = requestOf(route, samples[name](somewhere), unknownKey);
  return server.call(method, url, { ...sent, as });
};

const keys = {
  owner: await server.key(account, "owner"),
  administrator: await server.key(account, "administrator"),
  viewer: await server.key(account, "viewer"),
  none: await server.key(account, "member"),
};
const grants = new Map<Privilege, { only: string; allBut: string }>();
for (const privilege of privilegeNames)
  grants.set(privilege, {
    only: await server.key(account, "member", [privilege]),
    allBut: await server.key(
      account,
      "member",
      privilegeNames.filter((other) => other !== privilege),
    ),
  });

describe("what needs no account", () => {
  it("is only signing in and what belongs to the signed-in user", () => {
    const open = all
      .filter(({ route }) => route.caller !== "account")
      .map(({ name, route }) => `${name} ${route.caller}`);
    expect(open.sort()).toEqual([
      "auth.acceptInvitation anyone",
      "auth.entrance anyone",
      "auth.findReset anyone",
      "auth.invitation anyone",
      "auth.me user",
      "auth.password user",
      "auth.requestReset anyone",
      "auth.resetPassword anyone",
      "auth.setup anyone",
      "auth.signIn anyone",
      "auth.signOut user",
      "auth.switchAccount user",
      "operator.createAccount operator",
      "session.end user",
      "session.endOthers user",
      "session.list user",
      "twoFactor.begin user",
      "twoFactor.confirm user",
      "twoFactor.disable user",
      "twoFactor.find user",
      "twoFactor.renewCodes user",
      "twoFactor.signIn anyone",
    ]);
  });
});

describe("what changes something", () => {
  it("needs a privilege, counting apart", () => {
    const free = ofAccount.filter(
      ({ route }) => route.method !== "GET" && route.privilege === null && !route.notViewers,
    );
    expect(free.map(({ name }) => name)).toEqual([
      "contact.count",
      "tenDlcCampaign.check",
      "tenDlcCampaign.drift",
      "batch.forecast",
    ]);
  });
});

describe.each(all.filter(({ route }) => route.caller !== "anyone" && route.caller !== "operator"))(
  "$name",
  ({ name, route }) => {
    it("is refused to strangers", async () => {
      const { status, body } = await send(name, {});
      expect([status, body.status, body.error[0]?.code]).toEqual([401, false, "not_signed_in"]);
    });

    if (route.caller === "user") {
      it("is refused to an API key", async () => {
        expect((await send(name, { key: keys.owner })).status).toBe(403);
      });
      return;
    }

    it("is refused to a revoked key", async () => {
      expect((await send(name, { key: "tl_unknown" })).status).toBe(401);
    });

    const { privilege } = route;
    if (route.notViewers) {
      it("is open to every role but viewer, whose attempt is in the audit", async () => {
        for (const [who, key] of Object.entries(keys))
          expect([who, (await send(name, { key })).status]).toEqual([who, who === "viewer" ? 403 : permitted]);
        const row = await db.tx([account], (q) =>
          q.one("select action, outcome, data from audit where outcome = 'refused' order by audit_id desc limit 1"),
        );
        expect(row).toEqual({ action: name, outcome: "refused", data: { role: "viewer" } });
      });
      return;
    }
    if (privilege === null) {
      it("is open to every member of the account", async () => {
        for (const key of Object.values(keys)) expect((await send(name, { key })).status).toBe(permitted);
      });
      return;
    }

    it(`needs ${privilege}`, async () => {
      const { only, allBut } = grants.get(privilege)!;
      const statuses: Record<string, number> = {};
      const callers = { ...keys, only, allBut };
      for (const [who, key] of Object.entries(callers)) statuses[who] = (await send(name, { key })).status;
      expect(statuses).toEqual({
        owner: permitted,
        administrator: permitted,
        only: permitted,
        // a user with all other privileges also has the alternative one, if there is one
        allBut: route.orPrivilege ? permitted : 403,
        viewer: 403,
        none: 403,
      });
    });

    it("names the privilege in its refusal, and the refusal is in the audit", async () => {
      const { body } = await send(name, { key: keys.viewer });
      expect(body.error[0]?.code).toBe("privilege_needed");
      expect(body.error[0]?.message).toContain(`the privilege ${privilege} (`);
      const row = await db.tx([account], (q) =>
        q.one("select action, outcome, data from audit where outcome = 'refused' order by audit_id desc limit 1"),
      );
      expect(row).toEqual({ action: name, outcome: "refused", data: { privilege } });
    });
  },
);

describe("a user in a browser", () => {
  it.each<[Role, Privilege[], number]>([
    ["viewer", [], 403],
    ["member", [], 403],
    ["member", ["workflow-edit"], permitted],
    ["administrator", [], permitted],
  ])("%s with %j may make a template: %i", async (role, privileges, status) => {
    const { cookie } = await server.user(account, role, privileges);
    expect((await send("smsTemplate.create", { cookie })).status).toBe(status);
  });
});
