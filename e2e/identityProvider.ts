import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { makeProvider, type TestProvider } from "../apps/server/test/identityProvider.ts";

/** An identity provider of its own on a port of this machine: a page that asks who one is, and hands an answer over. */
export interface ProviderServer {
  provider: TestProvider;
  metadata: string;
  /** Its page of applications: a sign-in that begins there. */
  applications(to: { acsUrl: string; entityId: string }): string;
  close(): Promise<void>;
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>Identity provider</title><main>${body}</main></html>`;
const attribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Starts it. */
export async function startProvider(): Promise<ProviderServer> {
  const server = createServer((request, response) => {
    void answer(new URL(request.url ?? "/", address)).then((text) => {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(page(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = makeProvider(`${address}/metadata`, `${address}/sso`);

  const answer = async ({ searchParams }: URL): Promise<string> => {
    const read = Object.fromEntries(searchParams);
    const asked = read["SAMLRequest"] === undefined ? undefined : await provider.read(read);
    const acsUrl = asked?.acsUrl ?? read["acsUrl"] ?? "";
    const to = { acsUrl, entityId: asked?.entityId ?? read["entityId"] ?? "" };
    if (read["email"] === undefined) {
      const hidden = Object.entries({ ...read }).map(([name, value]) => field(name, value));
      return `<h1>Who are you?</h1><form>${hidden.join("")}<label>Email <input name="email"></label><button>Continue</button></form>`;
    }
    const made = await provider.answer(to, { email: read["email"], name: "Ida Provider", inResponseTo: asked?.id });
    const relay = read["RelayState"] === undefined ? "" : field("RelayState", read["RelayState"]);
    return `<h1>Signed in</h1><form method="post" action="${attribute(acsUrl)}">${field("SAMLResponse", made)}${relay}<button>Go on</button></form>`;
  };

  return {
    provider,
    metadata: provider.metadata(),
    applications: (to) => `${address}/applications?${new URLSearchParams(to)}`,
    close: () => stop(server),
  };
}

const field = (name: string, value: string): string =>
  `<input type="hidden" name="${attribute(name)}" value="${attribute(value)}">`;

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
