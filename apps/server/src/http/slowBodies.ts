import { Transform } from "node:stream";
import type { FastifyInstance } from "fastify";
import { Problem } from "./problem.ts";

/** The slowest allowed body: after the grace period, its average must reach the pace. Only waiting for the client counts. */
export interface BodyPace {
  graceMs: number;
  bytesPerSecond: number;
  /** The interval of the check. */
  checkMs: number;
}

const defaultPace: BodyPace = { graceMs: 30_000, bytesPerSecond: 16_384, checkMs: 1_000 };

/** Ends requests with slow bodies, so that they cannot hold connections and memory indefinitely. */
export function cutSlowBodies(app: FastifyInstance, pace: BodyPace = defaultPace): void {
  app.addHook("preParsing", async (request, reply, payload) => {
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding === undefined && (length === undefined || length === "0")) return payload;
    const body = new PacedBody(pace, () => reply.header("connection", "close"));
    payload.on("error", (error) => body.destroy(error));
    payload.on("aborted", () => body.destroy(new Error("The client closed the connection")));
    return payload.pipe(body);
  });
}

class PacedBody extends Transform {
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;
  #waitedMs = 0;

  constructor({ graceMs, bytesPerSecond, checkMs }: BodyPace, cut: () => void) {
    super();
    this.#timer = setInterval(() => {
      // Data that we have not read yet does not count against the client.
      if (this.readableLength > 0 || this.writableLength > 0) return;
      this.#waitedMs += checkMs;
      if (this.#waitedMs <= graceMs + (this.#bytes * 1000) / bytesPerSecond) return;
      cut();
      this.destroy(
        new Problem(408, { code: "too_slow", message: "The request body took too long to arrive. Send it again" }),
      );
    }, checkMs);
    this.#timer.unref();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, data: Buffer) => void): void {
    this.#bytes += chunk.length;
    done(null, chunk);
  }

  override _final(done: () => void): void {
    clearInterval(this.#timer);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    clearInterval(this.#timer);
    done(error);
  }
}
