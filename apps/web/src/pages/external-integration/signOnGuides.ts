import type { Saml } from "@trunkline/contract/identity/saml.ts";

/** The value of a field at an identity provider: one of ours to copy, or a choice that the provider offers. */
type GuideValue = { copy: keyof Pick<Saml, "acsUrl" | "entityId"> } | { choose: string };

interface GuideStep {
  /** Where to click, and what to do there. */
  text: string;
  fields?: readonly (readonly [name: string, value: GuideValue])[];
}

const acs: GuideValue = { copy: "acsUrl" };
const entity: GuideValue = { copy: "entityId" };

/** How to set up single sign-on at the usual identity providers, with their own names of fields. */
export const signOnGuides: readonly { name: string; steps: readonly GuideStep[] }[] = [
  {
    name: "Okta",
    steps: [
      { text: "In the Admin Console open Applications, choose Create App Integration, then SAML 2.0." },
      {
        text: "Under Configure SAML enter these values.",
        fields: [
          ["Single sign-on URL", acs],
          ["Audience URI (SP Entity ID)", entity],
          ["Name ID format", { choose: "EmailAddress" }],
          ["Application username", { choose: "Email" }],
        ],
      },
      { text: "Leave Assertion Signature at Signed and Assertion Encryption at Unencrypted." },
      { text: "On the Sign On tab open the Metadata URL and save that page as an .xml file." },
      { text: "Assign your users on the Assignments tab." },
    ],
  },
  {
    name: "Microsoft Entra ID",
    steps: [
      {
        text: "Open Enterprise applications, choose New application, then Create your own application, and integrate one that is not in the gallery.",
      },
      {
        text: "Open Single sign-on, choose SAML, and edit Basic SAML Configuration.",
        fields: [
          ["Identifier (Entity ID)", entity],
          ["Reply URL (Assertion Consumer Service URL)", acs],
        ],
      },
      {
        text: "Under Attributes & Claims edit Unique User Identifier (Name ID).",
        fields: [
          ["Name identifier format", { choose: "Email address" }],
          ["Source attribute", { choose: "user.mail" }],
        ],
      },
      {
        text: "Under SAML Certificates leave Signing Option at Sign SAML assertion, and download Federation Metadata XML.",
      },
      { text: "Assign your users under Users and groups." },
    ],
  },
  {
    name: "Google Workspace",
    steps: [
      {
        text: "In the Admin console open Apps, then Web and mobile apps, and choose Add app, then Add custom SAML app.",
      },
      { text: "Under Google Identity Provider details choose Download metadata." },
      {
        text: "Under Service provider details enter these values, and leave Signed response off.",
        fields: [
          ["ACS URL", acs],
          ["Entity ID", entity],
          ["Name ID format", { choose: "EMAIL" }],
          ["Name ID", { choose: "Basic Information > Primary email" }],
        ],
      },
      { text: "Under User access turn the app on for your users." },
    ],
  },
];
