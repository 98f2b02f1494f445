import { z } from "zod";
import { connectionName, connectionPassword, httpsAddress, whole } from "./connectionFields.ts";

/** Settings of a connection to Telnyx. */
const settings = {
  /** The key that the provider's events are signed with, which is no secret. */
  publicKey: z
    .string()
    .trim()
    .min(1, "Public key is required")
    .regex(/^[A-Za-z0-9+/]{43}=$/, "Public key must be 44 characters that end with =, as the portal shows it"),
  baseUrl: httpsAddress("Base address").default("https://api.telnyx.com"),
  /** The call control application, by which numbers call and are called. Empty: they are not. */
  applicationId: z
    .string()
    .trim()
    .regex(/^(\d{1,20})?$/, "Application ID must be the digits that the portal shows, such as 1293384261075731499")
    .default(""),
  /** Calls that are placed per second. Null means no limit. */
  callsPerSecond: whole("Calls per second", 1, 1_000).nullable().default(1),
  /** Recordings are deleted at the provider once they are stored here. */
  deletesRecordings: z.boolean().default(false),
  /** Null means no limit. */
  perSecond: whole("Messages per second", 1, 10_000).nullable().default(10),
  windowSize: whole("Requests at a time", 1, 1_000).default(20),
  /** The provider accepts texts to the United States only from numbers of approved 10DLC campaigns. */
  demandsRegistration: z.boolean().default(false),
};
export const telnyxConnectionSettings = z.object(settings);
export type TelnyxConnectionSettings = z.infer<typeof telnyxConnectionSettings>;

/** What can be written of a connection to Telnyx. */
export const telnyxFields = {
  kind: z.literal("telnyx"),
  name: connectionName,
  messagingProfileId: z
    .string()
    .trim()
    .min(1, "Messaging profile ID is required")
    .regex(
      /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
      "Messaging profile ID must be as the portal shows it, such as 16fd2706-8baf-433b-82eb-8c7fada847da",
    ),
  ...settings,
};
export const telnyxPassword = connectionPassword("API key", 200);
