import type { AnyRoute } from "@trunkline/contract/route.ts";
import type { Sample } from "./samples.ts";
import type { Sent } from "./server.ts";

/** Method, address and body of a sample, ready for `TestServer.call`. */
export function requestOf(route: AnyRoute, sample: Sample, more: Record<string, string> = {}): [string, string, Sent] {
  const path = route.path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(sample.params?.[name] ?? "none"),
  );
  const query = new URLSearchParams({ ...sample.query, ...more }).toString();
  const sent: Sent =
    sample.form !== undefined
      ? { payload: sample.form.text, headers: { "content-type": sample.form.type } }
      : sample.csv === undefined
        ? { body: sample.body }
        : { payload: sample.csv, headers: { "content-type": route.rawBody ?? "text/csv" } };
  return [route.method, query ? `${path}?${query}` : path, sent];
}
