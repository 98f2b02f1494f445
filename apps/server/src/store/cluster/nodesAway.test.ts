import { expect, it } from "vitest";
import { eachInTurn } from "../claimDialect.ts";
import { CommitUnknown, isLostConnection } from "../database.ts";
import { isNodeAway, NodeAway, NodesAway } from "./nodesAway.ts";

const refused =
  'connection to the remote node trunkline_runtime@10.0.0.2:5432 failed with the following error: connection to server at "10.0.0.2", port 5432 failed: Connection refused';
const away = () => Promise.reject(new Error(refused));

it.each([
  refused,
  "could not establish any connections to the node 10.0.0.2:5432 after 5000 ms",
  "connection establishment for node 10.0.0.2:5432 failed",
  "failure on connection marked as essential: 10.0.0.2:5432",
  "could not commit transaction for shard 102008 on at least one active node",
])("takes “%s” for a lost connection", (message) => {
  expect(isNodeAway(new Error(message))).toBe(true);
  expect(isLostConnection(new Error(message))).toBe(true);
  expect(isNodeAway(new CommitUnknown("The connection broke during COMMIT", { cause: new Error(message) }))).toBe(true);
});

it.each(["duplicate key value violates unique constraint", "Connection terminated unexpectedly"])(
  "does not take “%s” for a node that is away",
  (message) => {
    expect(isNodeAway(new Error(message))).toBe(false);
  },
);

it("refuses the accounts of a node that is away, and those alone, until it answers", async () => {
  const nodes = new NodesAway(async (account) => (account === "ann" ? "10.0.0.2:5432" : "10.0.0.3:5432"));
  const works = async () => "done";
  await expect(nodes.guard("ann", away)).rejects.toThrow(refused);
  await expect(nodes.guard("ann", works)).rejects.toThrow(NodeAway);
  // a statement of another account that speaks with all nodes
  await expect(nodes.guard("bob", away)).rejects.toThrow(refused);
  expect(await nodes.guard("bob", works)).toBe("done");
  // the probe
  await expect.poll(() => nodes.guard("ann", works).catch(() => "refused")).toBe("done");
  expect(await nodes.guard("ann", works)).toBe("done");
});

it("lets other accounts have their turn before it reports the node that is away", async () => {
  const served: string[] = [];
  const work = async (account: string): Promise<void> => {
    if (account === "ann") await away();
    served.push(account);
  };
  await expect(eachInTurn(["ann", "bob", "cid"], work)).rejects.toThrow(refused);
  expect(served).toEqual(["bob", "cid"]);
  const failures: unknown[] = [];
  await eachInTurn(["ann", "bob"], work, (error) => failures.push(error));
  expect(served).toEqual(["bob", "cid", "bob"]);
  expect(failures).toHaveLength(1);
});

it("ends at once where something else fails", async () => {
  const served: string[] = [];
  const work = async (account: string): Promise<void> => {
    if (account === "bob") throw new Error("Connection terminated unexpectedly");
    served.push(account);
  };
  await expect(eachInTurn(["ann", "bob", "cid"], work)).rejects.toThrow("Connection terminated");
  expect(served).toEqual(["ann"]);
});
