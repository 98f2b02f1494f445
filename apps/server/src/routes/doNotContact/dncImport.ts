import { Readable } from "node:stream";
import { type DncImport, dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { CsvFault } from "../../csv/csvFault.ts";
import type { FileLimits } from "../../csv/fileLimits.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound, Problem } from "../../http/problem.ts";
import { type DncFile, receiveDnc } from "../../inbound/receiveDnc.ts";
import { FederalImportRunning, receiveFederal } from "../../inbound/receiveFederal.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { type DncImportRow, findDncImport, listDncImports } from "../../store/doNotContact/dncImport.ts";
import { endDncImport, listDncRejects, lockDncImport } from "../../store/doNotContact/dncImportQueue.ts";
import { listFederalAreas, removeFederalArea } from "../../store/doNotContact/federalDnc.ts";
import { findAccount } from "../../store/identity/account.ts";
import { sendRejects } from "../contacts/sendRejects.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";

/** The federal list has about 250 million numbers, far more than an account's own file may have. */
const federalLimits: FileLimits = { fileBytes: 4 * 1024 ** 3, rows: 400_000_000 };

/** Imports numbers into the account's list and area codes into the federal list. */
export function registerDncImport(api: Api): void {
  handle(api, dncRoutes.import, async (call) => {
    const { type, reason, fileName } = call.query;
    const id = await receiveDnc(call.db, call.account, fileOf(call, fileName, call.config.importLimits), {
      type,
      reason: reason || null,
    }).catch(refuseFile);
    call.wakeUp();
    return call.db.tx([call.account], async (q) => [show(await needImport(q, call.account, id))]);
  });
  handle(api, dncRoutes.imports, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, kind } = query;
      const rows = await listDncImports(q, account, { kind, before: readIdCursor(cursor), limit });
      return { payload: rows.map(show), next: nextCursor(rows, limit, (row) => row.id) };
    }),
  );
  handle(api, dncRoutes.findImport, ({ db, account, params }) =>
    db.tx([account], async (q) => [show(await needImport(q, account, params.importId))]),
  );
  handle(api, dncRoutes.cancelImport, (call) =>
    call.db.tx([call.account], async (q) => {
      const { importId } = call.params;
      await needImport(q, call.account, importId);
      if (
        (await lockDncImport(q, call.account, importId)) &&
        (await endDncImport(q, call.account, importId, "cancelled"))
      )
        await audit(q, call, "dnc.import.cancel", importId);
      return [show(await needImport(q, call.account, importId))];
    }),
  );
  handle(api, dncRoutes.rejected, async ({ db, account, params, reply }) => {
    const { importId } = params;
    await db.tx([account], (q) => needImport(q, account, importId));
    return sendRejects(reply, (line, limit) =>
      db.tx([account], (q) => listDncRejects(q, account, importId, line, limit)),
    );
  });
  handle(api, dncRoutes.federal, ({ db, account }) =>
    db.tx([account], async (q) =>
      (await listFederalAreas(q, account)).map((row) => ({ ...row, loaded: row.loaded.toISOString() })),
    ),
  );
  handle(api, dncRoutes.loadFederal, async (call) => {
    await refuseWithoutSubscription(call);
    const id = await receiveFederal(call.db, call.account, fileOf(call, call.query.fileName, federalLimits)).catch(
      refuseFile,
    );
    call.wakeUp();
    return call.db.tx([call.account], async (q) => [show(await needImport(q, call.account, id))]);
  });
  handle(api, dncRoutes.removeFederal, (call) =>
    call.db.tx([call.account], async (q) => {
      const { areaCode } = call.params;
      if (!(await removeFederalArea(q, call.account, areaCode))) throw notFound("area code of the federal list");
      await audit(q, call, "dnc.federal.remove", areaCode);
      return [{ id: areaCode }];
    }),
  );
}

/** spec 2 §2.1: the Federal list requires the DNC feature or a registered subscription account number. */
async function refuseWithoutSubscription({ db, account }: Call): Promise<void> {
  const row = await db.tx([account], (q) => findAccount(q, account));
  const { dncSubscription } = accountSettings.parse(row?.settings ?? {});
  if (row?.flags["feature_dnclist_enabled"] || dncSubscription !== "") return;
  throw conflict(
    "The Federal list requires the DNC feature (feature_dnclist_enabled) or a registered subscription account number",
    undefined,
    "no_subscription",
  );
}

function fileOf(call: Call, fileName: string | undefined, limits: FileLimits): DncFile {
  if (!(call.body instanceof Readable)) throw invalid("The file is empty", "body");
  return {
    fileName: fileName ?? null,
    createdBy: `${call.actor.kind}:${call.actor.id}`,
    source: call.body as AsyncIterable<Buffer>,
    limits,
    queued: async (q, id) => call.key.settle(q, [show(await needImport(q, call.account, id))]),
  };
}

function refuseFile(error: unknown): never {
  if (error instanceof FederalImportRunning) throw conflict(error.message, "body", "under_way");
  if (!(error instanceof CsvFault)) throw error;
  if (error.isTooLarge) throw new Problem(413, { code: "too_large", message: error.message });
  throw invalid(error.message, error.where ?? "body", "bad_csv");
}

async function needImport(q: Query, account: string, id: string): Promise<DncImportRow> {
  const row = await findDncImport(q, account, id);
  if (!row) throw notFound("import");
  return row;
}

const show = ({ createdBy: _, status, done, created, finished, ...row }: DncImportRow): DncImport => ({
  ...row,
  status: status === "receiving" ? "running" : status,
  // No request to the database without rejected rows.
  done: status === "done" ? row.total : Math.min(row.total, done + (status === "receiving" ? 0 : row.rejectedCount)),
  created: created.toISOString(),
  finished: finished?.toISOString() ?? null,
});
