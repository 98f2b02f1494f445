import { createHash, randomUUID } from "node:crypto";
import { smppCarrier } from "@trunkline/carriers/smpp/smppCarrier.ts";
import { carrierClock } from "../../carriers/carrierClock.ts";
import { openSmppLine, smppSettingsOf } from "../../carriers/smppKind.ts";
import { assembleTexts } from "../../inbound/assembleTexts.ts";
import type { OpenConnection } from "./connectionOpener.ts";
import { applyEarlyReceipts, openSmppStore } from "./receiveSmpp.ts";

/** No answer for this long, and the receipt's text is in doubt by then. */
const defaultGraceMs = 45_000;
const defaultPartsMs = 10 * 60_000;

/** Binds to an SMSC. What it delivers is stored before it is acknowledged, and applied afterwards. */
export const openSmpp: OpenConnection = (place) => {
  const { db, accountId, name, row, password, slot, egress, timeouts, failed } = place;
  const { connectionId } = row;
  const assemble = oneAtATime(async () => {
    const of = { accountId, connectionId, carrier: name };
    while (await assembleTexts(db, of, timeouts.partsMs ?? defaultPartsMs));
  }, failed);
  const carrier = smppCarrier({
    ...timeouts,
    name,
    accountId,
    settings: smppSettingsOf(row, password.text),
    clock: carrierClock,
    digest: (bytes) => createHash("sha256").update(bytes).digest("base64url"),
    // a password that cannot be opened is reported like any other reason for being unbound
    connect: () => (password.problem === null ? openSmppLine(egress, row) : Promise.reject(password.problem)),
    store: openSmppStore({
      db,
      accountId,
      connectionId,
      opening: randomUUID(),
      slot,
      received: () => void assemble(),
    }),
  });
  return {
    carrier,
    async applyReceived() {
      await applyEarlyReceipts(db, { accountId, connectionId, slot }, timeouts.graceMs ?? defaultGraceMs);
      await assemble();
    },
  };
};

/** Runs a function one at a time. Requests during a run cause one more run after it. A failure is stored for the next run. */
function oneAtATime(run: () => Promise<void>, failed: (error: unknown) => void): () => Promise<void> {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        await run();
      }
    } catch (error) {
      failed(error);
    } finally {
      running = false;
    }
  };
}
