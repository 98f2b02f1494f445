import type { FastifyRequest } from "fastify";

const noted = new WeakMap<FastifyRequest, Record<string, string>>();

/** Notes the id of what a request has made, for its trace: `trunkline.batch_id` leads from a request to its journeys. */
export function noteMade(request: FastifyRequest, ids: Record<string, string>): void {
  noted.set(request, { ...noted.get(request), ...ids });
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ids in the path of a request and of what it has made. Other parts of paths may be phone numbers and tokens. */
export function idsOf(request: FastifyRequest): Record<string, string> {
  const ids = Object.entries(request.params ?? {}).flatMap(([name, value]) =>
    typeof value === "string" && uuid.test(value) ? [[`trunkline.path.${name}`, value]] : [],
  );
  return { ...Object.fromEntries(ids), ...noted.get(request) };
}
