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

/** However many open links at once, everybody else finds a connection. */
const connections = 4;
/** Of these so many write clicks: whoever holds up those, links are found. */
const writing = 3;
const minuteMs = 60_000;
/** So many links are looked up, and so many clicks are written, together. */
const mostTogether = 500;
/** A person whose click is not written by then goes on; it is written all the same. */
const timeBudgetMs = 500;
/** Wrong codes from one address within a minute; after them it waits. */
const mostMisses = 120;

/**
 * Short addresses lead to where their text says (302), and the first time that a person opens one is kept. Whatever is
 * wrong with a code, the answer is the same: nobody learns which accounts, days or links there are.
 */
export function serveLinks({ app, db, config, log }: Pick<Api, "app" | "db" | "config" | "log">): void {
  const finder = new LinkFinder(narrowed(db, connections), new URL(config.publicUrl).host, (problem) =>
    log.error({ err: problem }, "a click could not be kept"),
  );
  // a stop waits for the clicks that are on their way
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
        return sendWords(reply.header("retry-after", 60), 429, "Too many wrong addresses. Try again in a minute.");
      const target = await finder.find(request);
      if (target !== null) return reply.status(302).header("location", target).send();
      misses.set(from, (misses.get(from) ?? 0) + 1);
      return sendWords(reply, 404, "This address leads nowhere: it is not complete, or its time is over.");
    },
  });
}

/** Finds links, with what was asked in the last seconds at hand: a flood on one address asks the database little. */
class LinkFinder {
  private readonly db: Database;
  private readonly writer: Database;
  private readonly publicHost: string;
  private readonly owners = new Recent<LinkOwner | "nobody">(10_000, 10_000);
  /** Links whose click is kept already: nothing about them changes any more. */
  private readonly clicked = new Recent<string>(10_000, 10_000);
  // a lane for each account: one whose rows are held keeps nobody else's from being found or counted
  private readonly finds: Grouped<Code, FoundLink | null>;
  private readonly clicks: Grouped<Code, true>;

  constructor(db: Database, publicHost: string, onProblem: (problem: unknown) => void) {
    this.db = db;
    this.writer = narrowed(db, writing);
    this.publicHost = publicHost;
    this.finds = new Grouped(mostTogether, (account, codes) => this.findAll(account, codes));
    this.clicks = new Grouped(mostTogether, (account, codes) => this.keepAll(account, codes, onProblem));
  }

  /** Waits for the clicks that are on their way. */
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
      // who was led on has been counted, also when the program is killed in that moment; a person goes on, whatever becomes of the counting
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

  /** A click that cannot be written keeps no other from being written. */
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

  /** Whose codes begin so. Under an account's own domain nobody else's links lead anywhere. */
  private async ownerOf(key: string, host: string): Promise<LinkOwner | null> {
    const asked = host === this.publicHost ? "" : host;
    const name = `${key} ${asked}`;
    let owner = this.owners.get(name);
    if (owner === undefined) {
      owner = (await this.db.global((q) => findLinkOwner(q, key, asked))) ?? "nobody";
      this.owners.set(name, owner);
    }
    return owner === "nobody" ? null : owner;
  }
}

type Code = Pick<LinkCode, "day" | "secret">;

const nameOf = ({ day, secret }: Code): string => `${day} ${secret}`;

/** Codes once each, whoever asked for them twice. */
const onceEach = (codes: readonly Code[]): Code[] => [...new Map(codes.map((code) => [nameOf(code), code])).values()];

/** Waits for a promise, but no longer than this. */
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
