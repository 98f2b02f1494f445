import { changeRoutes } from "@trunkline/contract/changes/change.ts";
import { readSessionCookie } from "../../http/cookie.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, tooMany } from "../../http/problem.ts";
import { ChangeFeed } from "./changeFeed.ts";

/** Tabs and windows of one browser share a stream, so only a program opens as many. */
const mostPerSession = 20;
const retrySeconds = 60;

/** The stream of changes, which keeps open pages up to date (decision 0112). */
export function registerChanges(api: Api): void {
  const feed = new ChangeFeed(api);
  api.app.addHook("preClose", async () => feed.close());
  handle(api, changeRoutes.stream, async ({ account, actor, config, tokens, request, reply, query }) => {
    const token = readSessionCookie(request, config);
    if (actor.kind !== "user" || token === undefined)
      throw conflict("An API key cannot follow changes. Set up webhooks, or sign in as a user");
    if (query.account !== undefined && query.account !== account)
      throw conflict("You switched accounts in another tab. Reload this page", undefined, "account_changed");
    const session = tokens.hash("session", token).toString("hex");
    if (feed.countOf(account, session) >= mostPerSession)
      throw tooMany("This session has too many open pages. Close some", retrySeconds);
    const stream = await feed.open(account, session, actor, query.seconds);
    return (
      reply
        .header("content-type", "text/event-stream; charset=utf-8")
        // proxies must neither store the stream nor collect it before they pass it on
        .header("cache-control", "no-store, no-transform")
        .header("x-accel-buffering", "no")
        .send(stream)
    );
  });
}
