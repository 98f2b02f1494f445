import { describe, expect, test } from "vitest";
import { useFailingProduct } from "./failingProduct.ts";
import { readFailure, table } from "./failures.ts";
import { follow, goTo, press } from "./page.ts";
import { down } from "./runFailures.ts";
import { templatesStopped, templatesWhenStopped } from "./templateFailures.ts";

// Spec 1 §8, spec 2 §8 and spec 3 §8: what people read when something fails, each provoked as they meet it, on a product
// of its own whose database is stopped. Every test is a table of action → header and words, so that a failure shows as a
// difference. The rows of each part are in files next to this one. Every action on what was removed, on a stopped
// database and in an ended session: errors.prove.ts. What a gateway and a success say: errorWords.prove.ts.

const product = useFailingProduct();
const { at, scene } = product;

describe("Errors as users meet them (spec 1 §8, spec 2 §8, spec 3 §8)", () => {
  test("a stopped database says so, keeps what was typed, and the page continues when it is back", async () => {
    const { templates, seed } = { templates: await templatesWhenStopped(scene), seed: await at("/assets") };
    const startAgain = await product.stopDatabase();
    await follow(templates.texts, "Stopped text");
    const read = await table(...templates.rows, {
      "list workflows": async () => {
        await goTo(seed, "Workflows");
        return readFailure(seed, "Error loading page.");
      },
    });
    await startAgain();
    expect(read).toEqual({ ...templatesStopped, "list workflows": ["Error loading page.", down] });

    await press(templates.texts, "Save");
    expect(await readFailure(templates.texts, "Template was created successfully")).toEqual([
      "Template was created successfully",
      "Never made",
    ]);
  });
});
