import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";
import { brandStatuses, fields } from "./brandFields.ts";

/** An event of a brand, as text. */
export const registrationEvent = z.object({ at: z.string(), words: z.string() });

const brand = z.object({
  brandId: id,
  ...fields,
  /** The registry's id. Null until the brand is filed. */
  registryId: z.string().nullable(),
  status: z.enum(brandStatuses),
  /** 0 to 100, once vetted. */
  score: z.int().nullable(),
  vetting: z.enum(["none", "pending", "done", "failed"]),
  /** Problems found by the registry. */
  feedback: z.array(z.string()),
  /** Why the last change could not be sent to the registry. */
  problem: z.string().nullable(),
  /** A change has not reached the registry yet. */
  busy: z.boolean(),
  /** Its active 10DLC campaigns. */
  campaigns: z.int(),
  created: z.string(),
  events: z.array(registrationEvent),
});
export type Brand = z.infer<typeof brand>;

export const acct = z.string().max(40);
const params = z.object({ acct, id });
const change = { caller: "account", privilege: "registration-admin" } as const;
const look = { caller: "account", privilege: null } as const;
const query = z.strictObject({
  /** Saved here, and not yet sent to the registry. */
  draft: z.enum(["true"]).optional(),
});
const owned = Object.fromEntries(
  [
    "brandId",
    "registryId",
    "status",
    "score",
    "vetting",
    "feedback",
    "problem",
    "busy",
    "campaigns",
    "created",
    "events",
  ].map((name) => [name, z.unknown().optional()]),
);
/** The writable fields of a brand. Server-owned keys are ignored. The handler validates the rest, depending on `draft`. */
const sent = z.strictObject({ ...fields, ...owned });

/** A carrier's limits, as the rate table shows them (spec 1 §3.8). */
export const rateConfig = z.object({
  carrier: z.string(),
  /** Segments per day for the whole brand. Null means no limit. */
  max: z.int().nullable(),
  /** Segments per hour. Null means no limit. */
  tph: z.int().nullable(),
  /** Segments per hour and number, where connections require registration. Null means no limit. */
  numberTph: z.int().nullable(),
  /** Picture messages per hour, where they have their own limit. */
  mmsTph: z.int().nullable(),
  /** The carrier's class or tier. */
  brand: z.string().nullable(),
  /** Micro-dollars per segment. */
  surcharge: z.int(),
});
const useCase = z.object({
  usecase: z.string(),
  words: z.string(),
  monthlyFeeMicros: z.int(),
  minSubUsecases: z.int(),
  maxSubUsecases: z.int(),
  minSamples: z.int(),
  rateConfigs: z.array(rateConfig),
});
export type UseCaseChoice = z.infer<typeof useCase>;

/** Brands (spec 1 §7). */
export const brandRoutes = {
  list: route({
    ...look,
    method: "GET",
    path: "/:acct/brand/all",
    summary: "List brands",
    description: "With status and score.",
    params: z.object({ acct }),
    query: z.strictObject(wholeList),
    item: brand,
    pagedBy: "brandId",
  }),
  enums: route({
    ...look,
    method: "GET",
    path: "/:acct/list/brandEnums",
    summary: "List the values of brand fields",
    params: z.object({ acct }),
    item: z.object({
      entityType: z.array(z.string()),
      vertical: z.array(z.string()),
      brandRelationship: z.array(z.string()),
      altBusinessIdType: z.array(z.string()),
      stockExchange: z.array(z.string()),
      brandStatus: z.array(z.string()),
    }),
  }),
  create: route({
    ...change,
    method: "POST",
    path: "/:acct/brand",
    summary: "Create a brand",
    description: "Files it with the registry, or saves it as a draft.",
    params: z.object({ acct }),
    query,
    body: sent,
    item: brand,
  }),
  find: route({
    ...look,
    method: "GET",
    path: "/:acct/brand/:id",
    summary: "Get a brand",
    description: "Includes the registry's answers.",
    params,
    item: brand,
  }),
  update: route({
    ...change,
    method: "PUT",
    path: "/:acct/brand/:id",
    summary: "Update a brand",
    description: "The registry reviews a filed brand again.",
    params,
    query,
    body: sent,
    item: brand,
  }),
  vet: route({
    ...change,
    method: "POST",
    path: "/:acct/brand/:id/vetting",
    summary: "Order the vetting of a verified brand",
    description: "By an outside provider.",
    params,
    item: brand,
  }),
  sendCode: route({
    ...change,
    method: "POST",
    path: "/:acct/brand/:id/code",
    summary: "Send a verification code to a sole proprietor",
    description: "The registry texts the code that confirms the brand.",
    params,
    item: brand,
    leased: "The brand lists each code that was sent.",
  }),
  confirmCode: route({
    ...change,
    method: "PUT",
    path: "/:acct/brand/:id/code",
    summary: "Confirm a sole proprietor's brand",
    description: "With the code sent to its mobile phone.",
    params,
    body: z.strictObject({
      code: z
        .string({ error: "Code is required" })
        .trim()
        .regex(/^\d{6}$/, "The code must have six digits"),
    }),
    item: brand,
    leased: "The brand shows whether it is confirmed.",
  }),
  remove: route({
    ...change,
    method: "DELETE",
    path: "/:acct/brand/:id",
    summary: "Delete a brand",
    description: "Refused while it has a 10DLC campaign.",
    params,
    item: done,
    leased: "The list of brands shows whether it still exists.",
  }),
  useCases: route({
    ...look,
    method: "GET",
    path: "/:acct/brand/:id/usecase",
    summary: "List the use cases of a brand",
    description: "The use cases it qualifies for, with the carriers' terms.",
    params,
    item: useCase,
  }),
};
