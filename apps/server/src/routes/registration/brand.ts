import { type CarrierTerms, networks } from "@trunkline/carriers/registry/registry.ts";
import { type Brand, brandRoutes } from "@trunkline/contract/registration/brand.ts";
import {
  altBusinessIdTypes,
  type BrandDetails,
  brandBody,
  brandDraft,
  brandRelationships,
  brandStatuses,
  entityTypes,
  stockExchanges,
  verticals,
  wordsOf,
} from "@trunkline/contract/registration/brandFields.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { settled } from "../../http/keyedRequest.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { readPart } from "../../http/validate.ts";
import { standingOf } from "../../registry/standingOf.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { codeOf, type Database, type Query } from "../../store/database.ts";
import {
  type BrandRow,
  findBrand,
  insertBrand,
  listBrands,
  lockBrand,
  removeBrand,
  setBrandAction,
  updateBrand,
} from "../../store/registration/brand.ts";
import { dueNow, insertRegistrationEvents, listRegistrationEvents } from "../../store/registration/registration.ts";
import { createdOf } from "../createdOf.ts";
import { askRegistry } from "./askRegistry.ts";

/** Brands (spec 1 §7), which the worker files with the registry and syncs. */
export function registerBrand(api: Api): void {
  handleReads(api);
  handleChanges(api);
  handleVetting(api);
  handleRemoval(api);
}

function handleReads(api: Api): void {
  handle(api, brandRoutes.list, ({ db, account, params }) => {
    ownAccount(account, params.acct);
    return db.tx([account], async (q) => {
      const rows = await listBrands(q, account);
      return showAll(q, account, rows);
    });
  });
  handle(api, brandRoutes.enums, async ({ account, params }) => {
    ownAccount(account, params.acct);
    const entityType = Object.keys(entityTypes);
    return [
      {
        entityType,
        vertical: [...verticals],
        brandRelationship: Object.keys(brandRelationships),
        altBusinessIdType: [...altBusinessIdTypes],
        stockExchange: [...stockExchanges],
        brandStatus: [...brandStatuses],
      },
    ];
  });
  handle(api, brandRoutes.find, ({ db, account, params }) => {
    ownAccount(account, params.acct);
    return db.tx([account], (q) => findShown(q, account, params.id));
  });
  handle(api, brandRoutes.useCases, async (call) => {
    const { db, account, params } = call;
    ownAccount(account, params.acct);
    const row = await db.tx([account], (q) => findBrand(q, account, params.id));
    if (row === null) throw notFound("brand");
    if (row.registryId === null) return [];
    const found = await askRegistry(call, row.details, (registry) => registry.listUseCases(standingOf(row)));
    return found.map(({ carriers, ...one }) => ({
      ...one,
      words: wordsOf(one.usecase),
      rateConfigs: carriers.map(showTerms),
    }));
  });
}

function handleChanges(api: Api): void {
  handle(api, brandRoutes.create, (call) => {
    ownAccount(call.account, call.params.acct);
    const isDraft = call.query.draft === "true";
    const details = detailsOf(call.body, isDraft);
    return write(call, details, async (q) => {
      const brandId = await insertBrand(q, call.account, {
        details,
        ipAddress: isDraft ? null : call.request.ip,
        wanted: isDraft ? null : "file",
      });
      if (!isDraft) await dueNow(q, call.account, brandId, "brand");
      await audit(q, call, "brand.create", brandId, { name: details.displayName, draft: isDraft });
      await insertRegistrationEvents(q, call.account, brandId, [
        isDraft ? "Saved as a draft" : "Submitted to the registry",
      ]);
      return findShown(q, call.account, brandId);
    });
  });
  handle(api, brandRoutes.update, (call) => {
    ownAccount(call.account, call.params.acct);
    return write(call, null, async (q) => {
      const brandId = call.params.id;
      const before = await lockBrand(q, call.account, brandId);
      if (before === null) throw notFound("brand");
      const isDraft = call.query.draft === "true";
      if (isDraft && before.status !== "DRAFT")
        throw conflict("This brand is already filed and cannot become a draft again", "query.draft");
      const details = detailsOf(call.body, isDraft);
      refuseLocked(before, details);
      const wanted = isDraft ? null : before.registryId === null ? "file" : "update";
      const status = isDraft ? "DRAFT" : before.registryId === null ? "PENDING" : before.status;
      const ipAddress = isDraft ? null : call.request.ip;
      await updateBrand(q, call.account, brandId, { details, ipAddress, status, wanted });
      if (!isDraft) await dueNow(q, call.account, brandId, "brand");
      const about = { name: details.displayName, draft: isDraft };
      await auditChange(q, call, "brand.update", brandId, { about, before: before.details, after: details });
      if (!isDraft)
        await insertRegistrationEvents(q, call.account, brandId, [
          before.registryId === null ? "Submitted to the registry" : "Changed and submitted to the registry again",
        ]);
      return findShown(q, call.account, brandId);
    });
  });
}

function handleVetting(api: Api): void {
  handle(api, brandRoutes.vet, (call) => {
    ownAccount(call.account, call.params.acct);
    return write(call, null, async (q) => {
      const brandId = call.params.id;
      const before = await lockBrand(q, call.account, brandId);
      if (before === null) throw notFound("brand");
      if (before.status === "VETTED_VERIFIED") throw conflict("This brand is already vetted", "path.id");
      if (before.status !== "VERIFIED" || before.wanted !== null || before.vetting === "pending")
        throw conflict("Only a verified brand can be vetted, and only once at a time", "path.id");
      if (before.details.entityType === "SOLE_PROPRIETOR")
        throw conflict("Sole proprietors cannot be vetted", "path.id");
      await setBrandAction(q, call.account, brandId, "vet");
      await dueNow(q, call.account, brandId, "brand");
      await audit(q, call, "brand.vet", brandId, { name: before.details.displayName });
      await insertRegistrationEvents(q, call.account, brandId, ["Vetting ordered"]);
      return findShown(q, call.account, brandId);
    });
  });
  handle(api, brandRoutes.sendCode, async (call) => {
    const { db, account, params } = call;
    ownAccount(account, params.acct);
    const { registryId, details } = await selfDeclared(db, account, params.id);
    await call.key.acts();
    await askRegistry(call, details, (registry) => registry.sendCode(account, registryId));
    return db.tx([account], async (q) => {
      await audit(q, call, "brand.sendCode", params.id);
      await insertRegistrationEvents(q, account, params.id, ["Code sent to the mobile phone"]);
      return settled(q, call, await findShown(q, account, params.id));
    });
  });
  handle(api, brandRoutes.confirmCode, async (call) => {
    const { db, account, params, body } = call;
    ownAccount(account, params.acct);
    const { registryId, details } = await selfDeclared(db, account, params.id);
    await call.key.acts();
    await askRegistry(call, details, (registry) => registry.confirmCode(account, registryId, body.code));
    const shown = await db.tx([account], async (q) => {
      await dueNow(q, account, params.id, "brand");
      await audit(q, call, "brand.confirm", params.id);
      await insertRegistrationEvents(q, account, params.id, ["Confirmed by the code from the mobile phone"]);
      return settled(q, call, await findShown(q, account, params.id));
    });
    call.wakeUp();
    return shown;
  });
}

function handleRemoval(api: Api): void {
  handle(api, brandRoutes.remove, async (call) => {
    const { db, account, params } = call;
    ownAccount(account, params.acct);
    const known = await db.tx([account], (q) => freeBrand(q, account, params.id));
    // At the registry first, so that a brand that it keeps is not lost here.
    const { registryId, details } = known;
    if (registryId !== null) {
      await call.key.acts();
      await askRegistry(call, details, (registry) => registry.removeBrand(account, registryId));
    }
    return db.tx([account], async (q) => {
      const row = await freeBrand(q, account, params.id);
      await removeBrand(q, account, params.id);
      await audit(q, call, "brand.delete", params.id, { name: row.details.displayName });
      return settled(q, call, [{ id: params.id }]);
    });
  });
}

/** A sole proprietor's brand that awaits its code. */
async function selfDeclared(
  db: Database,
  account: string,
  brandId: string,
): Promise<{ registryId: string; details: BrandDetails }> {
  const row = await db.tx([account], (q) => findBrand(q, account, brandId));
  if (row === null) throw notFound("brand");
  if (row.status !== "SELF_DECLARED" || row.registryId === null)
    throw conflict("Only a filed, unconfirmed brand of a sole proprietor needs a code", "path.id");
  return { registryId: row.registryId, details: row.details };
}

/** Checks that a brand has no active 10DLC campaign and may be deleted. */
async function freeBrand(q: Query, account: string, brandId: string): Promise<BrandRow> {
  const row = await lockBrand(q, account, brandId);
  if (row === null) throw notFound("brand");
  if (row.campaigns > 0)
    throw conflict(
      `The brand "${row.details.displayName}" has an active 10DLC campaign. Deactivate it first`,
      "path.id",
      "brand_in_use",
    );
  return row;
}

/** Answers 404 unless the account in the URL is the caller's own. */
export function ownAccount(account: string, acct: string): void {
  if (acct.toLowerCase() !== account) throw notFound("account");
}

/** A carrier's terms for the rate table. */
export const showTerms = (terms: CarrierTerms) => ({
  carrier: networks[terms.network].name,
  max: terms.perDay,
  tph: hourly(terms.perMinute),
  numberTph: hourly(terms.numberPerMinute),
  mmsTph: hourly(terms.mmsPerMinute),
  brand: terms.tier,
  surcharge: terms.surchargeMicros,
});
const hourly = (perMinute: number | null | undefined): number | null => (perMinute == null ? null : perMinute * 60);

/** Validates the fields of a body as a filing or a draft. */
function detailsOf(body: object, isDraft: boolean): BrandDetails {
  const own = Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(brandDraft.shape, name)));
  return readPart(isDraft ? brandDraft : brandBody, own, "body") as BrandDetails;
}

/** Refuses to change what identifies a filed brand: its entity type and whether it is a mock. */
function refuseLocked({ registryId, details }: BrandRow, next: BrandDetails): void {
  if (registryId === null) return;
  if (next.mock !== details.mock) throw conflict("A filed brand cannot change between mock and real", "body.mock");
  if (next.connectionId !== details.connectionId)
    throw conflict("A filed brand stays where it is registered. Create another brand", "body.connectionId");
  if (next.entityType !== details.entityType)
    throw conflict("Entity Type cannot be changed once the brand is filed", "body.entityType");
}

/** Runs a change of a brand and reports a duplicate reference. */
async function write<T>(call: Call, details: BrandDetails | null, work: (q: Query) => Promise<T>): Promise<T> {
  try {
    return await call.db.tx([call.account], work).finally(() => call.wakeUp());
  } catch (error) {
    if (codeOf(error) !== "23505") throw error;
    throw conflict(
      `Another brand has this reference${details ? `, "${details.referenceId}"` : ""}`,
      "body.referenceId",
      "reference_taken",
    );
  }
}

async function findShown(q: Query, account: string, brandId: string): Promise<Brand[]> {
  const row = await findBrand(q, account, brandId);
  if (row === null) throw notFound("brand");
  return showAll(q, account, [row]);
}

async function showAll(q: Query, account: string, rows: readonly BrandRow[]): Promise<Brand[]> {
  const events = await listRegistrationEvents(
    q,
    account,
    rows.map(({ brandId }) => brandId),
  );
  return rows.map(({ details, wanted, created, ipAddress: _ip, ...row }) => ({
    ...details,
    ...row,
    busy: wanted !== null || row.status === "PENDING" || row.vetting === "pending",
    created: created.toISOString(),
    events: (events.get(row.brandId) ?? []).map(({ eventId, words }) => ({ at: createdOf(eventId) ?? "", words })),
  }));
}
