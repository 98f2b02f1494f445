import { normalizeIP } from "@fastify/rate-limit";
import { linkPath } from "@trunkline/workflow/parts/links.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Api } from "../http/handle.ts";
import { type Database, narrowed } from "../store/database.ts";
import { findLink, findLinkOwner, type LinkOwner, takeClick } from "../store/link.ts";
import { isPerson } from "./isPerson.ts";
import { type LinkCode, linkDay, readLinkCode } from "./linkCode.ts";
import { Recent } from "./recent.ts";

/** However many open links at once, everybody else finds a connection. */
const connections = 4;
const minuteMs = 60_000;
/** Wrong codes from one address within a minute; after them it waits. */
const mostMisses = 120;

/**
 * Short addresses lead to where their text says (302), and the first time that a person opens one is kept. Whatever is
 * wrong with a code, the answer is the same: nobody learns which accounts, days or links there are.
 */
export function serveLinks({ app, db, config, log }: Pick<Api, "app" | "db" | "config" | "log">): void {
  const finder = new LinkFinder(narrowed(db, connections), new URL(config.publicUrl).host);
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
      const target = await finder.find(request, (problem) => log.error({ err: problem }, "a click could not be kept"));
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

  constructor(db: Database, publicHost: string) {
    this.db = db;
    this.publicHost = publicHost;
  }

  async find(request: FastifyRequest<{ Params: { code: string } }>, onProblem: (problem: unknown) => void) {
    const now = Date.now();
    const code = readLinkCode(request.params.code, now);
    if (code === null) return null;
    const owner = await this.ownerOf(code.key, request.host.toLowerCase());
    if (owner === null || code.day < linkDay(now) - owner.linkDays) return null;
    return this.follow(owner.accountId, code, isPerson(request.method, request.headers), onProblem);
  }

  private async follow(account: string, code: LinkCode, person: boolean, onProblem: (problem: unknown) => void) {
    const name = `${account} ${code.day} ${code.secret}`;
    const known = this.clicked.get(name);
    if (known !== undefined) return known;
    const link = await this.db.tx([account], (q) => findLink(q, account, code), { byKey: true });
    if (link === null) return null;
    if (link.clicked || person) {
      // a person goes on, whatever becomes of the counting
      if (!link.clicked) await this.db.tx([account], (q) => takeClick(q, account, code)).catch(onProblem);
      this.clicked.set(name, link.target);
    }
    return link.target;
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

const sendWords = (reply: FastifyReply, status: number, words: string): FastifyReply =>
  reply
    .status(status)
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Link</title><body style="font:16px/1.5 system-ui,sans-serif;margin:15vh auto;max-width:26rem;padding:0 16px;color-scheme:light dark"><h1 style="font-size:20px">${words}</h1></body></html>`,
    );
