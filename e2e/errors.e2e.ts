import type { Response } from "playwright-core";
import { describe, expect, test } from "vitest";
import { enter } from "./account.ts";
import { useFailingProduct } from "./failingProduct.ts";
import { readFailure, table } from "./failures.ts";
import { answer, fill, follow, goTo, press, readNotice } from "./page.ts";
import { down } from "./runFailures.ts";
import { templatesStopped, templatesWhenStopped } from "./templateFailures.ts";

// Spec 1 §8, spec 2 §8 and spec 3 §8: what people read when something fails, each provoked as they meet it, on a product
// of its own whose database is stopped. Every test is a table of action → header and words, so that a failure shows as a
// difference. The rows of each part are in files next to this one. Every action on what was removed, on a stopped
// database and in an ended session: errors.prove.ts. What a gateway and a success say: errorWords.prove.ts.

const product = useFailingProduct();
const { at, scene, owner } = product;

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

  test("a page whose session has ended keeps what was typed and saves it after the next sign-in", async () => {
    const { contactId } = await product.account().makeContact("Stays");
    const contact = await at(`/contacts/${contactId}`);
    await fill(contact, "Last name", "Kept");
    await product.endSessions();
    expect(await answer(contact, "Stay")).toContain("Your session has ended.");
    // the page refreshes itself and is refused again, but asks no more
    const refused = (answered: Response) =>
      answered.status() === 401 && answered.url().includes("/v4/campaign/status/");
    for (let count = 0; count < 2; count++) await contact.waitForResponse(refused);
    expect(await contact.getByRole("dialog").count()).toBe(0);
    expect(await contact.getByRole("textbox", { name: "Last name", exact: true }).inputValue()).toBe("Kept");
    await enter(contact, product.address(), owner);
    await press(contact, "Save");
    expect(await readNotice(contact, "Contact saved")).toBe("Stays Kept");
  });
});
