import { subUseCases, useCases } from "@trunkline/carriers/registry/carrierTerms.ts";
import { type Network, networkNames, networks } from "@trunkline/carriers/registry/registry.ts";
import { wordsOf } from "@trunkline/contract/registration/brandFields.ts";
import {
  notificationRoutes,
  numberSetTaken,
  type TenDlcCampaign,
  type TenDlcDetails,
  tenDlcChange,
  tenDlcRoutes,
  tenDlcStatuses,
} from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { driftOf } from "@trunkline/workflow/parts/phone/tenDlcFiling.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { settled } from "../../http/keyedRequest.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { filingFindings } from "../../registry/filingFindings.ts";
import { standingOf } from "../../registry/standingOf.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { codeOf, type Query } from "../../store/database.ts";
import { insertSupportMails } from "../../store/identity/supportMail.ts";
import { findNumberSet, lockNumberSet } from "../../store/numbers/numberSet.ts";
import { type BrandRow, findBrand } from "../../store/registration/brand.ts";
import {
  dueNow,
  insertRegistrationEvents,
  listRegistrationEvents,
  moveRegistryRecord,
} from "../../store/registration/registration.ts";
import {
  expireTenDlcCampaign,
  findTenDlcCampaign,
  findTenDlcOfSet,
  insertSupportNotification,
  insertTenDlcCampaign,
  listFilingsOfTemplate,
  listSupportNotifications,
  listTemplatesOfSets,
  listTenDlcCampaigns,
  lockTenDlcCampaign,
  type TenDlcRow,
  updateTenDlcCampaign,
} from "../../store/registration/tenDlcCampaign.ts";
import { createdOf } from "../createdOf.ts";
import { askRegistry } from "./askRegistry.ts";
import { ownAccount, showTerms } from "./brand.ts";

const choice = (value: string) => ({ value, label: wordsOf(value) });

/** 10DLC campaigns (spec 1 §2.4, §7), filed by the worker and shown with their status at the registry and carriers. */
export function registerTenDlcCampaign(api: Api): void {
  handleReads(api);
  handleChanges(api);
  handleStatus(api);
  handleNotifications(api);
}

function handleReads(api: Api): void {
  handle(api, tenDlcRoutes.enums, async ({ account, params, registry }) => {
    ownAccount(account, params.acct);
    return [
      {
        usecase: Object.keys(useCases).map(choice),
        subUsecase: subUseCases.map(choice),
        status: [...tenDlcStatuses],
        simulated: registry.isSimulated === true,
      },
    ];
  });
  handle(api, tenDlcRoutes.list, ({ db, account, params, query }) => {
    ownAccount(account, params.acct);
    const ids = query.ids?.split(",").map((one) => one.trim().toLowerCase());
    return db.tx([account], async (q) => {
      const rows = await listTenDlcCampaigns(q, account);
      return showAll(q, account, ids === undefined ? rows : rows.filter(({ id }) => ids.includes(id)));
    });
  });
  handle(api, tenDlcRoutes.find, ({ db, account, params }) => {
    ownAccount(account, params.acct);
    return db.tx([account], (q) => findShown(q, account, params.id));
  });
  handle(api, tenDlcRoutes.check, ({ db, account, params, body }) => {
    ownAccount(account, params.acct);
    return db.tx([account], async (q) => {
      const brandId = typeof body["brandId"] === "string" ? body["brandId"] : "";
      const brand = isId(brandId) ? await findBrand(q, account, brandId) : null;
      const numberSetId = typeof body["numberSetId"] === "string" ? body["numberSetId"] : "";
      const templates = isId(numberSetId) ? await listTemplatesOfSets(q, account, [numberSetId]) : [];
      return filingFindings(body, brand?.details.displayName ?? "", templates);
    });
  });
  handle(api, tenDlcRoutes.drift, ({ db, account, params, body }) => {
    ownAccount(account, params.acct);
    return db.tx([account], async (q) => {
      const filings = await listFilingsOfTemplate(q, account, body.templateId);
      return filings.flatMap(({ id, brandName, details }) => {
        const words = driftOf(
          { text: body.templateText, mediaUrl: body.templateMediaUrl },
          { ...details, samples: samplesOf(details) },
        );
        return words === null ? [] : [{ id, brandName, usecase: wordsOf(details.usecase), words }];
      });
    });
  });
}

function handleChanges(api: Api): void {
  handle(api, tenDlcRoutes.create, async (call) => {
    const { db, account, body: details } = call;
    ownAccount(account, call.params.acct);
    const brand = await db.tx([account], (q) => findBrand(q, account, details.brandId));
    if (brand === null) throw invalid("This brand does not exist", "body.brandId", "brand_not_found");
    refuseUnverified(brand);
    const offered = await askRegistry(call, brand.details, (registry) => registry.listUseCases(standingOf(brand)));
    const terms = offered.find(({ usecase }) => usecase === details.usecase);
    if (terms === undefined)
      throw invalid(`The brand "${brand.details.displayName}" does not qualify for this use case`, "body.usecase");
    refuseSubUseCases(details, terms);
    return write(call, async (q) => {
      await refuseNumberSet(q, account, details.numberSetId, null);
      const id = await insertTenDlcCampaign(q, account, { details, terms: terms.carriers });
      await dueNow(q, account, id, "campaign");
      await audit(q, call, "tenDlcCampaign.create", id, { brand: brand.details.displayName, usecase: details.usecase });
      await insertRegistrationEvents(q, account, id, ["Submitted to the registry"]);
      return settled(q, call, await findShown(q, account, id));
    });
  });
  handle(api, tenDlcRoutes.update, (call) => {
    const { account, params, body } = call;
    ownAccount(account, params.acct);
    return write(call, async (q) => {
      const before = await lockTenDlcCampaign(q, account, params.id);
      if (before === null) throw notFound("10DLC campaign");
      if (before.status === "EXPIRED") throw conflict("This 10DLC campaign has ended. File a new one", "path.id");
      if (body.brandId !== before.brandId)
        throw conflict("The brand of a 10DLC campaign cannot be changed", "body.brandId");
      await refuseNumberSet(q, account, body.numberSetId, before);
      const isAgain = before.status === "DECLINED";
      const details = { ...before.details, ...body };
      await updateTenDlcCampaign(q, account, params.id, { details, status: isAgain ? "PENDING" : before.status });
      await dueNow(q, account, params.id, "campaign");
      const after = await findTenDlcCampaign(q, account, params.id);
      await auditChange(q, call, "tenDlcCampaign.update", params.id, {
        about: { brand: before.brandName, usecase: details.usecase, resubmitted: isAgain },
        before: changeableOf(before),
        after: changeableOf(after ?? before),
      });
      await insertRegistrationEvents(q, account, params.id, [
        isAgain ? "Corrected and submitted to the registry again" : "Changed",
      ]);
      return findShown(q, account, params.id);
    });
  });
}

function handleStatus(api: Api): void {
  handle(api, tenDlcRoutes.remove, (call) => {
    const { account, params } = call;
    ownAccount(account, params.acct);
    return write(call, async (q) => {
      const before = await lockTenDlcCampaign(q, account, params.id);
      if (before === null) throw notFound("10DLC campaign");
      if (before.status === "EXPIRED") throw conflict("This 10DLC campaign has already ended", "path.id");
      await expireTenDlcCampaign(q, account, params.id);
      await dueNow(q, account, params.id, "campaign");
      await audit(q, call, "tenDlcCampaign.delete", params.id, { brand: before.brandName });
      await insertRegistrationEvents(q, account, params.id, ["Deactivated"]);
      return [{ id: params.id }];
    });
  });
  handle(api, tenDlcRoutes.simulate, (call) => {
    if (!call.registry.isSimulated)
      throw conflict("10DLC campaigns are filed with The Campaign Registry, so this cannot be simulated", "path.id");
    const { account, params, body } = call;
    return write(call, async (q) => {
      const before = await lockTenDlcCampaign(q, account, params.id);
      if (before === null) throw notFound("10DLC campaign");
      const brand = await findBrand(q, account, before.brandId);
      if (brand !== null && brand.details.connectionId !== "")
        throw conflict("This 10DLC campaign is registered through a provider and cannot be simulated", "path.id");
      if (before.registryId === null || before.status === "EXPIRED")
        throw conflict("The registry does not know this 10DLC campaign, or the campaign has ended", "path.id");
      const network = networkNames.find((name) => networks[name].name === body.carrier);
      if (body.action !== "expire" && network === undefined)
        throw invalid(
          `Carrier must be one of ${networkNames.map((name) => networks[name].name).join(", ")}`,
          "body.carrier",
        );
      await moveRegistryRecord(q, account, before.registryId, body.action, network ?? null);
      await dueNow(q, account, params.id, "campaign");
      await audit(q, call, "tenDlcCampaign.simulate", params.id, {
        action: body.action,
        carrier: body.carrier ?? null,
      });
      return findShown(q, account, params.id);
    });
  });
}

function handleNotifications(api: Api): void {
  handle(api, notificationRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listSupportNotifications(q, account)).map(showNotification)),
  );
  handle(api, notificationRoutes.create, async (call) => {
    const notificationId = await call.db.tx([call.account], async (q) => {
      const made = await insertSupportNotification(q, call.account, call.body);
      if (call.mailer !== null) await insertSupportMails(q, call.account, made);
      await audit(q, call, "notification.create", made, { type: call.body.type });
      return made;
    });
    call.wakeUp();
    return [showNotification({ notificationId, ...call.body })];
  });
}

/** The editable fields for the audit log, with the set by name. */
const changeableOf = ({ details, numberSetName }: TenDlcRow): object => {
  const {
    numberSetId: _set,
    brandId: _brand,
    ...texts
  } = tenDlcChange.parse(
    Object.fromEntries(Object.keys(tenDlcChange.shape).map((name) => [name, details[name as keyof TenDlcDetails]])),
  );
  return { ...texts, numberSet: numberSetName };
};

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const showNotification = (row: { notificationId: string; type: string; payload: string }) => ({
  ...row,
  created: createdOf(row.notificationId) ?? "",
});

/** Runs a change and reports a set that a concurrent request has registered. */
async function write<T>(call: Call, work: (q: Query) => Promise<T>): Promise<T> {
  try {
    return await call.db.tx([call.account], work).finally(() => call.wakeUp());
  } catch (error) {
    if (codeOf(error) !== "23505") throw error;
    throw conflict("The number set is registered to another 10DLC campaign", "body.numberSetId", "number_set_in_use");
  }
}

/** Only verified brands may file (spec 1 §4.7). */
function refuseUnverified({ status, details }: BrandRow): void {
  if (status !== "VERIFIED" && status !== "VETTED_VERIFIED")
    throw conflict(`The brand "${details.displayName}" is not verified yet`, "body.brandId", "brand_not_verified");
}

function refuseSubUseCases(
  { usecase, subUsecases }: TenDlcDetails,
  { minSubUsecases: least, maxSubUsecases: most }: { minSubUsecases: number; maxSubUsecases: number },
): void {
  const unknown = subUsecases.find((one) => !(subUseCases as readonly string[]).includes(one));
  if (unknown !== undefined) throw invalid(`${unknown} cannot be a sub use case`, "body.subUsecases");
  if (subUsecases.length < least || subUsecases.length > most)
    throw invalid(
      most === 0
        ? `${wordsOf(usecase)} cannot have Sub Use Cases`
        : `${wordsOf(usecase)} needs ${least} to ${most} Sub Use Cases`,
      "body.subUsecases",
    );
}

/** A set must be empty and have no other 10DLC campaign when it is attached. Keeping the current set is always allowed (spec 1 §5.4). */
async function refuseNumberSet(q: Query, account: string, numberSetId: string, own: TenDlcRow | null): Promise<void> {
  if (own !== null && own.numberSetId === numberSetId) return;
  if (!(await lockNumberSet(q, account, numberSetId)))
    throw invalid("This number set does not exist", "body.numberSetId", "number_set_not_found");
  const taken = await findTenDlcOfSet(q, account, numberSetId);
  if (taken !== null && taken.id !== own?.id)
    throw conflict(
      `The number set is registered to another 10DLC campaign of "${taken.brandName}"`,
      "body.numberSetId",
      "number_set_in_use",
    );
  const set = await findNumberSet(q, account, numberSetId);
  if (set !== null && set.phoneNumbers.length > 0)
    throw invalid(numberSetTaken, "body.numberSetId", "number_set_taken");
}

async function findShown(q: Query, account: string, id: string): Promise<TenDlcCampaign[]> {
  const row = await findTenDlcCampaign(q, account, id);
  if (row === null) throw notFound("10DLC campaign");
  return showAll(q, account, [row]);
}

async function showAll(q: Query, account: string, rows: readonly TenDlcRow[]): Promise<TenDlcCampaign[]> {
  const events = await listRegistrationEvents(
    q,
    account,
    rows.map(({ id }) => id),
  );
  // Templates are compared with the accepted filing.
  const accepted = rows.filter(({ status }) => status === "ACCEPTED");
  const sent = await listTemplatesOfSets(
    q,
    account,
    accepted.map(({ numberSetId }) => numberSetId),
  );
  return rows.map((row) => {
    const { details, wanted, created, carriers, terms, used, brandRegistryId: _registry, ...shown } = row;
    const filing = { ...details, samples: samplesOf(details) };
    const templates =
      row.status === "ACCEPTED" ? sent.filter(({ numberSetId }) => numberSetId === row.numberSetId) : [];
    return {
      ...details,
      ...shown,
      busy: wanted !== null || isUnderWay(row),
      rateConfigs: terms.map((term) => ({
        ...showTerms(term),
        status: carriers[term.network]?.status ?? ("PENDING" as const),
        reason: carriers[term.network]?.reason ?? null,
        usedToday: used[term.network] ?? 0,
      })),
      drift: templates.flatMap((template) => {
        const words = driftOf(template, filing);
        return words === null ? [] : [{ templateId: template.templateId, title: template.title, words }];
      }),
      created: created.toISOString(),
      events: (events.get(row.id) ?? []).map(({ eventId, words }) => ({ at: createdOf(eventId) ?? "", words })),
    };
  });
}

const samplesOf = ({ sample1, sample2, sample3, sample4, sample5 }: TenDlcDetails): string[] => [
  sample1,
  sample2,
  sample3,
  sample4,
  sample5,
];

const isUnderWay = ({ status, carriers }: TenDlcRow): boolean =>
  status === "PENDING" ||
  (status === "ACCEPTED" && (Object.keys(carriers) as Network[]).some((name) => carriers[name]?.status === "REVIEW"));
