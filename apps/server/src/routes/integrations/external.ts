import {
  type ExternalConfig,
  type ExternalProvider,
  externalFields,
  externalProviders,
  externalRoutes,
  externalValueMax,
  forthFlag,
  smtpSettings,
  speechUrl,
  testableProviders,
} from "@trunkline/contract/integrations/external.ts";
import { plainErrors, sayOf } from "@trunkline/workflow/parts/text/plainErrors.ts";
import { sendWire } from "../../carriers/sendWire.ts";
import { emailProviders } from "../../email/emailProviders.ts";
import { readEmailKeys, secretPlace } from "../../email/readEmailKeys.ts";
import { readSmtpServer } from "../../email/readSmtpServer.ts";
import { openSmtpPool } from "../../email/smtpPool.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { settled } from "../../http/keyedRequest.ts";
import { conflict, forbidden, invalid, notFound, Problem } from "../../http/problem.ts";
import { silentRecording } from "../../inbound/silentRecording.ts";
import { readSpeechAddress, speechAt } from "../../models/openSpeech.ts";
import { SealBroken } from "../../secrets/secrets.ts";
import { audit, auditChange, maskedChange } from "../../store/audit/audit.ts";
import { findAccount } from "../../store/identity/account.ts";
import {
  type ExternalConfigRow,
  listExternalConfig,
  removeExternalConfig,
  saveExternalConfig,
} from "../../store/integrations/externalConfig.ts";
import { newId } from "../../store/newId.ts";
import { endSaml, saveSamlMetadata } from "../identity/saml.ts";

const checkWithinMs = 15_000;

/** External integrations (spec 3 §7). */
export function registerExternal(api: Api): void {
  handle(api, externalRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const providers = query.keys?.split(",").map((name) => name.trim()) ?? null;
      return (await listExternalConfig(q, account, providers)).map(show);
    }),
  );
  handle(api, externalRoutes.save, (call) =>
    call.db.tx([call.account], async (q) => {
      const { provider, key, value, encryptedValue } = call.body;
      const field = fieldOf(provider, key);
      if (provider === "forth") {
        const account = await findAccount(q, call.account);
        if (!account?.flags[forthFlag])
          throw forbidden("The Forth integration is not turned on for this account", "flag_needed");
      }
      const given = (field.secret ? encryptedValue : value)?.trim() ?? "";
      if (given === "") throw invalid(field.missing, field.secret ? "body.encryptedValue" : "body.value");
      const before = (await listExternalConfig(q, call.account, [provider], { lock: true })).find(
        (one) => one.key === key,
      );
      if (provider === "saml") await saveSamlMetadata(q, call, given);
      else if (provider === "smtp" && key === "metadata") checkSmtpSettings(given);
      else if (key === "url") checkSpeechUrl(given);
      else if (given.length > externalValueMax)
        throw invalid(`A value must have at most ${externalValueMax} characters`, "body.value");
      const row = await saveExternalConfig(q, call.account, {
        provider,
        key,
        value: field.secret ? null : given,
        sealed: field.secret ? api.secrets.seal(secretPlace(call.account, provider, key), given) : null,
      });
      // The audit log already has the metadata.
      if (provider === "saml") return [show(row)];
      const sealed = maskedChange(before?.sealed ?? null, row.sealed);
      await auditChange(q, call, "external.save", provider, {
        before: { [key]: field.secret ? sealed.from : (before?.value ?? null) },
        after: { [key]: field.secret ? sealed.to : row.value },
      });
      return [show(row)];
    }),
  );
  handle(api, externalRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { provider } = call.params;
      if (!(await removeExternalConfig(q, call.account, provider))) throw notFound("provider");
      if (provider === "saml") await endSaml(q, call);
      await audit(q, call, "external.delete", provider);
      return [{ id: provider }];
    }),
  );
  handle(api, externalRoutes.test, async (call) => {
    const { provider } = call.params;
    if (provider === "smtp") return testSmtp(call, api);
    if (provider === "speech") return testSpeech(call, api);
    if (!isTestable(provider)) throw invalid(`${externalProviders[provider]} has no connection test`, "path.provider");
    const rows = await call.db.tx([call.account], (q) => listExternalConfig(q, call.account, [provider]));
    const keys = openedKeys(api, rows, provider, call.account);
    if (keys === null) throw notFound("provider");
    const { buildCheck, readCheck } = emailProviders[provider];
    await call.key.acts();
    const answer = await sendWire(buildCheck(keys), AbortSignal.timeout(checkWithinMs));
    const checked = readCheck(answer);
    return call.db.tx([call.account], async (q) => {
      await audit(q, call, "external.test", provider, { ok: checked.ok });
      return settled(q, call, [checked]);
    });
  });
}

/** Connects to the account's mail server, logs in and names the sender. Sends nothing. */
async function testSmtp(call: Call, api: Api) {
  const rows = await call.db.tx([call.account], (q) => listExternalConfig(q, call.account, ["smtp"]));
  const server = opened(() => readSmtpServer(rows, call.account, api.secrets));
  if (server === null) throw notFound("provider");
  await call.key.acts();
  const pool = openSmtpPool({ egress: call.egress, allowPlain: false });
  const checked = await pool.check(server, server.sender, AbortSignal.timeout(checkWithinMs));
  return call.db.tx([call.account], async (q) => {
    await audit(q, call, "external.test", "smtp", { ok: checked.ok });
    return settled(q, call, [checked]);
  });
}

/** Has the account's speech service transcribe a second of silence. */
async function testSpeech(call: Call, api: Api) {
  const { account } = call;
  const rows = await call.db.tx([account], (q) => listExternalConfig(q, account, ["speech"]));
  const address = opened(() => readSpeechAddress(rows, account, api.secrets));
  if (address === null) throw notFound("provider");
  await call.key.acts();
  const sound = { fileName: "test.wav", contentType: "audio/wav", data: silentRecording(1) };
  const heard = await speechAt(address, call.egress).transcribe(sound, newId());
  const checked = heard.ok
    ? { ok: true, words: "The service transcribed a second of silence." }
    : { ok: false, words: heard.words };
  return call.db.tx([account], async (q) => {
    await audit(q, call, "external.test", "speech", { ok: checked.ok });
    return settled(q, call, [checked]);
  });
}

function checkSpeechUrl(text: string): void {
  const [issue] = speechUrl.safeParse(text).error?.issues ?? [];
  if (issue !== undefined) throw invalid(issue.message, "body.value");
}

/** Checks the JSON of a mail server's settings. */
function checkSmtpSettings(text: string): void {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalid("Mail server must be JSON with host, port, tls, user and sender", "body.value");
  }
  const read = smtpSettings.safeParse(json, { error: plainErrors });
  if (read.success) return;
  throw new Problem(
    400,
    read.error.issues.map(({ path, message }) => ({
      code: "invalid",
      message: sayOf(path.join(".") || "Mail server", message),
      where: ["body.value", ...path.map(String)].join("."),
    })),
  );
}

/** A key sealed under a missing master key must be entered again and is not an internal error. */
function openedKeys(api: Api, rows: ExternalConfigRow[], provider: keyof typeof emailProviders, account: string) {
  return opened(() => readEmailKeys(rows, provider, account, { secrets: api.secrets, urls: api.config.emailUrls }));
}

function opened<Keys>(read: () => Keys): Keys {
  try {
    return read();
  } catch (error) {
    if (error instanceof SealBroken) throw conflict(error.message, "path.provider");
    throw error;
  }
}

const isTestable = (provider: ExternalProvider): provider is keyof typeof emailProviders =>
  testableProviders.includes(provider);

function fieldOf(provider: ExternalProvider, key: string) {
  const fields = externalFields[provider];
  const field = fields.find((one) => one.key === key);
  if (field) return field;
  const keys = fields.map((one) => one.key).join(", ");
  throw invalid(`${externalProviders[provider]} has no key "${key}". Its keys are ${keys}`, "body.key");
}

const show = ({ provider, key, value, sealed, updated }: ExternalConfigRow): ExternalConfig => ({
  provider: provider as ExternalProvider,
  key,
  value,
  masked: sealed === null ? null : "••••••••",
  updated: updated.toISOString(),
});
