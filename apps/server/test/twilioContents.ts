import { z } from "zod";

/** A content template that the provider has. */
export interface ProviderContent {
  sid: string;
  types: object;
}

const action = (types: readonly [string, ...string[]]) =>
  z.strictObject({
    type: z.enum(types),
    title: z.string().min(1),
    url: z.string().optional(),
    phone: z.string().optional(),
    id: z.string().optional(),
  });
const cardActions = z.array(action(["URL", "PHONE_NUMBER", "QUICK_REPLY"])).min(1);
const address = z.string().regex(/^https?:\/\/[^/{}]+(\/|$)/);

/** The body of `POST /v1/Content` for the types that RCS shows (telecom §1.8). */
const contentBody = z.strictObject({
  friendly_name: z.string().optional(),
  language: z.string().min(2),
  variables: z.record(z.string().regex(/^[1-9]\d*$/), z.string()).optional(),
  types: z.union([
    z.strictObject({ "twilio/text": z.strictObject({ body: z.string().min(1) }) }),
    z.strictObject({ "twilio/media": z.strictObject({ body: z.string().optional(), media: z.array(address).min(1) }) }),
    z.strictObject({
      "twilio/card": z.strictObject({
        title: z.string().min(1),
        subtitle: z.string().optional(),
        media: z.array(address).optional(),
        actions: cardActions.optional(),
      }),
    }),
    z.strictObject({
      "twilio/carousel": z.strictObject({
        body: z.string().min(1),
        cards: z
          .array(
            z.strictObject({
              title: z.string().optional(),
              body: z.string().min(1),
              media: address,
              actions: cardActions,
            }),
          )
          .min(2)
          .max(10),
      }),
    }),
  ]),
});

const places = (types: object): string[] => [
  ...new Set([...JSON.stringify(types).matchAll(/\{\{(\d+)\}\}/g)].map(([, name = ""]) => name)),
];

/** Creates a content template from a request. Null: the request does not keep to the description. */
export function readContent(sent: string): Omit<ProviderContent, "sid"> | null {
  try {
    const { types, variables = {} } = contentBody.parse(JSON.parse(sent));
    return places(types).every((name) => Object.hasOwn(variables, name)) ? { types } : null;
  } catch {
    return null;
  }
}

/** What a message says with its variables. Null: they do not fit the template. */
export function fillContent({ types }: ProviderContent, variables: string): unknown {
  const values = new Map(Object.entries(JSON.parse(variables || "{}") as Record<string, string>));
  const names = places(types);
  if (names.length !== values.size || !names.every((name) => values.has(name))) return null;
  return JSON.parse(JSON.stringify(types), (_, value) =>
    typeof value === "string" ? value.replace(/\{\{(\d+)\}\}/g, (_, name: string) => values.get(name) ?? "") : value,
  );
}
