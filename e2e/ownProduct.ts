import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Product, startProduct } from "./product.ts";

/** A product of the test file's own, without a demo, from its first test to its last. */
export function useEmptyProduct(): () => Product {
  let folder = "";
  let stop = async (): Promise<void> => {};
  let product: Product = { address: "", line: "" };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "trunkline-e2e-new-"));
    // As root the database runs as another user, who must pass through.
    await chmod(folder, 0o755);
    ({ product, stop } = await startProduct(join(folder, "data"), ["--empty"]));
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  return () => product;
}
