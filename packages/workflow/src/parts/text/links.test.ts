import { describe, expect, it, test } from "vitest";
import { findLinks, linkOrigins, shortenLinks } from "./links.ts";

const base = "https://go.example";
const shorten = (text: string, source = text) => {
  let made = 0;
  return shortenLinks(text, linkOrigins(source), base, () => `code${++made}`);
};

describe("addresses of a text", () => {
  test.for([
    ["See https://shop.example/sale.", "https://shop.example/sale"],
    ["(https://shop.example/a_(b)), hurry!", "https://shop.example/a_(b)"],
    ["HTTPS://Shop.Example?x=1&y=2; bye", "HTTPS://Shop.Example?x=1&y=2"],
    ['"http://shop.example/"', "http://shop.example/"],
  ])("%s", ([text = "", address]) => expect(findLinks(text).map((one) => one.address)).toEqual([address]));

  it("are http and https alone: what a script or a file says is no address", () => {
    expect(findLinks("javascript:alert(1) data:text/html,x ftp://a.example file:///etc/passwd shop.example/x")).toEqual(
      [],
    );
  });
});

describe("Shorten links", () => {
  it("puts a code in the place of each address, with the contact's variables filled in where it leads", () => {
    const source = "Hi ${firstName}: https://shop.example/sale?who=${firstName}&x=1. Or https://shop.example/";
    const text = "Hi Zoë: https://shop.example/sale?who=Zoë&x=1. Or https://shop.example/";
    expect(shorten(text, source)).toEqual({
      text: "Hi Zoë: https://go.example/l/code1. Or https://go.example/l/code2",
      links: [
        { code: "code1", target: "https://shop.example/sale?who=Zo%C3%AB&x=1" },
        { code: "code2", target: "https://shop.example/" },
      ],
    });
  });

  it("gives one address one code, however often it stands", () => {
    const { text, links } = shorten("https://a.example/x and https://a.example/x");
    expect(text).toBe("https://go.example/l/code1 and https://go.example/l/code1");
    expect(links).toHaveLength(1);
  });

  it("leaves an address at a host that the template does not name: a contact's reply cannot use the account's domain", () => {
    const source = "You said ${node2.reply}. See https://shop.example/";
    const { text, links } = shorten("You said https://evil.example/. See https://shop.example/", source);
    expect(text).toBe("You said https://evil.example/. See https://go.example/l/code1");
    expect(links.map(({ target }) => target)).toEqual(["https://shop.example/"]);
  });

  test.for([
    ["a variable that completes the host", "https://shop.example${x}", "https://shop.example.evil.example/"],
    ["a variable that is the host", "https://${x}/", "https://evil.example/"],
    [
      "a host behind a name",
      "https://shop.example/${x} https://shop.example${y}",
      "https://shop.example@evil.example/",
    ],
    ["another port", "https://shop.example/${x}", "https://shop.example:444/"],
    ["another scheme", "https://shop.example/${x}", "http://shop.example/"],
  ])("leaves what is not where the template says: %s", ([, source = "", text = ""]) =>
    expect(shorten(text, source)).toEqual({ text, links: [] }),
  );

  it("leaves a text without addresses as it is", () => {
    expect(shorten("No address here, only 3:// and http:")).toEqual({
      text: "No address here, only 3:// and http:",
      links: [],
    });
  });
});
