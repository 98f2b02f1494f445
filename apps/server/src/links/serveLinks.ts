import { normalizeIP } from "@fastify/rate-limit";
import { linkPath } from "@trunkline/workflow/parts/links.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Api } from "../http/handle.ts";
import { type Database, narrowed } from "../store/database.ts";
import { type FoundLink, findLinkOwner, findLinks, type LinkOwner, takeClicks } from "../store/link.ts";
import { Grouped } from "./grouped.ts";
import { isPerson } from "./isPerson.ts";
import { type LinkCode, linkDay, readLinkCode } from "./linkCode.ts";
import { Recent } from "./recent.ts";

/** However many open links at once, everybody else finds a connection. */
const connections = 4;
const minuteMs = 60_000;
/** So many links are looked up, and so many clicks are written, together. */
const mostTogether = 500;
/** A person whose click is not written by then goes on; it is written all the same. */
const patienceMs = 500;
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
  private readonly publicHost: string;
  private readonly owners = new Recent<LinkOwner | "nobody">(10_000, 10_000);
  /** Links whose click is kept already: nothing about them changes any more. */
  private readonly clicked = new Recent<string>(10_000, 10_000);
  private readonly finds: Grouped<Asked, FoundLink | null>;
  private readonly clicks: Grouped<Asked, true>;

  constructor(db: Database, publicHost: string, onProblem: (problem: unknown) => void) {
    this.db = db;
    this.publicHost = publicHost;
    this.finds = new Grouped(mostTogether, (group) => this.findAll(group));
    this.clicks = new Grouped(mostTogether, (group) => this.keepAll(group, onProblem));
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
    const asked = { account, code };
    const name = nameOf(asked);
    const known = this.clicked.get(name);
    if (known !== undefined) return known;
    const link = await this.finds.ask(asked);
    if (link === null) return null;
    if (link.clicked || person) {
      // who was led on has been counted, also when the program is killed in that moment; a person goes on, whatever becomes of the counting
      if (!link.clicked) await withPatience(this.clicks.ask(asked), patienceMs);
      this.clicked.set(name, link.target);
    }
    return link.target;
  }

  private async findAll(group: readonly Asked[]): Promise<(FoundLink | null)[]> {
    const found = new Map<string, FoundLink>();
    await eachAccount(group, async (account, codes) => {
      const links = await this.db.tx([account], (q) => findLinks(q, account, codes), { byKey: true });
      for (const link of links) found.set(nameOf({ account, code: link }), link);
    });
    return group.map((asked) => found.get(nameOf(asked)) ?? null);
  }

  /** A click that cannot be written keeps no other from being written. */
  private async keepAll(group: readonly Asked[], onProblem: (problem: unknown) => void): Promise<true[]> {
    const keep = (account: string, codes: readonly Asked["code"][]) =>
      this.db.tx([account], (q) => takeClicks(q, account, codes), { byKey: true });
    await eachAccount(group, (account, codes) =>
      keep(account, codes).catch(async () => {
        for (const code of codes) await keep(account, [code]).catch(onProblem);
      }),
    );
    return group.map(() => true);
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

interface Asked {
  account: string;
  code: Pick<LinkCode, "day" | "secret">;
}

const nameOf = ({ account, code }: Asked): string => `${account} ${code.day} ${code.secret}`;

/** The codes of each account once, whoever asked for them twice. */
async function eachAccount(
  group: readonly Asked[],
  work: (account: string, codes: readonly Asked["code"][]) => Promise<void>,
): Promise<void> {
  const once = new Map(group.map((asked) => [nameOf(asked), asked]));
  const byAccount = Map.groupBy(once.values(), ({ account }) => account);
  await Promise.all(
    [...byAccount].map(([account, asked]) =>
      work(
        account,
        asked.map(({ code }) => code),
      ),
    ),
  );
}

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
