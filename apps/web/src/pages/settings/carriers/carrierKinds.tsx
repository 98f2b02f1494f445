import type { CarrierConnection, CarrierHealth, CarrierKind } from "@trunkline/contract/carriers/carrier.ts";
import { rbmConnectionSettings } from "@trunkline/contract/carriers/rbmConnection.ts";
import { smppConnectionSettings } from "@trunkline/contract/carriers/smppConnection.ts";
import { telnyxConnectionSettings } from "@trunkline/contract/carriers/telnyxConnection.ts";
import { twilioConnectionSettings } from "@trunkline/contract/carriers/twilioConnection.ts";
import type { ReactNode } from "react";
import { CopyButton } from "../../../ui/text/CopyButton.tsx";
import type { CarrierDraft, KindFields } from "./carrierDraft.ts";
import { RbmFields } from "./RbmFields.tsx";
import { SmppFields } from "./SmppFields.tsx";
import { TelnyxFields } from "./TelnyxFields.tsx";
import { TwilioFields } from "./TwilioFields.tsx";

/** How the pages show one kind of connection. */
interface CarrierKindPage<Row> {
  label: string;
  /** What a new connection starts with, besides its name and secret. */
  defaults: Omit<CarrierDraft, "name" | "password">;
  Fields: KindFields;
  addressOf(row: Row): string;
  /** What a test does. */
  testOf(row: Row): string;
  /** Further facts of its health. */
  factsOf?(row: Row): readonly (readonly [name: string, value: ReactNode])[];
  states: Readonly<Record<CarrierHealth["state"], string>>;
}

type RowOf<Kind extends CarrierKind> = Extract<CarrierConnection, { kind: Kind }>;

const providerStates = {
  bound: "Connected",
  connecting: "Connecting",
  waiting: "Not connected",
  unattended: "No worker",
} as const;

/** An address to be entered at the provider. */
const webhookFact = (name: string, url: string): readonly [name: string, value: ReactNode] => [
  name,
  <span key="webhook">
    <span>{url}</span> <CopyButton value={url} what={name.toLowerCase()} />
  </span>,
];

const kinds: { readonly [Kind in CarrierKind]: CarrierKindPage<RowOf<Kind>> } = {
  smpp: {
    label: "SMPP 3.4",
    defaults: {
      kind: "smpp",
      host: "",
      port: 2775,
      tls: false,
      systemId: "",
      ...smppConnectionSettings.parse({}),
    },
    Fields: SmppFields,
    addressOf: ({ host, port }) => `${host}:${port}`,
    testOf: ({ host, port }) =>
      `Opens a second bind to ${host}:${port} with the saved settings and closes it. Carriers that allow only one bind refuse it while the connection is bound.`,
    states: { bound: "Bound", connecting: "Connecting", waiting: "Not bound", unattended: "No worker" },
  },
  twilio: {
    label: "Twilio-compatible API",
    defaults: { kind: "twilio", accountSid: "", apiKeySecret: "", ...twilioConnectionSettings.parse({}) },
    Fields: TwilioFields,
    addressOf: ({ baseUrl }) => baseUrl,
    testOf: ({ baseUrl }) => `Reads the account and its balance at ${baseUrl} with the saved settings.`,
    factsOf: ({ accountSid, messagesUrl }) => [
      ["Account SID", accountSid],
      webhookFact("Message webhook", messagesUrl),
    ],
    states: providerStates,
  },
  rbm: {
    label: "Google RCS",
    defaults: { kind: "rbm", agentId: "", clientToken: "", ...rbmConnectionSettings.parse({}) },
    Fields: RbmFields,
    addressOf: ({ agentId }) => agentId,
    testOf: ({ agentId }) =>
      `Signs in with the saved key and asks Google, as the agent ${agentId}, about a number that does not exist. Nothing is sent.`,
    factsOf: ({ eventsUrl, agents, hasClientToken }) => [
      webhookFact("Webhook", eventsUrl),
      ["Client token", hasClientToken ? "Saved" : "Missing. Receipts and replies are refused"],
      ["RCS agents", String(agents)],
    ],
    states: providerStates,
  },
  telnyx: {
    label: "Telnyx",
    defaults: {
      kind: "telnyx",
      messagingProfileId: "",
      ...telnyxConnectionSettings.omit({ publicKey: true }).parse({}),
      publicKey: "",
    },
    Fields: TelnyxFields,
    addressOf: ({ baseUrl }) => baseUrl,
    testOf: ({ baseUrl, applicationId }) =>
      `Reads the messaging profile${applicationId === "" ? "" : ", the application"} and the balance at ${baseUrl} with the saved settings.`,
    factsOf: ({ messagingProfileId, applicationId, messagesUrl }) => [
      ["Messaging profile ID", messagingProfileId],
      ["Application ID", applicationId || "None, so no calls"],
      webhookFact("Profile webhook", messagesUrl),
    ],
    states: providerStates,
  },
};

/** The page parts of a connection's kind. A row has always its own kind. */
export const kindOf = (kind: string): CarrierKindPage<CarrierConnection> =>
  kinds[kind as CarrierKind] as CarrierKindPage<CarrierConnection>;

/** The kinds to choose from. */
export const kindOptions = Object.entries(kinds).map(([value, { label }]) => ({ value, label }));
