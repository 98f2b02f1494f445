import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendFailure } from "./failures.ts";
import { type Deps, namedRoutes } from "./handle.ts";
import { openForPhones } from "./phonePolicy.ts";
import { isCall } from "./protection.ts";

/** Serves the built pages. Every path that is neither an endpoint nor a file is a page of the application. */
export async function addPages(app: FastifyInstance, folder: string, deps: Deps): Promise<void> {
  const built = existsSync(join(folder, "index.html"));
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      cacheControl: false,
      // the build has compressed scripts and styles
      preCompressed: true,
      globIgnore: ["**/*.br"],
      setHeaders: (response, path) => {
        // Asset file names contain a hash of the contents.
        const forever = path.includes("/assets/");
        response.header("cache-control", forever ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  const pageAt = built ? await readPages(folder) : null;
  app.setNotFoundHandler(async (request, reply) => {
    if (isCall(request.url)) return sendUnknownCall(request, reply);
    const wantsPage = request.method === "GET" || request.method === "HEAD";
    if (isAccountCall(request))
      return sendFailure(reply, 404, [
        {
          code: "not_found",
          message: "Account not found. The URL must start with the id of your account",
          where: "path.acct",
        },
      ]);
    if (!wantsPage) return sendUnknownCall(request, reply);
    if (/^\/assets\/|\.[a-z0-9]{2,5}$/i.test(pathOf(request)))
      return reply.status(404).type("text/plain").send("Not found");
    if (pageAt === null)
      return reply.status(503).type("text/plain").send("The pages are not built. Run npm run build, then start again.");
    await openForPhones(request, reply, deps);
    return reply
      .type("text/html")
      .header("cache-control", "no-cache")
      .send(pageAt(pathOf(request)));
  });
}

/** The HTML of each path: it names the scripts of its page, so that they come together with the frame (decision 0120). */
async function readPages(folder: string): Promise<(path: string) => string> {
  const index = await readFile(join(folder, "index.html"), "utf8");
  const list = join(folder, "preloads.json");
  const preloads: Record<string, string[]> = existsSync(list) ? JSON.parse(await readFile(list, "utf8")) : {};
  const pages = Object.entries(preloads)
    .map(([path, scripts]) => ({ path, pattern: patternOf(path), html: withScripts(index, scripts) }))
    // "/calls/callbacks" before "/calls/$callId"
    .sort((one, other) => one.path.split("$").length - other.path.split("$").length);
  return (path) => pages.find(({ pattern }) => pattern.test(path))?.html ?? index;
}

/** `/runs/$runId/{-$pane}`: a part, and one that can be left out. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/\{-\$\w+\}/g, "(?:/[^/]+)?").replace(/\$\w+/g, "[^/]+")}/?$`);

const withScripts = (index: string, scripts: readonly string[]): string =>
  index.replace(
    "</head>",
    `${scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`).join("")}</head>`,
  );

/** Paths of endpoints with an account prefix, with any value as the prefix. */
const accountCalls = namedRoutes()
  .filter(([, { path }]) => path.startsWith("/:acct/"))
  .map(([, { method, path }]) => ({
    method: method as string,
    pattern: new RegExp(`^${path.replace(/\/$/, "").replace(/:[A-Za-z]+/g, "[^/]+")}/?$`),
  }));

/** Browsers request pages as HTML, such as `/businessprofiles/campaign/create`. */
const isAccountCall = (request: FastifyRequest): boolean =>
  !request.headers.accept?.includes("text/html") &&
  accountCalls.some(({ method, pattern }) => method === request.method && pattern.test(pathOf(request)));

const pathOf = (request: FastifyRequest): string => request.url.split("?")[0] ?? "/";

function sendUnknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = `There is no endpoint ${request.method} ${pathOf(request)}. See /docs for all endpoints`;
  return sendFailure(reply, 404, [{ code: "no_such_call", message }]);
}
