import { type Config, readConfig } from "../src/config/config.ts";
import { startReceiver } from "./receiver.ts";

/** What the registry answers to a call: status and body. */
export type Answers = Record<string, [status: number, body: unknown] | undefined>;

/** The Campaign Registry as a test plays it, with the settings that lead there. */
export interface Tcr {
  config: Config;
  answers: Answers;
  /** The calls that went out, as `METHOD /path`, with what they carried. */
  asked: [call: string, body?: unknown][];
}

/** Starts it on loopback; it answers what `answers` holds for a call, and stops after the file's last test. */
export async function startTcr(): Promise<Tcr> {
  const receiver = await startReceiver();
  const config = readConfig({
    TRUNKLINE_REGISTRY_URL: `${receiver.url}/v2`,
    TRUNKLINE_REGISTRY_KEY: "KEY",
    TRUNKLINE_REGISTRY_SECRET: "SECRET",
    TRUNKLINE_REGISTRY_UPSTREAM: "SUPSTRM",
    TRUNKLINE_PUBLIC_URL: "https://trunkline.example.com",
    TRUNKLINE_CALLS_PER_MINUTE: "1000000",
  });
  const tcr: Tcr = { config, answers: {}, asked: [] };
  receiver.answer(({ method, path, headers, body }, response) => {
    if (headers.authorization !== `Basic ${btoa("KEY:SECRET")}`) {
      response.writeHead(401).end();
      return;
    }
    const call = `${method} ${path.replace(/^\/v2/, "")}`;
    tcr.asked.push(body === "" ? [call] : [call, JSON.parse(body)]);
    const [status, said] = tcr.answers[call] ?? [500, [{ code: 500, description: `not in the table: ${call}` }]];
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(said === undefined ? "" : JSON.stringify(said));
  });
  return tcr;
}

/** A search that finds nothing. */
export const none = { records: [], page: 1, totalRecords: 0 };
export const brandOf = (more: object) => ({ brandId: "B123ABC", entityType: "PRIVATE_PROFIT", mock: false, ...more });
export const sharedAs = (sharingStatus: string) => ({ sharedByMe: { upstreamCnpId: "SUPSTRM", sharingStatus } });
/** What the carriers say of a use case. */
export const mnoMetadata = {
  "10017": { mno: "AT&T", qualify: true, msgClass: "E", tpm: 240, tpmScope: "CAMPAIGN", minMsgSamples: 1 },
  "10035": { mno: "T-Mobile", qualify: true, brandTier: "LOW", brandDailyCap: 2000, minMsgSamples: 2 },
  "10038": { mno: "Verizon", qualify: true, minMsgSamples: 1 },
  "10037": { mno: "US Cellular", qualify: false },
};
