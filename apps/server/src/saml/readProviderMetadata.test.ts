import { describe, expect, it } from "vitest";
import { makeCertificate } from "../../test/certificate.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { makeProviderCertificate, metadataOf } from "../../test/identityProvider.ts";
import { testServer } from "../../test/server.ts";
import { signOnAccount } from "../../test/signOn.ts";

const one = await signOnAccount(await testServer(await freshDatabase()));

describe("spec 3 §5: metadata", () => {
  const rsa = makeProviderCertificate();
  const good = metadataOf("https://idp.example.com/m", "https://idp.example.com/sso", [rsa]);
  it.each<[string, string, string]>([
    ["is required", "  ", "Metadata is required for provider saml"],
    ["is XML", "hello", "The file is not valid XML: Line 1: text before the first element"],
    [
      "contains no DTD",
      `<!DOCTYPE a [<!ENTITY b "c">]>${good}`,
      "The file contains a DTD, which is not allowed in metadata",
    ],
    [
      "describes an identity provider",
      good.replaceAll("IDPSSO", "SPSSO"),
      "This is the metadata of a service provider. Upload the metadata of the identity provider",
    ],
    ["is metadata", "<a/>", "The file is not the metadata of an identity provider. It has no IDPSSODescriptor"],
    ["names the provider", good.replace(/ entityID="[^"]*"/, ""), "The metadata has no entityID"],
    [
      "supports redirects",
      good.replace("HTTP-Redirect", "SOAP"),
      "The metadata has no SingleSignOnService with the binding HTTP-Redirect",
    ],
    [
      "uses https",
      metadataOf("x", "http://idp.example.com/sso", [rsa]),
      "The SingleSignOnService must be an https address, not http://idp.example.com/sso",
    ],
    [
      "is not a script URL",
      metadataOf("x", "javascript:alert(1)", [rsa]),
      "The SingleSignOnService must be an https address, not javascript:alert(1)",
    ],
    [
      "has a certificate",
      metadataOf("x", "https://idp.example.com/sso", []),
      "The metadata has no signing certificate",
    ],
    [
      "has a readable certificate",
      good.replace(/<ds:X509Certificate>..../, "<ds:X509Certificate>AAAA"),
      "A certificate in the metadata cannot be read",
    ],
    [
      "has an RSA key",
      metadataOf("x", "https://idp.example.com/sso", [makeCertificate()]),
      "The certificate must have an RSA key",
    ],
    [
      "has a long key",
      metadataOf("x", "https://idp.example.com/sso", [makeCertificate([127, 0, 0, 1], { key: "weak" })]),
      "The certificate's key has 1024 bits. At least 2048 are required",
    ],
    [
      "has not expired",
      metadataOf("x", "https://idp.example.com/sso", [
        makeCertificate([127, 0, 0, 1], { key: "rsa", ends: Date.UTC(2020, 0, 1) }),
      ]),
      "The certificate in the metadata expired on 2020-01-01. Create a new one at the identity provider",
    ],
  ])("%s", async (_, text, message) => {
    const answer = await one.upload(text);
    expect([answer.status, answer.body.error[0]?.where, answer.body.error[0]?.message]).toEqual([
      400,
      "body.value",
      message,
    ]);
  });
});
