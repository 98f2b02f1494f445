import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** Opens a socket to an address that was already checked. The certificate must be the host's. */
export function connectPinned({
  host,
  address,
  port,
  tls,
  signal,
}: {
  host: string;
  address: string;
  port: number;
  tls: boolean;
  signal: AbortSignal;
}): Promise<Socket> {
  const ready = tls ? "secureConnect" : "connect";
  const socket = tls
    ? connectTls({ host: address, port, ...(isIP(host) > 0 ? {} : { servername: host }) })
    : connectTcp({ host: address, port });
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      socket.destroy();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const giveUp = () => fail(signal.reason);
    socket.once("error", fail);
    signal.addEventListener("abort", giveUp, { once: true });
    socket.once(ready, () => {
      socket.off("error", fail);
      signal.removeEventListener("abort", giveUp);
      resolve(socket);
    });
  });
}
