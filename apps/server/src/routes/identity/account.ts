import { type Account, accountRoutes, accountSettings } from "@trunkline/contract/identity/account.ts";
import { holds } from "@trunkline/contract/identity/roles.ts";
import { timezones, zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { builtInLower } from "../../csv/mapColumns.ts";
import type { Actor } from "../../http/caller.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, forbidden, invalid, notFound } from "../../http/problem.ts";
import { linkBase } from "../../links/linkBase.ts";
import { auditChange } from "../../store/audit/audit.ts";
import { removeCallLoad } from "../../store/calls/callLoad.ts";
import { codeOf, type Query } from "../../store/database.ts";
import { lockDisposition } from "../../store/dispositions/disposition.ts";
import { countOldHistory, listRemovedHistory } from "../../store/history/oldHistory.ts";
import { type AccountRow, findAccount, updateAccount, updateLinkDomain } from "../../store/identity/account.ts";
import { findTotp } from "../../store/identity/twoFactor.ts";
import { notify } from "../../store/notifications/notify.ts";
import { checkDomain, serveDomainCheck } from "../links/checkDomain.ts";

/** The account's profile, flags, settings and custom fields, and the lists for pickers. */
export function registerAccount(api: Api): void {
  handle(api, accountRoutes.find, async ({ db, account, config }) => [
    show(config.publicUrl, await db.global((q) => findAccount(q, account))),
  ]);

  handle(api, accountRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, body } = call;
      const zone = body.settings?.defaultTimezoneId;
      if (zone !== undefined && zoneOf(zone) === undefined)
        throw invalid("defaultTimezoneId must be an id from GET /v4/timezone/", "body.settings.defaultTimezoneId");
      checkCustomFields(body.customFields ?? []);
      await checkOutcomes(q, account, body.settings);
      if (body.settings?.requireTwoFactor && call.actor.kind === "user") await refuseWithoutOwn(q, call.actor.id);
      const before = await findAccount(q, account, true);
      if (!before) throw notFound("account");
      refuseOwnRelease(call.actor, before, body.settings?.publishingNeedsApproval);
      const after: AccountRow = {
        ...before,
        name: body.name ?? before.name,
        flags: { ...before.flags, ...body.flags },
        settings: { ...before.settings, ...body.settings },
        customFields: body.customFields ? [...new Set(body.customFields)] : before.customFields,
      };
      await updateAccount(q, after);
      if (body.settings?.killSwitch && !before.settings.killSwitch) await notifyHeld(q, call);
      if (body.settings?.callThresholdPerMinute === null) await removeCallLoad(q, account);
      await auditChange(q, call, "account.update", account, { before: listed(before), after: listed(after) });
      return [show(call.config.publicUrl, after)];
    }),
  );

  handle(api, accountRoutes.history, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const rows = await listRemovedHistory(q, account);
      const removed = { texts: 0, calls: 0, emails: 0, deliveries: 0 };
      for (const { kind, removed: count } of rows) removed[kind] = count;
      return [
        {
          removed,
          last: rows.length === 0 ? null : new Date(Math.max(...rows.map(({ at }) => at.getTime()))).toISOString(),
          older: query.days === undefined ? null : await countOldHistory(q, account, query.days),
        },
      ];
    }),
  );

  handle(api, accountRoutes.linkDomain, async (call) => {
    const { account, body, db } = call;
    const { domain } = body;
    if (domain !== null) await checkDomain(call, domain);
    return db
      .tx([account], async (q) => {
        const before = await findAccount(q, account, true);
        await updateLinkDomain(q, account, domain);
        await auditChange(q, call, "account.linkDomain", account, {
          before: { domain: before?.linkDomain ?? null },
          after: { domain },
        });
        return [show(call.config.publicUrl, await findAccount(q, account))];
      })
      .catch((error: unknown) => {
        if (codeOf(error) !== "23505") throw error;
        throw conflict(`${domain} is already used by another account`, "body.domain", "domain_taken");
      });
  });
  serveDomainCheck(api);

  // spec 2 §2.3
  handle(api, accountRoutes.configuration, async ({ db, account }) => {
    const row = await db.global((q) => findAccount(q, account));
    return [{ custom_fields: JSON.stringify(row?.customFields ?? []) }];
  });
  handle(api, accountRoutes.timezones, async () => [...timezones]);
}

const notifyHeld = (q: Query, { account, actor }: { account: string; actor: Actor }): Promise<void> =>
  notify(
    q,
    account,
    {
      kind: "held",
      tone: "failed",
      sentence: `${actor.name} holds all sending: texts, calls and emails are blocked until they are allowed again`,
      path: "/settings/limits",
    },
    { privilege: "workflow-run", but: actor.id },
  );

/** Users who require a second factor must have one, so that they cannot lock themselves out. */
async function refuseWithoutOwn(q: Query, userId: string): Promise<void> {
  if ((await findTotp(q, userId))?.confirmed == null)
    throw conflict(
      "Set up two-factor authentication for yourself first, under Password and sessions",
      "body.settings.requireTwoFactor",
    );
}

/** Only users who may approve decide that publishing needs no approval, because it frees their own workflows too. */
function refuseOwnRelease(actor: Actor, { settings }: AccountRow, wanted: boolean | undefined): void {
  if (wanted !== false || !settings.publishingNeedsApproval) return;
  if (!holds(actor.role, actor.privileges, "workflow-approve"))
    throw forbidden("To turn this off, you need the privilege workflow-approve", "privilege_needed");
}

/** Outcomes are dispositions of the account, so that a misspelled one is not silently ignored. */
async function checkOutcomes(
  q: Query,
  account: string,
  {
    defaultOutcome = "",
    outcomeKeys = [],
  }: { defaultOutcome?: string | undefined; outcomeKeys?: string[] | undefined } = {},
): Promise<void> {
  const named = [
    ...(defaultOutcome === "" ? [] : [{ key: defaultOutcome, where: "body.settings.defaultOutcome" }]),
    ...outcomeKeys.map((key, place) => ({ key, where: `body.settings.outcomeKeys[${place}]` })),
  ];
  for (const { key, where } of named)
    if ((await lockDisposition(q, account, key)) === null)
      throw invalid(`The disposition "${key}" does not exist`, where, "no_disposition");
}

/** A custom field with the name of a contact field would never be read, because the contact field takes precedence. */
function checkCustomFields(names: readonly string[]): void {
  const index = names.findIndex((name) => builtInLower.has(name));
  if (index >= 0)
    throw invalid(`"${names[index]}" is already a contact field. Choose another name`, `body.customFields[${index}]`);
}

/** The editable fields of an account for the audit log. */
const listed = ({ name, flags, settings, customFields }: AccountRow) => ({
  name,
  ...flags,
  ...accountSettings.parse(settings),
  customFields,
});

function show(publicUrl: string, row: AccountRow | null): Account {
  if (!row) throw notFound("account");
  const { feature_dnclist_enabled = false, feature_forth_enabled = false } = row.flags;
  return {
    accountSid: row.accountSid,
    name: row.name,
    created: row.created.toISOString(),
    flags: { feature_dnclist_enabled, feature_forth_enabled },
    settings: accountSettings.parse(row.settings),
    customFields: row.customFields,
    linkDomain: row.linkDomain,
    linkBase: linkBase(publicUrl, row.linkDomain),
  };
}
