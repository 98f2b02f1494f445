import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";
import { acct, rateConfig, registrationEvent } from "./brand.ts";
import { link, tags } from "./brandFields.ts";

/** A text of the filing with its length limits (spec 1 §5.4). */
const between = (label: string, least: number, most: number) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(least, `${label} must have at least ${least} characters`)
    .max(most, `${label} must have at most ${most} characters`);
const sample = (n: number) => between(`Message Sample ${n}`, 20, 1024);
const confirmed = (message: string) => z.literal(true, { error: message });

/** Fields of a 10DLC campaign that can change after filing (spec 1 §7, update). */
const changeable = {
  brandId: z.uuid({ error: "Brand is required" }),
  description: between("Description", 40, 4096),
  sample1: sample(1),
  sample2: sample(2),
  sample3: sample(3),
  sample4: sample(4),
  sample5: sample(5),
  referenceId: z.string().trim().max(50, "Reference ID must have at most 50 characters").default(""),
  messageFlow: between("Opt-in Process", 40, 2048),
  helpMessage: z
    .string()
    .trim()
    .max(320, "Help Message must have at most 320 characters")
    .refine((text) => text === "" || text.length >= 20, { error: "Help Message must have at least 20 characters" })
    .default(""),
  numberSetId: z.uuid({ error: "Number Set is required" }),
};
/** Fields that are locked by the filing: brand, use case, flags and opt-in (spec 1 §4.7). */
const locked = {
  usecase: z.string({ error: "Use Case is required" }).min(1, "Use Case is required").max(50),
  subUsecases: z.array(z.string().max(50)).max(5, "Choose at most five Sub Use Cases").default([]),
  embeddedLink: z.boolean().default(false),
  embeddedPhone: z.boolean().default(false),
  numberPool: z.boolean().default(false),
  ageGated: z.boolean().default(false),
  directLending: z.boolean().default(false),
  enableMMS: z.boolean().default(false),
  subscriberOptin: confirmed("Subscribers must be opted in as required by some MNOs"),
  subscriberOptout: confirmed("Support for standard opt-out commands are required by some MNOs"),
  subscriberHelp: confirmed("Support for standard help command is required by some MNOs"),
  privacyPolicyLink: link,
  termsAndConditionsLink: link,
  screenshotLink: link,
  vertical: z.string().max(50).default(""),
  tag: tags,
};

/** A 10DLC campaign as it is filed (spec 1 §3.8). */
export const tenDlcBody = z
  .strictObject({ ...changeable, ...locked })
  .superRefine(({ usecase, subUsecases }, context) => {
    if (usecase === "MIXED" && subUsecases.length === 0)
      context.addIssue({
        code: "custom",
        path: ["subUsecases"],
        message: "Sub Use Cases are required for mixed use case",
      });
  });
export const tenDlcChange = z.strictObject(changeable);
export type TenDlcDetails = z.output<typeof tenDlcBody>;
export type TenDlcField = keyof TenDlcDetails;
/** Fields that an edit cannot change. */
export const lockedFields = Object.keys(locked) as TenDlcField[];

/** Error for a number set that already has numbers (spec 1 §5.4). */
export const numberSetTaken =
  "Number Set already has numbers associated with it. Please create a new Number Set with no numbers and try again.";
/** Numbers that a 10DLC campaign can have without a number pool. */
export const mostWithoutPool = 49;

export const tenDlcStatuses = ["PENDING", "DECLINED", "ACCEPTED", "EXPIRED"] as const;
const carrierStatuses = ["PENDING", "REVIEW", "APPROVED", "REJECTED", "SUSPENDED"] as const;

/** A finding of the filing check. A problem is a reason for reviewers to decline. */
const filingFinding = z.object({
  level: z.enum(["problem", "hint"]),
  field: z.string(),
  words: z.string(),
});
export type FilingFinding = z.infer<typeof filingFinding>;

/** A template that differs from what a 10DLC campaign was approved with. */
const templateDrift = z.object({ id, brandName: z.string(), usecase: z.string(), words: z.string() });

const tenDlcCampaign = z.object({
  id,
  ...changeable,
  ...locked,
  registryId: z.string().nullable(),
  status: z.enum(tenDlcStatuses),
  /** Why it was declined. */
  reason: z.string().nullable(),
  problem: z.string().nullable(),
  busy: z.boolean(),
  brandName: z.string(),
  numberSetName: z.string(),
  /** Number count of its set. */
  numbers: z.int(),
  rateConfigs: z.array(
    rateConfig.extend({
      status: z.enum(carrierStatuses),
      reason: z.string().nullable(),
      /** Segments of the whole brand today, counted from midnight Pacific time. */
      usedToday: z.int(),
    }),
  ),
  /** Templates that no longer resemble the filing. */
  drift: z.array(z.object({ templateId: id, title: z.string(), words: z.string() })),
  created: z.string(),
  events: z.array(registrationEvent),
});
export type TenDlcCampaign = z.infer<typeof tenDlcCampaign>;

const change = { caller: "account", privilege: "registration-admin" } as const;
const look = { caller: "account", privilege: null } as const;
const params = z.object({ acct, id });

/** 10DLC campaigns (spec 1 §7). */
export const tenDlcRoutes = {
  enums: route({
    ...look,
    method: "GET",
    path: "/:acct/list/campaignEnums",
    summary: "List the values of 10DLC campaign fields",
    params: z.object({ acct }),
    item: z.object({
      usecase: z.array(z.object({ value: z.string(), label: z.string() })),
      subUsecase: z.array(z.object({ value: z.string(), label: z.string() })),
      status: z.array(z.string()),
      /** True for the embedded registry, whose decisions the user can trigger. */
      simulated: z.boolean(),
    }),
  }),
  list: route({
    ...look,
    method: "GET",
    path: "/:acct/registeredCampaign/",
    summary: "List 10DLC campaigns",
    description: "All, or those with the given ids. Includes the status at the registry and the carriers.",
    params: z.object({ acct }),
    query: z.strictObject({ ...wholeList, ids: z.string().max(20_000).optional() }),
    item: tenDlcCampaign,
    pagedBy: "id",
  }),
  create: route({
    ...change,
    method: "POST",
    path: "/:acct/campaign",
    summary: "File a 10DLC campaign",
    description: "Needs a verified brand and an empty number set.",
    params: z.object({ acct }),
    body: tenDlcBody,
    item: tenDlcCampaign,
    leased: "The list of 10DLC campaigns shows whether it was filed.",
  }),
  check: route({
    ...look,
    method: "POST",
    path: "/:acct/campaign/check",
    summary: "Check a 10DLC filing",
    description: "Returns what a reviewer would object to.",
    params: z.object({ acct }),
    body: z.record(z.string(), z.unknown()),
    item: filingFinding,
  }),
  drift: route({
    ...look,
    method: "POST",
    path: "/:acct/campaign/drift",
    summary: "List the 10DLC campaigns that a template does not match",
    description: "Checks an unsaved template against the approved campaigns it is sent under.",
    params: z.object({ acct }),
    body: z.strictObject({
      templateId: id,
      templateText: z.string().max(20_000),
      templateMediaUrl: z.string().max(2_000).nullable().default(null),
    }),
    item: templateDrift,
  }),
  find: route({
    ...look,
    method: "GET",
    path: "/:acct/campaign/:id",
    summary: "Get a 10DLC campaign",
    params,
    item: tenDlcCampaign,
  }),
  update: route({
    ...change,
    method: "PUT",
    path: "/:acct/campaign/:id",
    summary: "Update a 10DLC campaign",
    description: "Some fields are locked. A declined campaign is resubmitted.",
    params,
    body: tenDlcChange,
    item: tenDlcCampaign,
  }),
  remove: route({
    ...change,
    method: "DELETE",
    path: "/:acct/campaign/:id",
    summary: "Deactivate a 10DLC campaign",
    description: "This cannot be undone.",
    params,
    item: done,
  }),
  simulate: route({
    ...change,
    method: "POST",
    path: "/v4/simulator/registry/:id/",
    summary: "Simulate a carrier or registry decision",
    description: "Suspends a 10DLC campaign, lifts the suspension, or lets it expire.",
    params: z.object({ id }),
    body: z.strictObject({
      action: z.enum(["suspend", "lift", "expire"], { error: "Action must be suspend, lift or expire" }),
      carrier: z.string().max(40).optional(),
    }),
    item: tenDlcCampaign,
  }),
};

/** A notification to the account's own people about a filing (readings, 10DLC). */
const supportNotification = z.object({
  notificationId: id,
  type: z.string(),
  /** An HTML table. */
  payload: z.string(),
  created: z.string(),
});
export type SupportNotification = z.infer<typeof supportNotification>;
export const notificationRoutes = {
  list: route({
    ...look,
    method: "GET",
    path: "/v4/notification/support",
    summary: "List support notifications",
    description: "Newest first.",
    query: z.strictObject(wholeList),
    item: supportNotification,
    pagedBy: "notificationId",
  }),
  create: route({
    ...change,
    method: "POST",
    path: "/v4/notification/support",
    summary: "Send a support notification",
    description: "Notifies the account's own people of a filing.",
    body: z.strictObject({
      type: z.string().trim().min(1, "Type is required").max(40),
      payload: z.string().min(1, "Payload is required").max(50_000, "Payload must have at most 50,000 characters"),
    }),
    item: supportNotification,
  }),
};
