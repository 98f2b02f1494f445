import { fastify } from "fastify";
import type { Parts } from "../startProgram.ts";

/** The listening server. */
export interface Server {
  /** Such as http://127.0.0.1:4400. */
  address: string;
  close(): Promise<void>;
}

/** Opens the port and answers. */
export async function startServer({ config }: Parts): Promise<Server> {
  const app = fastify();
  app.get("/healthz", async () => ({ status: "ok" }));
  const address = await app.listen({ host: config.host, port: config.port });
  return { address, close: () => app.close() };
}
