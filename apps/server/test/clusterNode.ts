import { spawn } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { withOwner } from "../src/store/cluster/clusterState.ts";
import { until } from "./engineWorld.ts";

/** A database server of this machine that a test may kill. */
interface ClusterNode {
  /** Ends every process of the server at once, as a loss of power would. */
  kill(): Promise<void>;
  /** Starts it again, unless it works; it recovers from its log. */
  start(): Promise<void>;
}

/** The server at an address, as it describes itself to a superuser. */
export async function findNode(url: string): Promise<ClusterNode> {
  const found = await withOwner(url, async (client) => {
    const { rows } = await client.query<{ data: string; bin: string }>(
      "select current_setting('data_directory') data, (select setting from pg_config where name = 'BINDIR') bin",
    );
    return rows[0] ?? { data: "", bin: "" };
  });
  const readPostmaster = async (): Promise<number> =>
    Number((await readFile(join(found.data, "postmaster.pid"), "utf8")).split("\n", 1)[0]);
  const answers = () =>
    withOwner(url, (client) => client.query("select 1")).then(
      () => true,
      () => false,
    );
  return {
    async kill() {
      const postmaster = await readPostmaster();
      // it starts no other process while all are listed, also those that no view shows because they still sign in
      process.kill(postmaster, "SIGSTOP");
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
      for (const pid of [...children.split(" ").filter(Boolean).map(Number), postmaster])
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // it had ended by itself
        }
    },
    async start() {
      const { uid, gid } = await stat(found.data);
      const control = (...args: string[]): Promise<boolean> => {
        const whole = ["-D", found.data, ...args];
        // the server looks for certificates in the home of the user who starts it
        const env = { PATH: process.env["PATH"], HOME: found.data };
        const child = spawn(join(found.bin, "pg_ctl"), whole, { uid, gid, env, stdio: "ignore", cwd: found.data });
        return new Promise((resolve, reject) => {
          child.once("error", reject);
          child.once("exit", (code) => resolve(code === 0));
        });
      };
      // processes of the killed server may still hold its memory
      await until(
        "the server is back",
        async () => (await control("-l", `${found.data}.log`, "-w", "start")) || (await answers()),
      );
    },
  };
}
