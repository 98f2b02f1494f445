import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import type { Envelope } from "@trunkline/contract/envelope.ts";
import { holds, privileges } from "@trunkline/contract/identity/roles.ts";
import type { AnyRoute, Route } from "@trunkline/contract/route.ts";
import { routes } from "@trunkline/contract/routes.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import { z } from "zod";
import type { Log } from "../config/log.ts";
import type { Egress } from "../egress/egress.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Tokens } from "../secrets/tokens.ts";
import { auditRefusal } from "../store/audit/audit.ts";
import type { Database } from "../store/database.ts";
import type { Actor, Caller } from "./caller.ts";
import { once } from "./idempotency.ts";
import { identify } from "./identify.ts";
import type { RequestKey } from "./keyedRequest.ts";
import type { TryLimits } from "./limits.ts";
import { checkOperator } from "./operator.ts";
import { checkOrigin } from "./origin.ts";
import { conflict, forbidden, unauthorized } from "./problem.ts";
import type { HttpConfig } from "./settings.ts";
import { readBody, readPart } from "./validate.ts";
import { pageOfWhole } from "./wholeList.ts";

/** Dependencies of every route. */
export interface Deps {
  db: Database;
  config: HttpConfig;
  log: Log;
  tokens: Tokens;
  /** Encrypts values that must not be readable in the database. */
  secrets: Secrets;
  /** The HTTP client for addresses that users enter. */
  egress: Egress;
  /** Where brands and 10DLC campaigns are filed. */
  registry: CampaignRegistry;
  /** The installation's mailer, or null where mail is not set up. */
  mailer: Mailer | null;
  metrics: Registry;
  /** Signals work. A worker in this process polls at once, the others at their next poll. */
  wakeUp(): void;
  /** In tests, an answer that does not match the contract is an error. */
  checkAnswers: boolean;
}

/** The server while its routes are registered. */
export interface Api extends Deps {
  app: FastifyInstance;
  /** Limits of password and token attempts. */
  tries: TryLimits;
  /** The endpoints that have a handler. */
  handled: Set<AnyRoute>;
}

interface Parts<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> extends Deps {
  params: z.output<Params>;
  query: z.output<Query>;
  body: z.output<Body>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The Idempotency-Key of an operation that is `leased`. */
  key: RequestKey;
}

/** A request of a user or API key in an account. */
export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> extends Parts<Params, Query, Body> {
  /** The account of the session or key. Every statement filters by it. */
  account: string;
  actor: Actor;
}

/** A request without an account. */
export interface OpenCall<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> extends Parts<Params, Query, Body> {
  caller: Caller | null;
}

type Searched = NonNullable<Envelope<unknown>["searched"]>;

/** A list, a list with cursor and count, or the reply itself if the route has sent something other than JSON. */
export type Answer<Item> =
  | Item[]
  | {
      payload: Item[];
      next?: string | null;
      total?: number;
      searched?: Searched;
      searchedTo?: string | undefined;
      httpStatus?: number;
    }
  | FastifyReply;

const names = new Map<AnyRoute, string>(
  Object.entries(routes).flatMap(([resource, table]) =>
    Object.entries(table as Record<string, AnyRoute>).map(([name, route]): [AnyRoute, string] => [
      route,
      `${resource}.${name}`,
    ]),
  ),
);

/** The operation name, such as `campaign.create`, in the audit, /openapi.json and the tests. */
const nameOf = (route: AnyRoute): string => {
  const name = names.get(route);
  if (name === undefined) throw new Error(`${route.method} ${route.path} is not in the contract's table of routes`);
  return name;
};

/** Every endpoint of the contract with its name. */
export const namedRoutes = (): [string, AnyRoute][] => [...names].map(([route, name]) => [name, route]);

/** Handles an account endpoint. Caller, privilege and input are checked before `answer` runs. */
export function handle<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, I extends z.ZodType>(
  api: Api,
  route: Route<P, Q, B, I>,
  answer: (call: Call<P, Q, B>) => Promise<Answer<z.output<I>>>,
): void {
  if (route.caller !== "account") throw new Error(`${route.path} is not an account endpoint: use handleOpen`);
  register(api, route, (parts, caller) => {
    if (!caller?.account || !caller.actor) throw forbidden("You do not belong to an account", "no_account");
    return answer({ ...parts, account: caller.account, actor: caller.actor });
  });
}

/** Handles an endpoint that needs no account. */
export function handleOpen<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, I extends z.ZodType>(
  api: Api,
  route: Route<P, Q, B, I>,
  answer: (call: OpenCall<P, Q, B>) => Promise<Answer<z.output<I>>>,
): void {
  if (route.caller === "account" || route.caller === "operator")
    throw new Error(`${route.path} is an endpoint for the caller ${route.caller}`);
  register(api, route, (parts, caller) => answer({ ...parts, caller }));
}

/** Handles an operator endpoint. */
export function handleOperator<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, I extends z.ZodType>(
  api: Api,
  route: Route<P, Q, B, I>,
  answer: (call: Parts<P, Q, B>) => Promise<Answer<z.output<I>>>,
): void {
  if (route.caller !== "operator") throw new Error(`${route.path} is not an operator endpoint`);
  register(api, route, (parts) => answer(parts));
}

function register<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, I extends z.ZodType>(
  api: Api,
  route: Route<P, Q, B, I>,
  answer: (parts: Parts<P, Q, B>, caller: Caller | null) => Promise<Answer<z.output<I>>>,
): void {
  const name = nameOf(route);
  api.handled.add(route);
  const deps: Deps = {
    db: api.db,
    config: api.config,
    log: api.log,
    tokens: api.tokens,
    secrets: api.secrets,
    egress: api.egress,
    registry: api.registry,
    mailer: api.mailer,
    metrics: api.metrics,
    wakeUp: api.wakeUp,
    checkAnswers: api.checkAnswers,
  };
  const callers = new WeakMap<FastifyRequest, Caller | null>();
  api.app.route({
    method: route.method,
    url: addressOf(route.path),
    ...(route.maxBodyBytes ? { bodyLimit: route.maxBodyBytes } : {}),
    // Before the body is read, so that only authenticated requests are parsed.
    onRequest: async (request) => {
      if (route.caller === "operator") return checkOperator(request, api);
      const caller = await identify(request, api);
      checkOrigin(request, route, caller, api.config);
      refuseOtherAccount(request, route, caller);
      await permit(deps, route, name, caller);
      callers.set(request, caller);
    },
    handler: async (request, reply) => {
      const caller = callers.get(request) ?? null;
      const parts: Omit<Parts<P, Q, B>, "key"> = {
        ...deps,
        params: readPart(route.params, request.params, "path") as z.output<P>,
        query: readPart(route.query, request.query, "query") as z.output<Q>,
        body: readBody(route, request) as z.output<B>,
        request,
        reply,
      };
      const { db, wakeUp } = deps;
      const sent = await once(
        { request, reply, route, name, account: caller?.account ?? null, db, wakeUp },
        async (means) => {
          const result = await answer({ ...parts, ...means }, caller);
          if (isReply(result)) return null;
          return wrap(deps, route, reply, Array.isArray(result) ? pageOfWhole(route, parts.query, result) : result);
        },
      );
      return sent ?? reply;
    },
  });
}

/** Only an id can be the account prefix of a path, because `/businessprofiles/campaign/create` is a page. */
const addressOf = (path: string): string => path.replace(/^\/:acct\//, "/:acct(^[0-9a-fA-F-]{36}$)/");

/** Awaiting a reply waits for the end of the download and gives undefined. */
const isReply = <Item>(answer: Answer<Item> | undefined): answer is FastifyReply | undefined =>
  answer === undefined || (!Array.isArray(answer) && !("payload" in answer));

/** A page sends the account that it was opened in, so that it cannot write to another one after a switch in another tab. */
function refuseOtherAccount(request: FastifyRequest, route: AnyRoute, caller: Caller | null): void {
  const meant = request.headers["trunkline-account"];
  if (route.caller !== "account" || caller?.kind !== "user" || meant === undefined || meant === caller.account) return;
  throw conflict("You switched accounts in another tab. Reload this page", undefined, "account_changed");
}

/** Refuses with 401 or 403 and audits the refusal (reliability X6). */
async function permit(deps: Deps, route: AnyRoute, name: string, caller: Caller | null): Promise<void> {
  if (route.caller === "anyone") return;
  if (!caller) throw unauthorized("not_signed_in", "Sign in, or send an API key in the header Authorization: Bearer");
  if (route.caller === "user") {
    if (caller.kind === "key") throw forbidden("API keys cannot use this endpoint. Sign in as a user");
    return;
  }
  if (!caller.account || !caller.actor) throw forbidden("You do not belong to an account", "no_account");
  if (caller.kind === "user" && caller.signOnNeeded)
    throw forbidden("This account requires single sign-on. Sign in with single sign-on", "sign_on_needed");
  if (caller.kind === "user" && caller.twoFactorNeeded)
    throw forbidden("This account asks for two-factor authentication: set it up first", "two_factor_needed");
  const { role, privileges: granted } = caller.actor;
  if (route.notViewers && role === "viewer") {
    await auditRefusal(deps.db, { account: caller.account, actor: caller.actor }, name, { role });
    throw forbidden("Viewers cannot make changes. Ask an administrator for another role", "viewer");
  }
  if (holds(role, granted, route.privilege)) return;
  if (route.orPrivilege && holds(role, granted, route.orPrivilege)) return;
  await auditRefusal(deps.db, { account: caller.account, actor: caller.actor }, name, { privilege: route.privilege });
  const allows = route.privilege ? privileges[route.privilege] : "";
  throw forbidden(`You need the privilege ${route.privilege} (${allows})`, "privilege_needed");
}

function wrap<I extends z.ZodType>(
  deps: Deps,
  route: Route<z.ZodType, z.ZodType, z.ZodType, I>,
  reply: FastifyReply,
  result: Exclude<Answer<z.output<I>>, FastifyReply>,
): Envelope<unknown> {
  const answer = Array.isArray(result) ? { payload: result } : result;
  reply.header("cache-control", "no-store");
  if (deps.checkAnswers) z.array(route.item).parse(answer.payload);
  if ("httpStatus" in answer && answer.httpStatus) reply.status(answer.httpStatus);
  return {
    status: true,
    payload: answer.payload,
    error: [],
    ...("next" in answer && answer.next !== undefined ? { next: answer.next } : {}),
    ...("total" in answer && answer.total !== undefined ? { total: answer.total } : {}),
    ...("searched" in answer && answer.searched !== undefined ? { searched: answer.searched } : {}),
    ...("searchedTo" in answer && answer.searchedTo !== undefined ? { searchedTo: answer.searchedTo } : {}),
  };
}
