import { randomBytes } from "node:crypto";
import { linkPath } from "@trunkline/workflow/parts/text/links.ts";
import { EgressError } from "../../egress/egressError.ts";
import type { Api, Deps } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import { linkBase } from "../../links/linkBase.ts";

const path = `${linkPath}check/`;

/** Answers a challenge that proves that a host points to this installation. */
export function serveDomainCheck({ app, tokens }: Pick<Api, "app" | "tokens">): void {
  app.get<{ Params: { nonce: string } }>(`${path}:nonce`, async (request, reply) => {
    const { nonce } = request.params;
    if (!/^[0-9a-f]{32}$/.test(nonce)) return reply.status(404).type("text/plain").send("Not found");
    return reply.type("text/plain").header("cache-control", "no-store").send(answerTo(tokens, nonce));
  });
}

/** Refuses a host that does not point to this installation and says how to fix it. */
export async function checkDomain(
  { egress, tokens, config }: Pick<Deps, "egress" | "tokens" | "config">,
  domain: string,
): Promise<void> {
  const where = "body.domain";
  const { host } = new URL(config.publicUrl);
  if (domain === host)
    throw invalid(`${host} is the default host of short links. Leave the field empty to use it`, where);
  const nonce = randomBytes(16).toString("hex");
  const url = `${linkBase(config.publicUrl, domain)}${path}${nonce}`;
  const fix = `Point it to ${host} with a CNAME or A record, give it a certificate, and forward requests under ${linkPath}`;
  const found = await egress
    .request({ method: "GET", url, headers: {}, timeoutMs: 10_000, maxBytes: 1_000, maxRedirects: 0 })
    .catch((error: unknown) => {
      if (!(error instanceof EgressError)) throw error;
      throw invalid(`${domain} cannot be reached: ${error.message}. ${fix}`, where, "domain_unreachable");
    });
  if (found.status !== 200 || found.body.toString() !== answerTo(tokens, nonce))
    throw invalid(
      `${domain} does not point to this installation (it answered ${found.status}). ${fix}`,
      where,
      "domain_elsewhere",
    );
}

const answerTo = (tokens: Deps["tokens"], nonce: string): string => tokens.hash("link", nonce).toString("hex");
