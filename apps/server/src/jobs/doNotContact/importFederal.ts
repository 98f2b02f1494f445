import { numbersOfArea } from "../../csv/federalNumbers.ts";
import { actorOf, audit } from "../../store/audit/audit.ts";
import type { Database, Query } from "../../store/database.ts";
import { findDncImport } from "../../store/doNotContact/dncImport.ts";
import { endDncImport, lockDncImport, moveDncImport } from "../../store/doNotContact/dncImportQueue.ts";
import {
  claimFederalChunks,
  federalQueue,
  listFederalBits,
  readNumbers,
  saveFederalBits,
  useFederalImport,
} from "../../store/doNotContact/federalImport.ts";
import type { ClaimedWork } from "../../store/workQueue.ts";
import { workStepwise } from "../workStepwise.ts";

/** The background job: takes one file of the federal list and loads its area codes. True: there may be more to do. */
export const importFederalJob = {
  name: "importFederal",
  everyMs: 500,
  wakesUp: true,
  run: (db: Database, signal?: AbortSignal): Promise<boolean> =>
    workStepwise(db, { queue: federalQueue, refused: "piece of the list", step, end }, signal),
};

/** The next chunks of the file. Their bits and the progress change in one transaction. The bits are not in use yet. */
async function step(q: Query, { accountId, id }: ClaimedWork): Promise<boolean | undefined> {
  if (!(await lockDncImport(q, accountId, id))) return undefined;
  const pieces = await claimFederalChunks(q, accountId, id);
  if (pieces.length === 0) return false;
  const codes = [...new Set(pieces.map(({ areaCode }) => areaCode))];
  const begun = await listFederalBits(q, accountId, id, codes);
  const areas = new Map(begun.map(({ areaCode, bits }) => [areaCode, bits]));
  let done = 0;
  for (const { areaCode, numbers } of pieces) {
    const bits = areas.get(areaCode) ?? Buffer.alloc(numbersOfArea / 8);
    areas.set(areaCode, bits);
    for (const number of readNumbers(numbers)) {
      bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7));
      done += 1;
    }
  }
  for (const [areaCode, bits] of areas) await saveFederalBits(q, accountId, id, areaCode, bits);
  await moveDncImport(q, accountId, id, { done, added: 0 });
  return true;
}

/** The whole file is done: all its area codes take the place of what was loaded before, at once. */
async function end(q: Query, { accountId, id }: ClaimedWork, problem: string | null): Promise<void> {
  if (!(await lockDncImport(q, accountId, id))) return;
  if (problem === null) await useFederalImport(q, accountId, id);
  await endDncImport(q, accountId, id, problem === null ? "done" : "failed", problem);
  const row = await findDncImport(q, accountId, id);
  if (!row) return;
  const { fileName, total, added, rejectedCount: rejected, areaCodes } = row;
  const details = { fileName, total, added, rejected, areaCodes, ...(problem === null ? {} : { problem }) };
  await audit(q, { account: accountId, actor: actorOf(row.createdBy) }, "dnc.federal", id, details);
}
