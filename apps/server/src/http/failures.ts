import type { ApiError, Envelope } from "@trunkline/contract/envelope.ts";
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { CommitUnknown, codeOf, isLostConnection } from "../store/database.ts";
import { readSessionCookie } from "./cookie.ts";
import type { Deps } from "./handle.ts";
import { Problem } from "./problem.ts";

/** Answers every failure in the envelope, without a stack or statement. Must be set before routes are registered, because earlier routes would keep Fastify's own answer. */
export function addFailures(app: FastifyInstance, deps: Pick<Deps, "log" | "config">): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    let { status, errors } = answerOf(error, request.routeOptions.bodyLimit);
    if (status >= 500)
      deps.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, "request failed");
    // For an expired session the page redirects to /login and back.
    if (status === 401 && errors[0]?.code === "not_signed_in" && readSessionCookie(request, deps.config))
      errors = [{ code: "session_ended", message: "Your session has ended. Sign in again." }];
    if (error instanceof Problem && error.retryAfterSeconds !== undefined)
      reply.header("retry-after", error.retryAfterSeconds);
    return sendFailure(reply, status, errors);
  });
}

/** Sends a failure in the envelope. */
export function sendFailure(reply: FastifyReply, status: number, errors: ApiError[]): FastifyReply {
  const body: Envelope<never> = { status: false, payload: [], error: errors };
  return reply.status(status).header("cache-control", "no-store").send(body);
}

interface AnswerVerdict {
  status: number;
  errors: ApiError[];
}

/** Class 22 codes for text that PostgreSQL cannot store, such as U+0000. */
const badText = new Set(["22021", "22P05"]);

function answerOf(error: FastifyError | Error, bodyLimit: number): AnswerVerdict {
  if (error instanceof Problem) return error;
  if (error instanceof CommitUnknown) {
    return one(
      503,
      "outcome_unknown",
      "The connection to the database was lost while saving. Check whether the change was saved before you try again",
    );
  }
  if (isLostConnection(error))
    return one(503, "database_unavailable", "The database is unavailable. Try again in a moment");
  const code = codeOf(error);
  if (badText.has(code)) return one(400, "bad_text", "The text contains a character that cannot be stored (U+0000)");
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE")
    return one(413, "too_large", `The request body is too large. The limit for this endpoint is ${sizeOf(bodyLimit)}`);
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return one(415, "content_type", "The request body must be application/json, or text/csv for an import");
  const status = "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return one(status, code ? code.toLowerCase() : "bad_request", error.message);
  return one(500, "internal", "Something went wrong on our side. The server log has the details");
}

const megabyte = 1024 * 1024;
const sizeOf = (bytes: number): string =>
  bytes < megabyte ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / megabyte)} MB`;

const one = (status: number, code: string, message: string): AnswerVerdict => ({ status, errors: [{ code, message }] });
