import type { SmppSettings } from "@trunkline/carriers/smpp/smppCarrier.ts";
import type { Line, SmppClock } from "@trunkline/carriers/smpp/smppSession.ts";
import type { CarrierSettings } from "@trunkline/contract/carriers/carrier.ts";
import type { Egress } from "../egress/egress.ts";
import { carrierConnectionTable } from "../store/carriers/carrierConnection.ts";

/** Time limits of SMPP connections. */
export const smppClock: SmppClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Opens the socket of a connection through the egress client, which checks the host because a user entered it. */
export const openSmppLine = (
  egress: Egress,
  { host, port, tls }: { host: string; port: number; tls: boolean },
): Promise<Line> => egress.connect({ host, port, tls });

/** Converts a saved connection to protocol settings. */
export const smppSettingsOf = (
  { systemId, settings }: { systemId: string; settings: CarrierSettings },
  password: string,
): SmppSettings => ({
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
});

/** The sealing purpose of a connection's password. */
export const passwordPlace = (accountId: string, connectionId: string) => ({
  accountId,
  table: carrierConnectionTable,
  row: connectionId,
  field: "password",
});
