import type { SmppSettings } from "@trunkline/carriers/smpp/smppCarrier.ts";
import type { Line } from "@trunkline/carriers/smpp/smppSession.ts";
import { tryBind } from "@trunkline/carriers/smpp/tryBind.ts";
import { smppConnectionSettings, smppFields } from "@trunkline/contract/carriers/smppConnection.ts";
import { z } from "zod";
import type { Egress } from "../egress/egress.ts";
import { carrierClock } from "./carrierClock.ts";
import type { ConnectionColumns, ConnectionKind } from "./connectionKind.ts";

/** Opens the socket of a connection through the egress client, which checks the host because a user entered it. */
export const openSmppLine = (
  egress: Egress,
  { host, port, tls }: { host: string; port: number; tls: boolean },
): Promise<Line> => egress.connect({ host, port, tls });

/** Converts a saved connection to protocol settings. */
export const smppSettingsOf = ({ systemId, settings: saved }: ConnectionColumns, password: string): SmppSettings => {
  const settings = smppConnectionSettings.parse(saved);
  return {
    systemId,
    password,
    systemType: settings.systemType,
    window: settings.windowSize,
    perSecond: settings.perSecond,
    demandsRegistration: settings.demandsRegistration ?? false,
    enquireSeconds: settings.enquireSeconds,
    defaultAlphabet: settings.defaultAlphabet,
    concatenation: settings.concatenation,
    idForm: settings.receiptIds,
    sourceTon: settings.sourceTon,
    sourceNpi: settings.sourceNpi,
    destinationTon: settings.destinationTon,
    destinationNpi: settings.destinationNpi,
  };
};

const bindWithinMs = 10_000;
// a test needs no name
const { name: _, ...ownFields } = smppFields;
const smppBody = z.object(ownFields);

/** Connections by SMPP 3.4. */
export const smppKind: ConnectionKind = {
  secretLabel: "Password",
  carries: "numbers",
  services: ["texts"],
  whyNoRcs: () => "carries texts, not RCS messages. Choose another connection",
  columnsOf(body) {
    const { host, port, tls, systemId } = smppBody.parse(body);
    return { host, port, tls, systemId, settings: smppConnectionSettings.parse(body) };
  },
  show: ({ host, port, tls, systemId, settings }) => ({
    host,
    port,
    tls,
    systemId,
    ...smppConnectionSettings.parse(settings),
  }),
  async test(columns, password, { egress }) {
    const problem = await tryBind({
      settings: smppSettingsOf(columns, password),
      clock: carrierClock,
      connect: () => openSmppLine(egress, columns),
      answerWithinMs: bindWithinMs,
    }).catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    return problem === null
      ? { ok: true, words: "The carrier accepted the bind" }
      : { ok: false, words: `The bind failed: ${problem}` };
  },
};
