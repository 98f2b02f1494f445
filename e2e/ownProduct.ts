import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { makeOpenFolder } from "../apps/server/test/launch.ts";
import { type Product, startProduct } from "./product.ts";

/** A product of the test file's own, without a demo, from its first test to its last. */
export function useEmptyProduct(): () => Product {
  let folder = "";
  let stop = async (): Promise<void> => {};
  let product: Product = { address: "", line: "" };
  beforeAll(async () => {
    folder = await makeOpenFolder("trunkline-e2e-new-");
    ({ product, stop } = await startProduct(join(folder, "data"), ["--empty"]));
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });
  return () => product;
}
