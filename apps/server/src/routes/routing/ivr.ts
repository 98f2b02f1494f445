import { ivrRoutes, type ListedIvr, whyNoIvrName } from "@trunkline/contract/routing/ivr.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { isPhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { type Ivr, ivrNameOf, tidyIvr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { ivrIssues } from "@trunkline/workflow/voice/ivr/ivrIssues.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, notFound, Problem } from "../../http/problem.ts";
import { whyNoVoice } from "../../inbound/whyNoVoice.ts";
import { listKnownLiveLists } from "../../store/agents/liveList.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { listDestinations, listIvrCarriers, lockRouteTag, removeRouteTag } from "../../store/routing/inboundRoute.ts";
import {
  findIvr,
  type IvrRow,
  insertIvr,
  type ListedIvrRow,
  listArchivedIvrs,
  listIvrs,
  lockIvr,
  removeIvr,
  updateIvr,
} from "../../store/routing/ivr.ts";
import { listKnownCampaigns } from "../../store/workflows/campaign.ts";

/** IVR menus (spec 3 §3, §5, §7). */
export function registerIvr(api: Api): void {
  handle(api, ivrRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listIvrs(q, account)).map(showListed)),
  );
  handle(api, ivrRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => [(await need(findIvr(q, account, ivrNameOf(params.name)))).ivr]),
  );
  handle(api, ivrRoutes.archived, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const name = ivrNameOf(params.name);
      await need(findIvr(q, account, name));
      return (await listArchivedIvrs(q, account, name)).map(({ ivr, saved, savedBy }) => ({
        ...ivr,
        saved: { at: saved.toISOString(), by: savedBy },
      }));
    }),
  );
  handle(api, ivrRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const ivr = { ...(await checkedIvr(q, call.account, call.body)), version: 0 };
      if (!(await insertIvr(q, call.account, ivr, call.actor.name)))
        throw conflict(`An IVR menu named "${ivr.ivrName}" already exists`, "body.ivrName", "name_taken");
      await audit(q, call, "ivr.create", ivr.ivrName, { menus: ivr.menus.length });
      return [ivr];
    }),
  );
  handle(api, ivrRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { basedOn, ...body } = call.body;
      const name = ivrNameOf(call.params.name);
      const before = await need(lockIvr(q, call.account, name));
      if (ivrNameOf(body.ivrName) !== name)
        throw conflict(`The name of the IVR menu "${name}" cannot be changed`, "body.ivrName", "name_fixed");
      const { version } = before.ivr;
      if (basedOn !== undefined && basedOn !== version) throw newerVersion(before);
      const ivr = { ...(await checkedIvr(q, call.account, body)), version };
      // A save without changes creates no version.
      if (isSameIvr(ivr, before.ivr)) return [before.ivr];
      const next = { ...ivr, version: version + 1 };
      await updateIvr(q, call.account, next, call.actor.name);
      await auditChange(q, call, "ivr.update", name, { before: listed(before.ivr), after: listed(next) });
      return [next];
    }),
  );
  handle(api, ivrRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const ivrName = ivrNameOf(call.body.ivrName);
      await refuseUsed(q, call.account, ivrName);
      if (!(await removeIvr(q, call.account, ivrName))) throw notFound("IVR menu");
      // Both or neither, because a tag without its menus could not answer calls (spec 3 §4 IVR delete).
      if ((await lockRouteTag(q, call.account, ivrName))?.ivr) await removeRouteTag(q, call.account, ivrName);
      await audit(q, call, "ivr.delete", ivrName);
      return [{ ivrName }];
    }),
  );
}

async function need(row: Promise<IvrRow | null>): Promise<IvrRow> {
  const found = await row;
  if (found === null) throw notFound("IVR menu");
  return found;
}

const newerVersion = ({ ivr, saved, savedBy }: IvrRow): Problem =>
  conflict(
    `Version ${ivr.version} was saved by ${savedBy} at ${saved.toISOString()}, after the version that this change is based on. Load it first, or set basedOn to ${ivr.version} to overwrite it.`,
    "body.basedOn",
    "newer_version",
  );

/** Validates an IVR and its references, and reports all problems at once. */
export async function checkedIvr(q: Query, account: string, body: Ivr): Promise<Ivr> {
  const ivr = tidyIvr(body);
  const badName = whyNoIvrName(ivr.ivrName);
  const issues = [...(badName ? [{ field: "ivrName", message: badName }] : []), ...ivrIssues(ivr, isPhone)];
  if (issues.length > 0)
    throw new Problem(
      400,
      issues.map(({ field, message }) => ({ code: "invalid_ivr", message, where: whereOf(field) })),
    );
  const missing = await listMissing(q, account, ivr);
  if (missing.length > 0) throw new Problem(400, missing);
  const noVoice = whyNoVoice(await listIvrCarriers(q, account, ivr.ivrName), ivr.configurationOptions.ttsVoice);
  if (noVoice !== null)
    throw new Problem(400, [
      { code: "invalid_ivr", message: noVoice, where: whereOf("configurationOptions.ttsVoice") },
    ]);
  return ivr;
}

/** Refuses to delete a menu that an inbound workflow routes to. */
async function refuseUsed(q: Query, account: string, ivrName: string): Promise<void> {
  const destinations = await listDestinations(q, account, { destType: "ivr" });
  const user = destinations.find(
    ({ definition: { routeTag, options } }) => options.ivr === ivrName && routeTag !== ivrName,
  );
  if (user !== undefined)
    throw conflict(
      `The workflow "${user.definition.routeTag}" routes callers to this IVR menu. Remove it there first`,
      "body.ivrName",
      "ivr_in_use",
    );
}

/** `menus.0.menuId` as `body.menus[0].menuId`. */
const whereOf = (field: string): string => `body.${field.replace(/\.(\d+)/g, "[$1]")}`;

async function listMissing(q: Query, account: string, ivr: Ivr) {
  const named = ivr.menus.flatMap((menu, at) =>
    menu.options.flatMap((option, row) =>
      option.actions.map((action, step) => ({
        ...action,
        where: whereOf(`menus.${at}.options.${row}.actions.${step}.value`),
      })),
    ),
  );
  const valuesOf = (wanted: string) => named.filter(({ type }) => type === wanted).map(({ value }) => value);
  const campaigns = await listKnownCampaigns(q, account, valuesOf("workflow"));
  const lists = await listKnownLiveLists(q, account, valuesOf("livelist"));
  return named.flatMap(({ type, value, where }) => {
    if (type === "workflow" && !campaigns.has(value.toLowerCase()))
      return [{ code: "missing_reference", message: "This workflow does not exist. Choose another one", where }];
    if (type === "livelist" && !lists.has(value))
      return [
        {
          code: "missing_reference",
          message: `The live list "${value}" does not exist. Choose another one, or create it`,
          where,
        },
      ];
    return [];
  });
}

/** The database changes the key order of a document. */
export const isSameIvr = (one: unknown, other: unknown): boolean => {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return one === other;
  const [mine, theirs] = [Object.entries(one), other as Record<string, unknown>];
  return (
    mine.length === Object.keys(theirs).length && mine.every(([key, value]) => isSameIvr(value, ownValue(theirs, key)))
  );
};

const showListed = ({ created, updated, ...row }: ListedIvrRow): ListedIvr => ({
  ...row,
  routeTag: row.ivrName,
  created: created.toISOString(),
  updated: updated.toISOString(),
});

/** An IVR menu for the audit log, with each option and each menu as a separate field. */
const listed = ({ version, configurationOptions, menus }: Ivr) => ({
  version,
  ...configurationOptions,
  ...Object.fromEntries(menus.map(({ menuId, ...menu }) => [`menu ${menuId}`, menu])),
});
