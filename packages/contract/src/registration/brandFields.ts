import { z } from "zod";

/** Legal forms of a brand, with their labels. */
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
/** Size of the brand's account with the registering provider, with labels (telecom §4.2). */
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

/** `HUMAN_RESOURCES` as text. */
export const wordsOf = (code: string): string =>
  code === "2FA" ? "Two-factor authentication" : code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");

const text = (label: string, most: number) =>
  z.string().trim().max(most, `${label} must have at most ${most} characters`).default("");
const fitting = (label: string, most: number, pattern: RegExp, must: string) =>
  text(label, most).refine((value) => value === "" || pattern.test(value), { error: must });
const phone = (label: string) =>
  fitting(label, 20, /^\+[1-9]\d{7,14}$/, `${label} must be a valid E.164 phone number, such as +12025550100`);
const email = (label: string) =>
  fitting(label, 100, /^[^\s@]+@[^\s@]+\.[^\s@.]+$/, `${label} must be a valid e-mail address`);

const bundle = (label: string) =>
  fitting(label, 34, /^BU[0-9a-fA-F]{32}$/, `${label} must be BU and 32 hexadecimal digits`);

/** A web address, or empty (readings, 10DLC). */
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

/** All fields of a brand. Its entity type decides which are required (`missingOf`). */
export const fields = {
  entityType: z.enum(Object.keys(entityTypes) as [EntityType, ...EntityType[]], {
    error: "Entity Type is required",
  }),
  displayName: text("Display Name", 255),
  companyName: text("Legal Company Name", 255),
  ein: fitting("EIN", 21, /^[A-Za-z0-9-]{2,21}$/, "EIN must be the tax number, 2 to 21 letters, digits and dashes"),
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
  vertical: z.enum(["", ...verticals], { error: "Vertical must be one of the offered values" }).default(""),
  brandRelationship: z
    .enum(Object.keys(brandRelationships) as [BrandRelationship, ...BrandRelationship[]], {
      error: "Brand Relationship must be one of the offered values",
    })
    .default("BASIC_ACCOUNT"),
  stockSymbol: text("Stock Symbol", 10),
  stockExchange: z.enum(stockExchanges, { error: "Stock Exchange must be one of the offered values" }).default("NONE"),
  altBusinessId: text("Alternate Business ID", 50),
  altBusinessIdType: z.enum(altBusinessIdTypes, { error: "Choose DUNS, GIIN, LEI or none" }).default("NONE"),
  referenceId: text("Reference ID", 50),
  tag: tags,
  /** The carrier connection that the brand is registered through. Empty: the installation's registry. */
  connectionId: z.union([z.literal(""), z.uuid({ error: "Choose a carrier connection" })]).default(""),
  /** Bundles of the provider's trust hub, which are made there. */
  customerProfileSid: bundle("Customer Profile SID"),
  trustProfileSid: bundle("A2P Profile SID"),
  /** A mock brand is free, cannot send traffic, and is deleted after 30 days. */
  mock: z.boolean().default(false),
};
const shape = z.strictObject(fields);
export type BrandDetails = z.output<typeof shape>;
export type BrandField = keyof BrandDetails;

/** Field labels, in the order of the form. */
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
  connectionId: "Registered with",
  customerProfileSid: "Customer Profile SID",
  trustProfileSid: "A2P Profile SID",
  mock: "Mock brand",
};

const always = [
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

/** Required fields by entity type (telecom §4.2). */
export const requiredOf: Readonly<Record<EntityType, readonly BrandField[]>> = {
  PRIVATE_PROFIT: [...always, ...company],
  PUBLIC_PROFIT: [...always, ...company, "stockSymbol", "stockExchange", "businessContactEmail"],
  NON_PROFIT: [...always, ...company],
  GOVERNMENT: [...always, ...company],
  SOLE_PROPRIETOR: [...always, "firstName", "lastName", "mobilePhone"],
};

/** Fields that only some entity types have. */
export const hasField = (entityType: EntityType, field: BrandField): boolean => {
  if (["firstName", "lastName", "mobilePhone"].includes(field)) return entityType === "SOLE_PROPRIETOR";
  if (["stockSymbol", "stockExchange", "businessContactEmail"].includes(field)) return entityType === "PUBLIC_PROFIT";
  if ([...company, "altBusinessId", "altBusinessIdType"].includes(field)) return entityType !== "SOLE_PROPRIETOR";
  return true;
};

/** A filed brand has every field that its entity type requires. */
export const brandBody = shape.superRefine((brand, context) => {
  const wrong = (field: BrandField, message: string) => context.addIssue({ code: "custom", path: [field], message });
  for (const field of requiredOf[brand.entityType])
    if (brand[field] === "" || (field === "stockExchange" && brand[field] === "NONE"))
      wrong(field, `${brandLabels[field]} is required`);
  for (const field of ["customerProfileSid", "trustProfileSid"] as const)
    if (brand.connectionId !== "" && brand[field] === "") wrong(field, `${brandLabels[field]} is required`);
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
/** A draft only needs a name. */
export const brandDraft = shape.superRefine((brand, context) => {
  if (brand.displayName === "")
    context.addIssue({ code: "custom", path: ["displayName"], message: "Display Name is required" });
});
