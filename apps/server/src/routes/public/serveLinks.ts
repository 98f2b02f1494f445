import { normalizeIP } from "@fastify/rate-limit";
import { linkPath } from "@trunkline/workflow/parts/text/links.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Api } from "../../http/handle.ts";
import { Grouped } from "../../links/grouped.ts";
import { isPerson } from "../../links/isPerson.ts";
import { Recent } from "../../links/recent.ts";
import { type Database, narrowed } from "../../store/database.ts";
import { type FoundLink, findLinkOwner, findLinks, type LinkOwner, recordClicks } from "../../store/links/link.ts";
import { type LinkCode, linkDay, readLinkCode } from "../../store/links/linkCode.ts";

/** Concurrent transactions of links, so that other requests find a connection. */
const connections = 4;
/** The share of them that writes clicks, so that slow writes do not block lookups. */
const writing = 3;
const minuteMs = 60_000;
/** Links looked up, and clicks written, per statement. */
const mostTogether = 500;
/** How long a redirect waits for its click to be written. */
const timeBudgetMs = 500;
/** Wrong codes allowed per address and minute. */
const mostMisses = 120;

/**
 * Redirects short links to their target (302) and records the first time that a person opens one. All invalid codes get the same answer, which does not reveal accounts, days or links.
 */
export function serveLinks({ app, db, config, log }: Pick<Api, "app" | "db" | "config" | "log">): void {
  const finder = new LinkFinder(narrowed(db, connections), new URL(config.publicUrl).host, (problem) =>
    log.error({ err: problem }, "a click could not be recorded"),
  );
  // A stop waits for pending clicks.
  app.addHook("onClose", () => finder.done());
  const misses = new Recent<number>(minuteMs, 20_000);
  app.route<{ Params: { code: string } }>({
    method: ["GET", "HEAD"],
    url: `${linkPath}:code`,
    compress: false,
    handler: async (request, reply) => {
      reply
        .header("cache-control", "no-store")
        .header("referrer-policy", "no-referrer")
        .header("x-robots-tag", "noindex, nofollow");
      const from = normalizeIP(request.ip, 64);
      if ((misses.get(from) ?? 0) >= mostMisses)
        return sendWords(reply.header("retry-after", 60), 429, "Too many invalid links. Try again in a minute.");
      const target = await finder.find(request);
      if (target !== null) return reply.status(302).header("location", target).send();
      misses.set(from, (misses.get(from) ?? 0) + 1);
      return sendWords(reply, 404, "This link does not work. It is incomplete or has expired.");
    },
  });
}

/** Looks up links with a cache of a few seconds, so that many requests for one link cause few queries. */
class LinkFinder {
  private readonly db: Database;
  private readonly writer: Database;
  private readonly publicHost: string;
  private readonly owners = new Recent<LinkOwner | "none">(10_000, 10_000);
  /** Links whose click is already recorded. */
  private readonly clicked = new Recent<string>(10_000, 10_000);
  // One lane per account, so that locked rows of one account do not delay others.
  private readonly finds: Grouped<Code, FoundLink | null>;
  private readonly clicks: Grouped<Code, true>;

  constructor(db: Database, publicHost: string, onProblem: (problem: unknown) => void) {
    this.db = db;
    this.writer = narrowed(db, writing);
    this.publicHost = publicHost;
    this.finds = new Grouped(mostTogether, (account, codes) => this.findAll(account, codes));
    this.clicks = new Grouped(mostTogether, (account, codes) => this.keepAll(account, codes, onProblem));
  }

  /** Waits for pending clicks. */
  done(): Promise<void> {
    return this.clicks.done();
  }

  async find(request: FastifyRequest<{ Params: { code: string } }>) {
    const now = Date.now();
    const code = readLinkCode(request.params.code, now);
    if (code === null) return null;
    const owner = await this.ownerOf(code.key, request.host.toLowerCase());
    if (owner === null || code.day < linkDay(now) - owner.linkDays) return null;
    return this.follow(owner.accountId, code, isPerson(request.method, request.headers));
  }

  private async follow(account: string, code: LinkCode, person: boolean) {
    const name = `${account} ${nameOf(code)}`;
    const known = this.clicked.get(name);
    if (known !== undefined) return known;
    const link = await this.finds.ask(account, code);
    if (link === null) return null;
    if (link.clicked || person) {
      // The click is written before the redirect, so that a crash does not lose it. A failed write does not stop the redirect.
      if (!link.clicked) await withPatience(this.clicks.ask(account, code), timeBudgetMs);
      this.clicked.set(name, link.target);
    }
    return link.target;
  }

  private async findAll(account: string, codes: readonly Code[]): Promise<(FoundLink | null)[]> {
    const links = await this.db.tx([account], (q) => findLinks(q, account, onceEach(codes)), { byKey: true });
    const found = new Map(links.map((link) => [nameOf(link), link]));
    return codes.map((code) => found.get(nameOf(code)) ?? null);
  }

  /** A failed click must not prevent the others from being written. */
  private async keepAll(
    account: string,
    codes: readonly Code[],
    onProblem: (problem: unknown) => void,
  ): Promise<true[]> {
    const once = onceEach(codes);
    const keep = (some: readonly Code[]) =>
      this.writer.tx([account], (q) => recordClicks(q, account, some), { byKey: true });
    await keep(once).catch(async () => {
      for (const code of once) await keep([code]).catch(onProblem);
    });
    return codes.map(() => true);
  }

  /** The account of a code. An account's own domain serves only its own links. */
  private async ownerOf(key: string, host: string): Promise<LinkOwner | null> {
    const asked = host === this.publicHost ? "" : host;
    const name = `${key} ${asked}`;
    let owner = this.owners.get(name);
    if (owner === undefined) {
      owner = (await this.db.global((q) => findLinkOwner(q, key, asked))) ?? "none";
      this.owners.set(name, owner);
    }
    return owner === "none" ? null : owner;
  }
}

type Code = Pick<LinkCode, "day" | "secret">;

const nameOf = ({ day, secret }: Code): string => `${day} ${secret}`;

/** Removes duplicate codes. */
const onceEach = (codes: readonly Code[]): Code[] => [...new Map(codes.map((code) => [nameOf(code), code])).values()];

/** Waits for a promise up to a time limit. */
async function withPatience(what: Promise<unknown>, ms: number): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  await Promise.race([what, over.promise]).finally(() => clearTimeout(timer));
}

const sendWords = (reply: FastifyReply, status: number, words: string): FastifyReply =>
  reply
    .status(status)
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Link</title><body style="font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:26rem;padding:0 16px;color-scheme:light dark"><h1 style="font-size:20px">${words}</h1></body></html>`,
    );
