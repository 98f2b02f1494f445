import { describe, expect, it } from "vitest";
import { withoutSchemas } from "./withoutSchemas.ts";

const read = (code: string) => withoutSchemas(code, "/contract/src/item.ts");

describe("the contract as pages need it (decision 0119)", () => {
  it("has endpoints without what only the server reads", () => {
    const code = `export const itemRoutes = {
  create: route({
    method: "POST",
    path: "/v4/item/",
    summary: "Create an item",
    caller: "account",
    privilege: null,
    body: z.strictObject({ name: z.string() }),
    item,
    timeoutMs: 5_000,
  }),
};`;
    expect(read(code)).toBe(`export const itemRoutes = {
  create: ({ method: "POST", path: "/v4/item/", caller: "account", body: true, timeoutMs: 5_000 }),
};`);
  });

  it("has what endpoints share without schemas too", () => {
    const code = `const edits = { caller: "account", privilege: "edit" } as const;
const one = { ...edits, path: "/v4/item/:id/", params: z.object({ id }) } as const;
const find = (path: string) => route({ ...one, path, item });
export const itemRoutes = { remove: route({ ...one, method: "DELETE", item: done }) };`;
    expect(read(code)).toBe(`const edits = { caller: "account" } as const;
const one = { ...edits, path: "/v4/item/:id/" } as const;
const find = (path: string) => ({ ...one, path });
export const itemRoutes = { remove: ({ ...one, method: "DELETE" }) };`);
  });

  it("marks what is made when the file is loaded as droppable", () => {
    const code = `export const names = ["a", "b"] as const;
const known = new Set(names), other = 1;`;
    expect(read(code)).toBe(`export const names = ["a", "b"] as const;
const known = /* @__PURE__ */ (() => (new Set(names)))(), other = 1;`);
  });

  const form = `import { z } from "zod";
const name = z.string();
export const body = z.strictObject({ name });
export const itemRoutes = { create: route({ method: "POST", path: "/v4/item/", body, item: body }) };
export const check = (value: unknown) => body.parse(value);`;

  it("has schemas in a file of their own, which comes with the forms that check by them", () => {
    expect(read(form)).toBe(`import { name, body } from "./item.ts?schemas";
import { z } from "zod";


export const itemRoutes = { create: ({ method: "POST", path: "/v4/item/", body: true }) };
export const check = (value: unknown) => body.parse(value);
export { body };`);
  });

  it("gives that file the constants of which schemas are made, too", () => {
    expect(withoutSchemas(form, "/contract/src/item.ts?schemas")).toBe(`import { z } from "zod";
const name = /* @__PURE__ */ (() => (z.string()))();
export const body = /* @__PURE__ */ (() => (z.strictObject({ name })))();
export const itemRoutes = { create: ({ method: "POST", path: "/v4/item/", body: true }) };
export const check = (value: unknown) => body.parse(value);
export { name };`);
  });

  it("keeps a call in what pages read of an endpoint", () => {
    const code = `export const itemRoutes = { list: route({ method: "GET", path: pathOf("item"), item: z.string() }) };`;
    expect(read(code)).toBe(
      `export const itemRoutes = /* @__PURE__ */ (() => ({ list: ({ method: "GET", path: pathOf("item") }) }))();`,
    );
  });
});
