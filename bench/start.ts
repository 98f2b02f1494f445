import { startProduct } from "../e2e/product.ts";
import { inFolder } from "./program.ts";

/** From the command to the line that says where it is: with the database to be made, and the second time. */
export const measureStart = (): Promise<{ firstMs: number; secondMs: number }> =>
  inFolder(async (folder) => {
    const once = async (): Promise<number> => {
      const began = performance.now();
      const { stop } = await startProduct(folder, ["--empty"]);
      const ms = performance.now() - began;
      await stop();
      return ms;
    };
    return { firstMs: await once(), secondMs: await once() };
  });
