import { createServer } from "node:net";
import type { Config } from "../config/config.ts";
import { Refusal } from "../refusal.ts";

/** Returns a port to listen on (a free one for 0), or refuses with the reason. */
export async function probePort(config: Pick<Config, "host" | "port">): Promise<number> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", (error) => reject(explainListen(error, config)));
    probe.listen(config.port, config.host, () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : config.port;
      probe.close(() => resolve(port));
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
