import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testPassword, testServer } from "../../test/server.ts";
import { passwordPlace } from "../carriers/connectionKind.ts";
import { readConfig } from "../config/config.ts";
import { readEmailKeys, secretPlace } from "../email/readEmailKeys.ts";
import { firstStart } from "../program/firstStart.ts";
import { rewrapSecrets } from "../program/rewrapSecrets.ts";
import { findCarrierConnection } from "../store/carriers/carrierConnection.ts";
import { findTotp } from "../store/identity/twoFactor.ts";
import { listExternalConfig } from "../store/integrations/externalConfig.ts";
import { findConnection } from "../store/webhooks/connection.ts";
import { openConnection } from "../webhooks/openConnection.ts";
import { openKeys } from "./openKeys.ts";
import { totpPlace } from "./totpPlace.ts";

const db = await freshDatabase();
const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const config = readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent" }, { empty: true });

/** Starts the API and opens the worker's secrets with these master keys. */
async function begin(masterKey: Buffer, older: Buffer[] = []) {
  const keys = await openKeys(db, masterKey, older);
  await firstStart({ db, config, masterKey, tokens: keys.tokens });
  return { ...keys, server: await testServer(db, { masterKey, ...keys }) };
}

it("a new master key keeps API keys and secrets working, without the old one after a rewrap (architecture, Security)", async () => {
  const before = await begin(first);
  const { account, key } = await before.server.account();
  const call = (of: typeof before, method: string, url: string, body?: unknown) =>
    of.server.call(method, url, { as: { key }, body });
  await call(before, "POST", "/v3/accounts/external/config", {
    provider: "sendgrid",
    key: "api_key",
    encryptedValue: "mail secret",
  });
  const made = await call(before, "POST", "/v4/callback/authentication/", {
    name: "Shop",
    authHeaders: { Authorization: "Bearer hook secret" },
    signingSecret: "sign secret of before",
  });
  const id = String(made.body.payload[0]?.["id"]);
  await call(before, "POST", `/v4/callback/authentication/${id}/signing-secret/`, {
    signingSecret: "sign secret of now",
  });
  const line = await call(before, "POST", "/v4/carrier/", {
    name: "SMSC",
    host: "127.0.0.1",
    port: 9,
    tls: false,
    systemId: "us",
    password: "line secret",
  });
  const lineId = String(line.body.payload[0]?.["connectionId"]);
  const ann = await before.server.user(account, "viewer");
  await before.server.call("POST", "/auth/two-factor/begin", { as: ann, body: { password: testPassword } });
  const opened = (secrets: typeof before.secrets) =>
    db.tx([account], async (q) => {
      const rows = await listExternalConfig(q, account, null);
      const connection = openConnection(secrets, account, await findConnection(q, account, id));
      return [
        readEmailKeys(rows, "sendgrid", account, { secrets, urls: config.emailUrls })?.apiKey,
        connection?.authHeaders["Authorization"],
        ...(connection?.signingSecrets ?? []),
        secrets.open(passwordPlace(account, lineId), (await findCarrierConnection(q, account, lineId))?.password ?? ""),
        Buffer.from(secrets.open(totpPlace(ann.userId), (await findTotp(q, ann.userId))?.secret ?? ""), "base64")
          .length,
      ];
    });
  const all = ["mail secret", "Bearer hook secret", "sign secret of now", "sign secret of before", "line secret", 20];

  const both = await begin(second, [third, first]);
  expect((await call(both, "GET", "/v4/account/")).status).toBe(200);
  expect(await opened(both.secrets)).toEqual(all);
  expect(await rewrapSecrets(db, both.secrets)).toBe(6);
  expect(await rewrapSecrets(db, both.secrets)).toBe(0);

  const after = await begin(second);
  expect((await call(after, "GET", "/v4/account/")).status).toBe(200);
  expect(await opened(after.secrets)).toEqual(all);
  expect(() => before.secrets.open(secretPlace(account, "sendgrid", "api_key"), "s1.00000000.a.b.c")).toThrow(
    "TRUNKLINE_MASTER_KEY_OLD",
  );

  // The first key and a foreign one are both refused now.
  for (const foreign of [first, third])
    await expect(openKeys(db, foreign, [])).rejects.toThrow("This database uses another master key");
});
