import { createHash, randomUUID } from "node:crypto";
import { smppCarrier } from "@trunkline/carriers/smpp/smppCarrier.ts";
import { carrierClock } from "../../carriers/carrierClock.ts";
import { openSmppLine, smppSettingsOf } from "../../carriers/smppKind.ts";
import type { OpenConnection } from "./connectionOpener.ts";
import { openSmppStore } from "./receiveSmpp.ts";

/** Binds to an SMSC. */
export const openSmpp: OpenConnection = ({ db, accountId, name, row, password, slot, egress, timeouts, received }) =>
  smppCarrier({
    ...timeouts,
    name,
    accountId,
    settings: smppSettingsOf(row, password.text),
    clock: carrierClock,
    digest: (bytes) => createHash("sha256").update(bytes).digest("base64url"),
    // a password that cannot be opened is reported like any other reason for being unbound
    connect: () => (password.problem === null ? openSmppLine(egress, row) : Promise.reject(password.problem)),
    store: openSmppStore({ db, accountId, connectionId: row.connectionId, opening: randomUUID(), slot, received }),
  });
