import type { SamlRefusal } from "@trunkline/contract/identity/saml.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { type About, forge, makeProviderCertificate } from "../../test/identityProvider.ts";
import { testServer } from "../../test/server.ts";
import { signOnAccount } from "../../test/signOn.ts";

// Reliability §7 and X3: known attacks on single sign-on. Each is refused with its reason in the log of attempts.

const db = await freshDatabase();
const server = await testServer(db);
const target = await signOnAccount(server, "Target");
const other = await signOnAccount(server, "Other");
const mallory = "mallory@example.com";
const owner = "owner@example.com";
const stranger = makeProviderCertificate();
const own = { email: mallory };

const assertionOf = (xml: string): string => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0];
const signatureOf = (xml: string): string => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(assertionOf(xml))![0];
/** The assertion without its signature. */
const bare = (xml: string): string => assertionOf(xml).replace(signatureOf(xml), "");
/** A forged assertion: another id, another e-mail, no signature. */
const evil = (xml: string, id = "_evil"): string =>
  bare(xml)
    .replace(/ ID="[^"]+"/, ` ID="${id}"`)
    .replace(mallory, owner);
/** The forged assertion with the signature of the original and hidden content. */
const evilSigned = (xml: string, hidden = ""): string =>
  evil(xml).replace(
    "</saml:Issuer>",
    `</saml:Issuer>${signatureOf(xml).replace("</ds:Signature>", `${hidden}</ds:Signature>`)}`,
  );
const inAnswer = (xml: string, part: string): string => xml.replace(assertionOf(xml), part);
const before = (xml: string, part: string): string => inAnswer(xml, part + assertionOf(xml));
const after = (xml: string, part: string): string => inAnswer(xml, assertionOf(xml) + part);
const idOf = (xml: string): string => / ID="([^"]+)"/.exec(assertionOf(xml))![1]!;

/** Correctly signed responses changed by an attacker. */
const changed: [string, SamlRefusal, (xml: string) => string, About?][] = [
  [
    "wrapping 1: the signed answer inside the signature of a forged one",
    "structure",
    (xml) =>
      xml.replace(
        /<samlp:Status>/,
        `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Object>${xml.replace(/<\?xml[^>]*>/, "")}</ds:Object></ds:Signature>$&`,
      ),
  ],
  [
    "wrapping 2: the signed answer next to a forged one",
    "structure",
    (xml) => xml.replace("</samlp:Response>", `${xml}</samlp:Response>`),
  ],
  ["wrapping 3: a forged assertion in front of the signed one", "structure", (xml) => before(xml, evil(xml))],
  [
    "wrapping 4: the signed assertion inside a forged one",
    "structure",
    (xml) => inAnswer(xml, evil(xml).replace("</saml:Assertion>", `${assertionOf(xml)}</saml:Assertion>`)),
  ],
  [
    "wrapping 5: a forged assertion that carries the signature, the signed one at the end",
    "structure",
    (xml) => inAnswer(xml, evilSigned(xml) + bare(xml)),
  ],
  [
    "wrapping 6: the signed assertion inside the signature of a forged one",
    "structure",
    (xml) => inAnswer(xml, evilSigned(xml, bare(xml))),
  ],
  [
    "wrapping 7: a forged assertion in an extension",
    "structure",
    (xml) => xml.replace("<samlp:Status>", `<samlp:Extensions>${evil(xml)}</samlp:Extensions>$&`),
  ],
  [
    "wrapping 8: the signed assertion in an object of the signature",
    "structure",
    (xml) => inAnswer(xml, evilSigned(xml, `<ds:Object>${bare(xml)}</ds:Object>`)),
  ],
  ["a forged assertion after the signed one", "structure", (xml) => after(xml, evil(xml))],
  ["a forged assertion with the id of the signed one", "structure", (xml) => before(xml, evil(xml, idOf(xml)))],
  [
    "the id of the signed assertion on another element",
    "structure",
    (xml) => xml.replace("<samlp:Status>", `<samlp:Status ID="${idOf(xml)}">`),
  ],
  [
    "the id written as Id on another element",
    "structure",
    (xml) => xml.replace("<samlp:Status>", `<samlp:Status Id="${idOf(xml)}">`),
  ],
  ["a forged assertion without a namespace", "structure", (xml) => before(xml, evil(xml).replaceAll("saml:", ""))],
  ["the e-mail changed", "signature", (xml) => xml.replace(mallory, owner)],
  [
    "the audience changed",
    "signature",
    (xml) => xml.replace(/<saml:Audience>[^<]+/, "<saml:Audience>https://elsewhere.example.com"),
    { ...own, audience: "https://elsewhere.example.com/x" },
  ],
  [
    "an attribute slipped in",
    "signature",
    (xml) => xml.replace("</saml:Subject>", "</saml:Subject><saml:AttributeStatement/>"),
  ],
  [
    "a second name id",
    "signature",
    (xml) => xml.replace("</saml:NameID>", `</saml:NameID><saml:NameID>${owner}</saml:NameID>`),
  ],
  ["a comment in the name id", "forbidden_xml", (xml) => xml.replace(mallory, `${owner}<!---->.example.com`)],
  ["CDATA in the name id", "forbidden_xml", (xml) => xml.replace(mallory, `<![CDATA[${owner}]]>`)],
  [
    "a processing instruction in the name id",
    "forbidden_xml",
    (xml) => xml.replace(mallory, `${owner}<?x?>.example.com`),
  ],
  ["a DTD", "forbidden_xml", (xml) => `<!DOCTYPE a SYSTEM "http://evil.example.com/a.dtd">${xml}`],
  [
    "an entity of a local file",
    "forbidden_xml",
    (xml) => `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${xml.replace(mallory, "&b;")}`,
  ],
  [
    "a billion laughs",
    "forbidden_xml",
    (xml) => `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml}`,
  ],
  ["an undeclared entity", "unreadable", (xml) => xml.replace(mallory, "&owner;")],
  ["no signature", "unsigned", (xml) => xml.replace(signatureOf(xml), "")],
  ["a signature without a value", "signature", (xml) => xml.replace(/<ds:SignatureValue>[^<]+/, "<ds:SignatureValue>")],
  [
    "a signature with another digest",
    "signature",
    (xml) => xml.replace(/<ds:DigestValue>[^<]+/, "<ds:DigestValue>AAAA"),
  ],
  ["two digests", "structure", (xml) => xml.replace(/<ds:DigestValue>[^<]+<\/ds:DigestValue>/, "$&$&")],
  ["two references", "structure", (xml) => xml.replace(/<ds:Reference[\s\S]*?<\/ds:Reference>/, "$&$&")],
  ["two signed infos", "structure", (xml) => xml.replace(/<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/, "$&$&")],
  ["a reference to nothing", "structure", (xml) => xml.replace(/<ds:Reference URI="[^"]+"/, '<ds:Reference URI=""')],
  [
    "another signature method in front",
    "structure",
    (xml) =>
      xml.replace("<ds:SignedInfo>", '<ds:SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#hmac-sha1"/>$&'),
  ],
  [
    "HMAC with the certificate as its key",
    "weak_signature",
    (xml) => xml.replace("2001/04/xmldsig-more#rsa-sha256", "2000/09/xmldsig#hmac-sha1"),
  ],
  [
    "another transform",
    "weak_signature",
    (xml) =>
      xml.replace(
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/TR/1999/REC-xpath-19991116",
      ),
  ],
  ["comments counted in", "weak_signature", (xml) => xml.replaceAll("xml-exc-c14n#", "xml-exc-c14n#WithComments")],
  ["its status changed to a refusal", "idp_refused", (xml) => xml.replace("status:Success", "status:Responder")],
  [
    "it names another request than was signed",
    "structure",
    (xml) => xml.replace("<samlp:Response ", '<samlp:Response InResponseTo="_else" '),
  ],
  [
    "it is sent to another address",
    "destination",
    (xml) => xml.replace(/ Destination="[^"]+"/, ' Destination="https://elsewhere.example.com/acs"'),
  ],
  ["an encrypted unsigned assertion", "encrypted", (xml) => inAnswer(xml, "<saml:EncryptedAssertion/>")],
  ["no assertion at all", "structure", (xml) => inAnswer(xml, "")],
  ["a sign-out in place of an answer", "unreadable", (xml) => xml.replaceAll("samlp:Response", "samlp:LogoutResponse")],
  ["an answer of another version", "unreadable", (xml) => xml.replace('Version="2.0"', 'Version="1.1"')],
  ["a truncated answer", "unreadable", (xml) => xml.slice(0, xml.length / 2)],
  [
    "too deeply nested elements",
    "unreadable",
    (xml) => xml.replace("<samlp:Status>", `${"<a>".repeat(70)}${"</a>".repeat(70)}$&`),
  ],
  ["too many elements", "too_large", (xml) => xml.replace("<samlp:Status>", `${"<a/>".repeat(20_000)}$&`)],
  [
    "too many namespaces",
    "too_large",
    (xml) =>
      xml.replace(
        "<samlp:Response ",
        `$&${Array.from({ length: 9_000 }, (_, index) => `xmlns:p${index}="u"`).join(" ")} `,
      ),
  ],
  ["too many bytes", "too_large", (xml) => xml.replace("<samlp:Status>", `<a b="${"x".repeat(270_000)}"/>$&`)],
];

/** Correctly signed, but not for this service or not for now. */
const misplaced: [string, SamlRefusal, About][] = [
  ["signed by an unknown key", "signature", { ...own, by: stranger }],
  ["signed with SHA-1", "weak_signature", { ...own, algorithm: "sha1" }],
  ["signed as a whole with an unsigned assertion", "unsigned", { ...own, signed: "answer" }],
  ["for another service provider", "audience", { ...own, audience: other.saml.entityId }],
  [
    "for any service provider",
    "audience",
    { ...own, instead: [[/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ""]] },
  ],
  ["for another address", "destination", { ...own, recipient: other.saml.acsUrl }],
  ["for any address", "destination", { ...own, instead: [[' Recipient="{Recipient}"', ""]] }],
  ["issued by another identity provider", "issuer", { ...own, issuer: "https://evil.example.com" }],
  ["over", "expired", { ...own, issued: -9, from: -9, until: -2 }],
  ["issued yesterday with a later end", "expired", { ...own, issued: -1500, from: -1500, until: 60 }],
  ["not yet valid", "too_early", { ...own, from: 5, until: 9 }],
  ["issued tomorrow", "too_early", { ...own, issued: 1440, from: -1, until: 1500 }],
  ["without an end", "structure", { ...own, instead: [[/ NotOnOrAfter="\{Until\}" R/, " R"]] }],
  ["without conditions", "structure", { ...own, instead: [[/<saml:Conditions.*<\/saml:Conditions>/, ""]] }],
  ["without a sign-in", "structure", { ...own, instead: [[/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ""]] }],
  ["confirmed by another method", "structure", { ...own, instead: [["cm:bearer", "cm:holder-of-key"]] }],
  ["without a subject", "structure", { ...own, instead: [[/<saml:Subject>.*<\/saml:Subject>/, ""]] }],
  ["with an invalid e-mail", "no_email", { email: "ann" }],
  ["with look-alike letters in the e-mail", "no_email", { email: "o\u212Aner@example.com" }],
  [
    "refused by the identity provider",
    "idp_refused",
    { ...own, status: "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed" },
  ],
];

/** No session was created, and the log has the reason without any contents of the forgery. */
async function expectRefused(answer: string, refusal: SamlRefusal): Promise<void> {
  const browser = target.browser();
  const to = await browser.hand(answer);
  const [attempt] = await target.attempts();
  expect([to, attempt?.refused], attempt?.words).toEqual([
    `/login?signOn=refused&attempt=${attempt?.attemptId}`,
    refusal,
  ]);
  expect(attempt?.words).toMatch(/^[A-Z].*[.)]$/);
  expect(attempt?.email).not.toBe(owner);
  expect(browser.session()).toBeUndefined();
}

it("is compared to a valid answer", async () => {
  for (const signed of ["assertion", "both"] as const)
    for (const algorithm of ["sha256", "sha512"] as const)
      expect(await target.signIn({ ...own, signed, algorithm })).toBe("/");
});

describe("a forged answer", () => {
  it.each(changed)("%s: %s", async (_, refusal, change, about = own) => {
    for (const signed of refusal === "signature" ? (["assertion", "both"] as const) : (["assertion"] as const))
      await expectRefused(forge(await target.answer({ ...about, signed }), change), refusal);
  });

  it("a whole answer signed by another key", async () => {
    const answer = await target.answer({ ...own, signed: "both" });
    const broken = forge(answer, (xml) => xml.replace(/<ds:SignatureValue>..../, "<ds:SignatureValue>AAAA"));
    await expectRefused(broken, "signature");
  });

  it("an answer that is not XML, not base64 or empty", async () => {
    for (const answer of [
      "",
      "%%%",
      "====",
      Buffer.from("hello").toString("base64"),
      Buffer.from([0xff, 0xfe, 0x3c]).toString("base64"),
    ])
      await expectRefused(answer, "unreadable");
  });
});

describe("an answer that is", () => {
  it.each(misplaced)("%s: %s", async (_, refusal, about) => expectRefused(await target.answer(about), refusal));

  it("of another account's identity provider", async () => expectRefused(await other.answer(own), "destination"));

  it("used a second time in another process or browser", async () => {
    const answer = await target.answer(own);
    const second = await testServer(db, { tokens: server.api.tokens, secrets: server.api.secrets });
    expect(await target.browser().hand(answer)).toBe("/");
    await expectRefused(answer, "replayed");
    const elsewhere = await second.call("POST", `/saml/${target.account}/acs`, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ SAMLResponse: answer }).toString(),
    });
    expect(elsewhere.headers["location"]).toMatch(/^\/login\?signOn=refused/);
  });

  it("is accepted only once when sent twice at the same time", async () => {
    const answer = await target.answer(own);
    const ends = await Promise.all([1, 2, 3].map(() => target.browser().hand(answer)));
    expect(ends.filter((to) => to === "/").length).toBe(1);
  });
});

it("limits wrong answers without blocking valid ones", async () => {
  const flooded = await testServer(db, { tokens: server.api.tokens, secrets: server.api.secrets });
  const send = (remoteAddress: string, answer: string) =>
    flooded.api.app.inject({
      method: "POST",
      url: `/saml/${target.account}/acs`,
      remoteAddress,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ SAMLResponse: answer }).toString(),
    });
  for (let wrong = 0; wrong < 60; wrong++) await send("192.0.2.1", "AAAA");
  expect((await send("192.0.2.1", "AAAA")).headers.location).toBe("/login?signOn=wait");
  expect((await send("192.0.2.2", await target.answer(own))).headers.location).toMatch(/\/enter$/);
});
