import { setImmediate as nextTurn } from "node:timers/promises";
import type { AuditCheck } from "@trunkline/contract/audit/audit.ts";
import { countAudit, findHead, type LinkHash, listLinks } from "../store/audit/auditChain.ts";
import type { Database } from "../store/database.ts";

/** Links checked per request, and per turn of the event loop. */
const linksPerCall = 20_000;
const linksAtOnce = 2_000;
/** The most problems listed. */
const mostBroken = 20;

/** Checks a section of an account's chain for changed, removed or inserted rows. */
export async function checkChain(db: Database, account: string, after: number, hashOf: LinkHash): Promise<AuditCheck> {
  const head = await db.tx([account], (q) => findHead(q, account));
  const broken: AuditCheck["broken"] = [];
  const tell = (position: number, why: string, row?: { auditId: string; at: Date | null }) => {
    if (broken.length < mostBroken)
      broken.push({ position, why, auditId: row?.auditId ?? null, at: row?.at?.toISOString() ?? null });
  };
  let position = after;
  let isEnd = false;
  while (!isEnd && position < after + linksPerCall) {
    const { previous, links } = await db.tx([account], (q) => listLinks(q, account, position, linksAtOnce));
    let before = previous;
    if (position > 0 && before === null) tell(position, `Link ${position} was removed`);
    for (const link of links) {
      if (link.position !== position + 1) tell(position + 1, gapWords(position + 1, link.position - 1));
      else if (link.text === null) tell(link.position, "The entry was removed", link);
      else if (!hashOf({ ...link, account, previous: before }).equals(link.hash))
        tell(link.position, "The entry or its link was changed after it was written", link);
      position = link.position;
      before = link.hash;
    }
    isEnd = links.length < linksAtOnce;
    await nextTurn();
  }
  if (!isEnd)
    return { checked: position, of: Math.max(head.position, position), done: false, waiting: 0, head: null, broken };
  const { rows, linked, waiting } = await db.tx([account], (q) => countAudit(q, account));
  if (rows > linked + waiting)
    tell(position, `Entries without a link, written outside the program: ${rows - linked - waiting}`);
  const end = await db.tx([account], (q) => findHead(q, account));
  return {
    checked: position,
    of: position,
    done: true,
    waiting,
    head: end.hash === null ? null : end.hash.toString("hex").slice(0, 32),
    broken,
  };
}

const gapWords = (from: number, to: number): string =>
  from === to ? `Link ${from} was removed` : `Links ${from} to ${to} were removed`;
