import { expect, test } from "vitest";
import type { RcsContent } from "./rcsMessage.ts";
import { rcsOrigins, shortenRcs } from "./shortenRcs.ts";

const shop = "https://shop.example/sale";
const content: RcsContent = {
  type: "cards",
  text: "",
  mediaUrl: null,
  cards: [
    {
      title: `At ${shop}`,
      description: `See ${shop}, or https://evil.example/`,
      mediaUrl: "https://pictures.example/a.png",
      height: "short",
      suggestions: [{ kind: "openUrl", text: "Look", target: shop }],
    },
  ],
  suggestions: [
    { kind: "reply", text: "Yes", target: "" },
    { kind: "openUrl", text: "All of it", target: `${shop}?all=1` },
    { kind: "dial", text: "Call", target: "+12025550111" },
  ],
};

test("Shorten links: what is written and what buttons open, at the hosts that the message names, one code for one address", () => {
  let made = 0;
  const { content: short, links } = shortenRcs(
    content,
    ["https://shop.example"],
    "https://go.example",
    () => `code${++made}`,
  );
  expect(short.cards[0]).toEqual({
    ...content.cards[0],
    description: "See https://go.example/l/code1, or https://evil.example/",
    suggestions: [{ kind: "openUrl", text: "Look", target: "https://go.example/l/code1" }],
  });
  expect(short.suggestions.map(({ target }) => target)).toEqual(["", "https://go.example/l/code2", "+12025550111"]);
  expect(links).toEqual([
    { code: "code1", target: shop },
    { code: "code2", target: `${shop}?all=1` },
  ]);
});

test("Shorten links is off by default and ignores the hosts of pictures", () => {
  expect(rcsOrigins(content)).toBeUndefined();
  expect(rcsOrigins({ ...content, shortenLinks: true })).toEqual(["https://shop.example", "https://evil.example"]);
});
