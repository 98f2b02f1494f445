import { randomBytes } from "node:crypto";
import { linkPath } from "@trunkline/workflow/parts/text/links.ts";
import { EgressError } from "../../egress/egressError.ts";
import type { Api, Deps } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import { linkBase } from "../../links/linkBase.ts";

const path = `${linkPath}check/`;

/** Answers what only this installation can say, so that a host can be told to lead here. */
export function serveDomainCheck({ app, tokens }: Pick<Api, "app" | "tokens">): void {
  app.get<{ Params: { nonce: string } }>(`${path}:nonce`, async (request, reply) => {
    const { nonce } = request.params;
    if (!/^[0-9a-f]{32}$/.test(nonce)) return reply.status(404).type("text/plain").send("Not found");
    return reply.type("text/plain").header("cache-control", "no-store").send(answerTo(tokens, nonce));
  });
}

/** Refuses a host whose addresses do not lead to this installation, and says how to mend it. */
export async function checkDomain(
  { egress, tokens, config }: Pick<Deps, "egress" | "tokens" | "config">,
  domain: string,
): Promise<void> {
  const where = "body.domain";
  const { host } = new URL(config.publicUrl);
  if (domain === host)
    throw invalid(`${host} is where short links stand without a domain: leave the field empty to use it`, where);
  const nonce = randomBytes(16).toString("hex");
  const url = `${linkBase(config.publicUrl, domain)}${path}${nonce}`;
  const mend = `Point it to ${host} by a CNAME or A record, with a certificate of its own, and hand on what is asked under ${linkPath}`;
  const found = await egress
    .request({ method: "GET", url, headers: {}, timeoutMs: 10_000, maxBytes: 1_000, maxRedirects: 0 })
    .catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error;
      throw invalid(`${domain} cannot be reached: ${error.message}. ${mend}`, where, "domain_unreachable");
    });
  if (found.status !== 200 || found.body.toString() !== answerTo(tokens, nonce))
    throw invalid(`${domain} leads somewhere else (it answered ${found.status}). ${mend}`, where, "domain_elsewhere");
}

const answerTo = (tokens: Deps["tokens"], nonce: string): string => tokens.hash("link", nonce).toString("hex");
