import { type CarrierBody, type CarrierConnection, carrierSettings } from "@trunkline/contract/carriers/carrier.ts";

const settingNames = Object.keys(carrierSettings.shape) as (keyof typeof carrierSettings.shape)[];

/** The request body of a saved connection, without its password, which stays unchanged. */
export const bodyOf = (row: CarrierConnection): CarrierBody => ({
  name: row.name,
  host: row.host,
  port: row.port,
  tls: row.tls,
  systemId: row.systemId,
  ...Object.fromEntries(settingNames.map((name) => [name, row[name]])),
});
