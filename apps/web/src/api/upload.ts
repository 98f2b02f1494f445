import type { AnyRoute } from "@trunkline/contract/route.ts";
import { accountHeader } from "./accountOfPage.ts";
import { ApiFailure, addressOf, type Input, type Item, read } from "./call.ts";

interface Options {
  /** Called with the bytes sent so far. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/** Uploads a file or form with progress and returns the first item of the response. */
export function upload<R extends AnyRoute>(
  route: R,
  input: Pick<Input<R>, "params" | "query">,
  file: Blob | FormData,
  { onSent, signal }: Options,
): Promise<Item<R>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(route.method, addressOf(route, input.params as object, input.query as object));
    request.setRequestHeader("accept", "application/json");
    for (const [name, value] of Object.entries(accountHeader())) request.setRequestHeader(name, value);
    // the browser sets a form's content type with its boundary
    if (route.rawBody && !(file instanceof FormData)) request.setRequestHeader("content-type", route.rawBody);
    request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
    request.addEventListener("error", () =>
      reject(new ApiFailure("The server cannot be reached. Check the connection and try again.", 0, [])),
    );
    request.addEventListener("abort", () => reject(new DOMException("The upload was stopped", "AbortError")));
    request.addEventListener("load", () => {
      const answer = new Response(request.responseText, { status: request.status, statusText: request.statusText });
      read(answer, route).then(
        ({ payload: [item] }) =>
          item === undefined ? reject(new ApiFailure("Undefined error", request.status, [])) : resolve(item),
        reject,
      );
    });
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
