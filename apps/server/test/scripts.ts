import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A web server on loopback that serves scripts and hears callbacks. */
export async function scripts(pages: Record<string, string>) {
  const heard: { path: string; params: Record<string, string> }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const path = request.url ?? "";
      heard.push({ path, params: Object.fromEntries(new URLSearchParams(body)) });
      response.writeHead(path in pages ? 200 : 404).end(pages[path] ?? "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { at: (path: string) => `http://127.0.0.1:${port}${path}`, heard, close: () => server.close() };
}
