import { createServer } from "node:net";
import type { Config } from "../config/config.ts";
import { Refusal } from "../refusal.ts";

/** A port that no other program can take. */
export interface HeldPort {
  port: number;
  /** Frees it, to listen on it. */
  release(): Promise<void>;
}

/** Holds the port to listen on (a free one for 0), or refuses with the reason. Connections are closed meanwhile. */
export async function holdPort(config: Pick<Config, "host" | "port">): Promise<HeldPort> {
  const probe = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    probe.once("error", (error) => reject(explainListen(error, config)));
    probe.listen(config.port, config.host, () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : config.port;
      resolve({ port, release: () => new Promise((done) => probe.close(() => done())) });
    });
  });
}

/** Explains why the program cannot listen on an address. */
export function explainListen(error: NodeJS.ErrnoException, { host, port }: Pick<Config, "host" | "port">): Error {
  if (error.code === "EADDRINUSE")
    return new Refusal(
      `Port ${port} on ${host} is in use by another program, perhaps another Trunkline. Stop it, or choose another port: PORT=${port + 1} npm start.`,
      { cause: error },
    );
  if (error.code === "EACCES")
    return new Refusal(`This user may not open port ${port}. Set PORT to a number above 1023.`, { cause: error });
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new Refusal(`HOST ${host} is not an address of this machine.`, { cause: error });
  return error;
}
