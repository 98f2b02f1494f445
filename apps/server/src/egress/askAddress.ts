import type { Egress } from "./egress.ts";

/** A request with parameters: in the query of a GET or the form body of a POST. */
export interface AddressRequest {
  url: string;
  method: "GET" | "POST";
  params: Readonly<Record<string, string>>;
}

const timeoutMs = 10_000;
const mostTries = 3;

/** When a failed callback is retried. Null: no attempts are left. */
export const callbackRetryAfterMs = (attempt: number): number | null =>
  attempt < mostTries ? 1_000 * 2 ** attempt : null;

/** Returns the body of a 2xx answer and throws otherwise. `id` is the same for every attempt, so that receivers can detect repeats. */
export async function askAddress(
  egress: Egress,
  id: string,
  request: AddressRequest,
  signal?: AbortSignal,
): Promise<string> {
  const params = new URLSearchParams(request.params);
  const url = new URL(request.url);
  if (request.method === "GET") for (const [name, value] of params) url.searchParams.set(name, value);
  const answer = await egress.request({
    method: request.method,
    url: url.href,
    headers: {
      "webhook-id": id,
      ...(request.method === "POST" && { "content-type": "application/x-www-form-urlencoded" }),
    },
    ...(request.method === "POST" && { body: params.toString() }),
    ...(signal && { signal }),
    timeoutMs,
    maxBytes: 1024 * 1024,
  });
  if (answer.status < 200 || answer.status > 299) throw new Error(`it answered ${answer.status}`);
  return answer.body.toString("utf8");
}
