import { randomBytes } from "node:crypto";
import { twoFactorRoutes } from "@trunkline/contract/identity/twoFactor.ts";
import { type Api, type Deps, handleOpen } from "../../http/handle.ts";
import type { TryLimits } from "../../http/limits.ts";
import { conflict, invalid, unauthorized } from "../../http/problem.ts";
import { isPassword } from "../../secrets/password.ts";
import { makeTotpSecret, stepOfCode, toBase32, totpUri } from "../../secrets/totp.ts";
import { totpPlace } from "../../secrets/totpPlace.ts";
import { audit, auditRefusal } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { listMemberships } from "../../store/identity/membership.ts";
import { removeOtherSessions } from "../../store/identity/session.ts";
import {
  beginTotp,
  confirmTotp,
  consumeCodePeriod,
  consumeRecoveryCode,
  countFailed,
  countRecoveryCodes,
  findTotp,
  insertChallenge,
  removeChallenge,
  removeTotp,
  saveRecoveryCodes,
  type TotpRow,
  tryChallenge,
} from "../../store/identity/twoFactor.ts";
import { findUser, type UserRow } from "../../store/identity/user.ts";
import { beginSession, type Entering, signedInByPassword } from "./beginSession.ts";

const challengeMs = 10 * 60_000;
const recoveryCodes = 10;

/** The challenge for a user with a second factor after a correct password, or null. `account` is the account of the session. */
export async function askForCode(
  { db, tokens }: Entering,
  user: Pick<UserRow, "userId">,
  account: string | null = null,
) {
  const totp = await db.global((q) => findTotp(q, user.userId));
  if (totp?.confirmed == null) return null;
  const challenge = tokens.make();
  await db.global((q) => insertChallenge(q, user.userId, tokens.hash("challenge", challenge), account));
  return { challenge, expires: new Date(Date.now() + challengeMs).toISOString() };
}

/** Second factor: set-up, verification, new recovery codes and turning it off. */
export function registerTwoFactor(api: Api, tries: TryLimits): void {
  registerCodeSignIn(api, tries);
  registerSetUp(api, tries);

  handleOpen(api, twoFactorRoutes.find, async ({ db, caller }) => {
    const { userId, account } = signedInByPassword(caller);
    return db.global(async (q) => {
      const totp = await findTotp(q, userId);
      return [
        {
          enabled: totp?.confirmed != null,
          since: totp?.confirmed?.toISOString() ?? null,
          recoveryCodesLeft: await countRecoveryCodes(q, userId),
          required: await isRequired(q, userId, account),
        },
      ];
    });
  });

  handleOpen(api, twoFactorRoutes.renewCodes, async (call) => {
    const { db, caller, body, request } = call;
    const { userId, email, account } = signedInByPassword(caller);
    await tries.count(request, email);
    await takeAnyCode(api, await findConfirmed(db, userId), body.code);
    return db.tx(accountsOf(account), async (q) => {
      const codes = await giveRecoveryCodes(api, q, userId);
      await write(q, userId, account, "auth.recoveryCodes");
      return [{ recoveryCodes: codes }];
    });
  });

  handleOpen(api, twoFactorRoutes.disable, async (call) => {
    const { db, caller, body, request } = call;
    const { userId, email, account } = signedInByPassword(caller);
    await tries.countPassword(request, email);
    const totp = await findConfirmed(db, userId);
    if (await db.global((q) => isRequired(q, userId, account)))
      throw conflict("This account asks for two-factor authentication: it stays on", undefined, "two_factor_needed");
    await checkPassword(db, userId, body.password);
    await db.global((q) => tries.forgetAttempts(q, email));
    await takeAnyCode(api, totp, body.code);
    return db.tx(accountsOf(account), async (q) => {
      await removeTotp(q, userId);
      await write(q, userId, account, "auth.twoFactorOff");
      return [{}];
    });
  });
}

/** The second step of a sign-in. */
function registerCodeSignIn(api: Api, tries: TryLimits): void {
  handleOpen(api, twoFactorRoutes.signIn, async (call) => {
    const { db, tokens, body, request } = call;
    await tries.count(request, `code ${body.challenge.slice(0, 16)}`);
    const hash = tokens.hash("challenge", body.challenge);
    const tried = await db.global((q) => tryChallenge(q, hash));
    const user = tried && (await db.global((q) => findUser(q, tried.userId)));
    if (!user)
      throw unauthorized("challenge_over", "This sign-in took too long or had too many wrong codes. Sign in again");
    const memberships = await db.global((q) => listMemberships(q, user.userId));
    let second: string;
    try {
      second = await takeAnyCode(api, await findConfirmed(db, user.userId), body.code);
    } catch (problem) {
      for (const { accountSid } of memberships) {
        const by = { account: accountSid, actor: { kind: "user", id: user.userId } };
        await auditRefusal(db, by, "auth.signInCode", { address: request.ip });
      }
      throw problem;
    }
    const account = (memberships.find((one) => one.accountSid === tried.account) ?? memberships[0])?.accountSid ?? null;
    const within = async (q: Query) => {
      if (!(await removeChallenge(q, hash))) throw unauthorized("challenge_over", "This sign-in was already completed");
    };
    return [await beginSession(call, user, account, within, { second })];
  });
}

function registerSetUp(api: Api, tries: TryLimits): void {
  handleOpen(api, twoFactorRoutes.begin, async (call) => {
    const { db, caller, body, request } = call;
    const { userId, email, account } = signedInByPassword(caller);
    await tries.countPassword(request, email);
    await checkPassword(db, userId, body.password);
    await db.global((q) => tries.forgetAttempts(q, email));
    const secret = makeTotpSecret();
    const sealed = api.secrets.seal(totpPlace(userId), secret.toString("base64"));
    await db.tx(accountsOf(account), async (q) => {
      if (!(await beginTotp(q, userId, sealed)))
        throw conflict("Two-factor authentication is on already: turn it off first", undefined, "two_factor_on");
      await write(q, userId, account, "auth.twoFactorBegin");
    });
    return [{ secret: toBase32(secret), uri: totpUri(secret, email) }];
  });

  handleOpen(api, twoFactorRoutes.confirm, async (call) => {
    const { db, caller, body, request } = call;
    const { userId, sessionId, email, account } = signedInByPassword(caller);
    await tries.count(request, email);
    const totp = await db.global((q) => findTotp(q, userId));
    if (!totp || totp.confirmed !== null)
      throw conflict(
        "There is nothing to confirm: begin to set two-factor authentication up",
        undefined,
        "nothing_begun",
      );
    await takeCode(api, totp, body.code);
    return db.tx(accountsOf(account), async (q) => {
      await confirmTotp(q, userId);
      await removeOtherSessions(q, userId, sessionId);
      const codes = await giveRecoveryCodes(api, q, userId);
      await write(q, userId, account, "auth.twoFactorOn");
      return [{ recoveryCodes: codes }];
    });
  });
}

const accountsOf = (account: string | null): string[] => (account ? [account] : []);

const write = async (q: Query, userId: string, account: string | null, action: string): Promise<void> => {
  if (account) await audit(q, { account, actor: { kind: "user", id: userId } }, action, userId);
};

const isRequired = async (q: Query, userId: string, account: string | null): Promise<boolean> =>
  (await listMemberships(q, userId)).some((one) => one.accountSid === account && one.requireTwoFactor);

async function findConfirmed(db: Deps["db"], userId: string): Promise<TotpRow> {
  const totp = await db.global((q) => findTotp(q, userId));
  if (totp?.confirmed == null) throw conflict("Two-factor authentication is not set up", undefined, "two_factor_off");
  return totp;
}

async function checkPassword(db: Deps["db"], userId: string, password: string): Promise<void> {
  const user = await db.global((q) => findUser(q, userId));
  if (!(await isPassword(password, user?.passwordHash ?? null)))
    throw invalid("Password is wrong", "body.password", "wrong_password");
}

/** Accepts an authenticator code once. Ten wrong codes in a row block further codes for a while. */
async function takeCode({ db, secrets }: Api, totp: TotpRow, code: string): Promise<void> {
  if (totp.locked)
    throw invalid("Too many wrong codes. Wait 15 minutes, or use a recovery code", "body.code", "codes_locked");
  const secret = Buffer.from(secrets.open(totpPlace(totp.userId), totp.secret), "base64");
  const step = stepOfCode(secret, code, Date.now());
  if (step === null) {
    await db.global((q) => countFailed(q, totp.userId));
    throw invalid("The code is wrong. Enter the code that your authenticator shows now", "body.code", "wrong_code");
  }
  if (!(await db.global((q) => consumeCodePeriod(q, totp.userId, step))))
    throw invalid("This code was already used. Wait for the next one", "body.code", "used_code");
}

/** Accepts an authenticator code with any spacing, or a recovery code, and returns which it was. */
async function takeAnyCode(api: Api, totp: TotpRow, code: string): Promise<"code" | "recovery code"> {
  const digits = code.replace(/\s/g, "");
  if (/^\d{6}$/.test(digits)) {
    await takeCode(api, totp, digits);
    return "code";
  }
  await takeRecovery(api, totp.userId, code);
  return "recovery code";
}

/** Verifies a recovery code, ignoring case and dashes. */
const plainCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, "");

async function takeRecovery({ db, tokens }: Api, userId: string, code: string): Promise<void> {
  const hash = tokens.hash("recovery", `${userId}:${plainCode(code)}`);
  if (!(await db.global((q) => consumeRecoveryCode(q, userId, hash))))
    throw invalid("This recovery code is wrong or was already used", "body.code", "wrong_code");
}

/** Ten codes of 50 bits, stored as hashes. */
async function giveRecoveryCodes({ tokens }: Api, q: Query, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () => {
    const text = toBase32(randomBytes(7)).slice(0, 10).toLowerCase();
    return `${text.slice(0, 5)}-${text.slice(5)}`;
  });
  await saveRecoveryCodes(
    q,
    userId,
    codes.map((code) => tokens.hash("recovery", `${userId}:${plainCode(code)}`)),
  );
  return codes;
}
