import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

/** What a brand is in law, with the words of the form. */
export const entityTypes = {
  PRIVATE_PROFIT: "Private company",
  PUBLIC_PROFIT: "Publicly traded company",
  NON_PROFIT: "Non-profit organization",
  GOVERNMENT: "Government",
  SOLE_PROPRIETOR: "Sole proprietor",
} as const;
export type EntityType = keyof typeof entityTypes;

export const verticals = [
  "AGRICULTURE",
  "COMMUNICATION",
  "CONSTRUCTION",
  "EDUCATION",
  "ENERGY",
  "ENTERTAINMENT",
  "FINANCIAL",
  "GAMBLING",
  "GOVERNMENT",
  "HEALTHCARE",
  "HOSPITALITY",
  "HUMAN_RESOURCES",
  "INSURANCE",
  "LEGAL",
  "MANUFACTURING",
  "NGO",
  "POLITICAL",
  "POSTAL",
  "PROFESSIONAL",
  "REAL_ESTATE",
  "RETAIL",
  "TECHNOLOGY",
  "TRANSPORTATION",
] as const;
export const altBusinessIdTypes = ["NONE", "DUNS", "GIIN", "LEI"] as const;
export const stockExchanges = (
  "NONE NASDAQ NYSE AMEX AMX ASX B3 BME BSE FRA ICEX JPX JSE KRX LON NSE OMX SEHK SSE STO SWX SZSE TSX TWSE VSE" as const
).split(" ") as [string, ...string[]];
/** How large an account a brand is with whoever registers it, with the words of the form (telecom §4.2). */
export const brandRelationships = {
  BASIC_ACCOUNT: "Basic account",
  SMALL_ACCOUNT: "Small account",
  MEDIUM_ACCOUNT: "Medium account",
  LARGE_ACCOUNT: "Large account",
  KEY_ACCOUNT: "Key account",
} as const;
type BrandRelationship = keyof typeof brandRelationships;
export const brandStatuses = [
  "DRAFT",
  "PENDING",
  "SELF_DECLARED",
  "UNVERIFIED",
  "VERIFIED",
  "VETTED_VERIFIED",
] as const;
export type BrandStatus = (typeof brandStatuses)[number];

/** `HUMAN_RESOURCES` in words. */
export const wordsOf = (code: string): string =>
  code === "2FA" ? "Two-factor sign-in" : code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");

const text = (label: string, most: number) =>
  z.string().trim().max(most, `${label} must have at most ${most} characters`).default("");
const fitting = (label: string, most: number, pattern: RegExp, must: string) =>
  text(label, most).refine((value) => value === "" || pattern.test(value), { error: must });
const phone = (label: string) =>
  fitting(label, 20, /^\+[1-9]\d{7,14}$/, `${label} must be a valid E.164 phone number, such as +12025550100`);
const email = (label: string) =>
  fitting(label, 100, /^[^\s@]+@[^\s@]+\.[^\s@.]+$/, `${label} must be a valid e-mail address`);

/** An address of the web; empty is none (readings, 10DLC). */
export const link = z
  .string()
  .trim()
  .max(255, "A link must have at most 255 characters")
  .refine((value) => value === "" || isLink(value), { error: "Invalid URL" })
  .default("");
const isLink = (value: string): boolean => {
  const read = URL.canParse(value) ? new URL(value) : null;
  return read !== null && /^https?:$/.test(read.protocol) && /\.[a-z0-9-]+$/i.test(read.hostname);
};
export const tags = z.array(z.string().trim().min(1).max(50)).max(10, "At most 10 tags").default([]);

/** Every field of a brand; which of them must be there depends on what it is (`missingOf`). */
const fields = {
  entityType: z.enum(Object.keys(entityTypes) as [EntityType, ...EntityType[]], {
    error: "Entity Type is required",
  }),
  displayName: text("Display Name", 255),
  companyName: text("Legal Company Name", 255),
  ein: fitting("EIN", 21, /^[A-Za-z0-9-]{2,21}$/, "EIN must be the number of the tax office"),
  einIssuingCountry: fitting("EIN Issuing Country", 2, /^[A-Z]{2}$/, "EIN Issuing Country must be two letters"),
  firstName: text("First Name", 100),
  lastName: text("Last Name", 100),
  mobilePhone: phone("Mobile Phone"),
  phone: phone("Phone"),
  email: email("Email"),
  businessContactEmail: email("Business Contact Email"),
  website: link,
  street: text("Street", 100),
  city: text("City", 100),
  state: text("State", 20),
  postalCode: text("Postal Code", 10),
  country: fitting("Country", 2, /^[A-Z]{2}$/, "Country must be two letters"),
  vertical: z.enum(["", ...verticals], { error: "Vertical must be one of the list" }).default(""),
  brandRelationship: z
    .enum(Object.keys(brandRelationships) as [BrandRelationship, ...BrandRelationship[]], {
      error: "Brand Relationship must be one of the list",
    })
    .default("BASIC_ACCOUNT"),
  stockSymbol: text("Stock Symbol", 10),
  stockExchange: z.enum(stockExchanges, { error: "Stock Exchange must be one of the list" }).default("NONE"),
  altBusinessId: text("Alternate Business ID", 50),
  altBusinessIdType: z.enum(altBusinessIdTypes, { error: "Choose DUNS, GIIN, LEI or none" }).default("NONE"),
  referenceId: text("Reference ID", 50),
  tag: tags,
  /** Costs nothing, carries no traffic, and is deleted after 30 days. */
  mock: z.boolean().default(false),
};
const shape = z.strictObject(fields);
export type BrandDetails = z.output<typeof shape>;
export type BrandField = keyof BrandDetails;

/** The words of each field, in the order of the form. */
export const brandLabels: Readonly<Record<BrandField, string>> = {
  entityType: "Entity Type",
  displayName: "Display Name",
  companyName: "Legal Company Name",
  ein: "EIN",
  einIssuingCountry: "EIN Issuing Country",
  firstName: "First Name",
  lastName: "Last Name",
  mobilePhone: "Mobile Phone",
  phone: "Phone",
  email: "Email",
  businessContactEmail: "Business Contact Email",
  website: "Website",
  street: "Street",
  city: "City",
  state: "State",
  postalCode: "Postal Code",
  country: "Country",
  vertical: "Vertical",
  brandRelationship: "Brand Relationship",
  stockSymbol: "Stock Symbol",
  stockExchange: "Stock Exchange",
  altBusinessId: "Alternate Business ID",
  altBusinessIdType: "Alternate Business ID Type",
  referenceId: "Reference ID",
  tag: "Tags",
  mock: "Mock brand",
};

const everybody = [
  "displayName",
  "phone",
  "email",
  "street",
  "city",
  "state",
  "postalCode",
  "country",
  "vertical",
] as const;
const company = ["companyName", "ein", "einIssuingCountry"] as const;

/** The fields that must be there, by what the brand is (telecom §4.2). */
export const requiredOf: Readonly<Record<EntityType, readonly BrandField[]>> = {
  PRIVATE_PROFIT: [...everybody, ...company],
  PUBLIC_PROFIT: [...everybody, ...company, "stockSymbol", "stockExchange", "businessContactEmail"],
  NON_PROFIT: [...everybody, ...company],
  GOVERNMENT: [...everybody, ...company],
  SOLE_PROPRIETOR: [...everybody, "firstName", "lastName", "mobilePhone"],
};

/** Fields that only some kinds of brand have. */
export const hasField = (entityType: EntityType, field: BrandField): boolean => {
  if (["firstName", "lastName", "mobilePhone"].includes(field)) return entityType === "SOLE_PROPRIETOR";
  if (["stockSymbol", "stockExchange", "businessContactEmail"].includes(field)) return entityType === "PUBLIC_PROFIT";
  if ([...company, "altBusinessId", "altBusinessIdType"].includes(field)) return entityType !== "SOLE_PROPRIETOR";
  return true;
};

/** A brand that is filed: everything that its kind needs is there. */
export const brandBody = shape.superRefine((brand, context) => {
  const wrong = (field: BrandField, message: string) => context.addIssue({ code: "custom", path: [field], message });
  for (const field of requiredOf[brand.entityType])
    if (brand[field] === "" || (field === "stockExchange" && brand[field] === "NONE"))
      wrong(field, `${brandLabels[field]} is required`);
  const isOfUs = brand.einIssuingCountry === "US" || brand.einIssuingCountry === "";
  if (brand.entityType !== "SOLE_PROPRIETOR" && brand.ein !== "" && isOfUs && !/^\d{2}-?\d{7}$/.test(brand.ein))
    wrong("ein", "EIN must have 9 digits");
  if (brand.country === "US" && brand.postalCode !== "" && !/^\d{5}$/.test(brand.postalCode))
    wrong("postalCode", "Postal Code must have 5 digits");
  if (brand.country === "US" && brand.state !== "" && !/^[A-Z]{2}$/.test(brand.state))
    wrong("state", "State must be two letters, such as NY");
  if (brand.altBusinessIdType !== "NONE" && brand.altBusinessId === "")
    wrong("altBusinessId", "Alternate Business ID is required");
});
/** A brand that is not filed yet: a name to find it by. */
export const brandDraft = shape.superRefine((brand, context) => {
  if (brand.displayName === "")
    context.addIssue({ code: "custom", path: ["displayName"], message: "Display Name is required" });
});

/** A happening, in words. */
export const registrationEvent = z.object({ at: z.string(), words: z.string() });

const brand = z.object({
  brandId: id,
  ...fields,
  /** The registry's own id; null until it is filed. */
  registryId: z.string().nullable(),
  status: z.enum(brandStatuses),
  /** 0 to 100 once it was vetted. */
  score: z.int().nullable(),
  vetting: z.enum(["none", "pending", "done", "failed"]),
  /** What the registry found wrong. */
  feedback: z.array(z.string()),
  /** Why the registry could not be told what was last saved. */
  problem: z.string().nullable(),
  /** Something of it is still on its way to the registry. */
  busy: z.boolean(),
  /** 10DLC campaigns of it that are not over. */
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
  /** Kept here, and not told the registry yet. */
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
/** What is sent of a brand; what the server makes is read past. The handler judges the rest, by whether it is a draft. */
const sent = z.strictObject({ ...fields, ...owned });

/** What a carrier allows, as the rate table shows it (spec 1 §3.8). */
export const rateConfig = z.object({
  carrier: z.string(),
  /** Segments a day of the whole brand; null: no limit. */
  max: z.int().nullable(),
  /** Segments an hour; null: no limit. */
  tph: z.int().nullable(),
  /** Segments an hour of each number, where connections demand registration; null: no limit. */
  numberTph: z.int().nullable(),
  /** Messages with a picture an hour, where they have a pace of their own. */
  mmsTph: z.int().nullable(),
  /** The carrier's class or tier of it. */
  brand: z.string().nullable(),
  /** Micro-dollars a segment. */
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
    summary: "Brands with status and score",
    params: z.object({ acct }),
    query: z.strictObject(wholeList),
    item: brand,
    pagedBy: "brandId",
  }),
  enums: route({
    ...look,
    method: "GET",
    path: "/:acct/list/brandEnums",
    summary: "What the fields of a brand may hold",
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
    summary: "File a brand with the registry, or keep it as a draft",
    params: z.object({ acct }),
    query,
    body: sent,
    item: brand,
  }),
  find: route({
    ...look,
    method: "GET",
    path: "/:acct/brand/:id",
    summary: "One brand with what the registry said",
    params,
    item: brand,
  }),
  update: route({
    ...change,
    method: "PUT",
    path: "/:acct/brand/:id",
    summary: "Change a brand; one that is filed is looked at again by the registry",
    params,
    query,
    body: sent,
    item: brand,
  }),
  vet: route({
    ...change,
    method: "POST",
    path: "/:acct/brand/:id/vetting",
    summary: "Order the vetting of a verified brand by an outside provider",
    params,
    item: brand,
  }),
  sendCode: route({
    ...change,
    method: "POST",
    path: "/:acct/brand/:id/code",
    summary: "Have the registry text a sole proprietor the code that confirms the brand",
    params,
    item: brand,
    leased: "The brand lists each code that was sent.",
  }),
  confirmCode: route({
    ...change,
    method: "PUT",
    path: "/:acct/brand/:id/code",
    summary: "Confirm a sole proprietor's brand by the code from its mobile phone",
    params,
    body: z.strictObject({
      code: z
        .string({ error: "Code is required" })
        .trim()
        .regex(/^\d{6}$/, "The code has six digits"),
    }),
    item: brand,
    leased: "The brand shows whether it is confirmed.",
  }),
  remove: route({
    ...change,
    method: "DELETE",
    path: "/:acct/brand/:id",
    summary: "Delete a brand that has no 10DLC campaign",
    params,
    item: done,
    leased: "The list of brands shows whether it is still there.",
  }),
  useCases: route({
    ...look,
    method: "GET",
    path: "/:acct/brand/:id/usecase",
    summary: "Use cases that the brand qualifies for, with the carriers' terms",
    params,
    item: useCase,
  }),
};
