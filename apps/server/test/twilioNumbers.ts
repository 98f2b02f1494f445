/** A number of the provider's account. */
interface OwnedNumber {
  sid: string;
  phone_number: string;
  friendly_name: string;
  capabilities: { voice: boolean; sms: boolean; mms: boolean };
  sms_url: string;
  sms_method: string;
  voice_url: string;
}

/** A number for sale. */
interface SoldNumber {
  phone_number: string;
  friendly_name: string;
  locality: string;
  region: string;
  address_requirements: "none" | "any" | "local" | "foreign";
  capabilities: { voice: boolean; sms: boolean; mms: boolean };
}

/** The numbers of a provider, and those that it sells. */
export interface TwilioNumbers {
  numbers: OwnedNumber[];
  /** For sale in the US, of the local type. */
  shop: SoldNumber[];
  /** Offers a number for sale. */
  offer(phone: string, more?: Partial<SoldNumber>): void;
  /** What it does with a purchase: `doneAndFail` sells and answers 500, `fail` only answers 500. */
  sells: "done" | "doneAndFail" | "fail";
  /** Adds a number, which sends its texts and calls to addresses. */
  own(phone: string, smsUrl?: string, voiceUrl?: string): void;
  /** Requests that do not keep to the description. */
  mistakes: string[];
}

/** The parameters of a number's webhooks. */
const webhookParameters = {
  ...Object.fromEntries(
    ["SmsUrl", "VoiceUrl", "VoiceFallbackUrl", "StatusCallback"].map((name) => [name, /^https?:\/\/[^_/]+\//]),
  ),
  ...Object.fromEntries(
    ["SmsMethod", "VoiceMethod", "VoiceFallbackMethod", "StatusCallbackMethod"].map((name) => [name, /^(GET|POST)$/]),
  ),
};

/** Searches the numbers for sale. */
export function answerShop(
  provider: TwilioNumbers,
  method: string | undefined,
  url: URL,
  say: (status: number, body: object) => unknown,
): unknown {
  const allowed = new Map<string, RegExp>([
    ["PageSize", /^\d{1,3}$|^1000$/],
    ["AreaCode", /^\d{3}$/],
    ["Contains", /^[0-9A-Za-z*]{2,16}$/],
    ["SmsEnabled", /^(true|false)$/],
    ["MmsEnabled", /^(true|false)$/],
    ["VoiceEnabled", /^(true|false)$/],
  ]);
  const wrong = [...url.searchParams].filter(([name, value]) => !allowed.get(name)?.test(value));
  const [, country, type] =
    /\/AvailablePhoneNumbers\/([A-Z]{2})\/(Local|Mobile|TollFree)\.json$/.exec(url.pathname) ?? [];
  if (method !== "GET" || wrong.length > 0 || country === undefined) {
    provider.mistakes.push(`${method} ${url.pathname}${url.search}`);
    return say(400, { code: 20001, message: "refused", status: 400 });
  }
  if (country !== "US" || type !== "Local") return say(404, { code: 20404, message: "not found", status: 404 });
  const area = url.searchParams.get("AreaCode") ?? "";
  const contains = new RegExp((url.searchParams.get("Contains") ?? "").replaceAll("*", "."));
  const found = provider.shop.filter(
    ({ phone_number: phone, capabilities: can }) =>
      phone.startsWith(`+1${area}`) &&
      contains.test(phone) &&
      (can.sms || !url.searchParams.has("SmsEnabled")) &&
      (can.mms || !url.searchParams.has("MmsEnabled")) &&
      (can.voice || !url.searchParams.has("VoiceEnabled")),
  );
  return say(200, { available_phone_numbers: found, uri: url.pathname });
}
/** Sells a number that is for sale. */
function sell(provider: TwilioNumbers, form: URLSearchParams, say: (status: number, body: object) => unknown): unknown {
  const allowed = { PhoneNumber: /^\+[1-9]\d{6,14}$/, ...webhookParameters };
  const wrong = [...form].filter(([name, value]) => !new Map(Object.entries(allowed)).get(name)?.test(value));
  if (wrong.length > 0) {
    provider.mistakes.push(`wrong purchase: ${form}`);
    return say(400, { code: 20001, message: "refused", status: 400 });
  }
  const phone = form.get("PhoneNumber") ?? "";
  const sold = provider.shop.findIndex((one) => one.phone_number === phone);
  if (sold < 0) return say(400, { code: 21422, message: `${phone} is not available.`, status: 400 });
  if (provider.shop[sold]?.address_requirements !== "none")
    return say(400, { code: 21631, message: "Phone Number Requires an Address", status: 400 });
  if (provider.sells !== "fail") {
    provider.shop.splice(sold, 1);
    provider.own(phone, form.get("SmsUrl") ?? "", form.get("VoiceUrl") ?? "");
  }
  return provider.sells === "done"
    ? say(201, provider.numbers.at(-1) ?? {})
    : say(500, { code: 20500, message: "Internal Server Error", status: 500 });
}
/** Lists numbers two at a time, sells and releases them, and changes where the texts of one go. */
export function answerNumbers(
  provider: TwilioNumbers,
  method: string | undefined,
  url: URL,
  sent: string,
  say: (status: number, body: object) => unknown,
): unknown {
  const [, sid] = /\/IncomingPhoneNumbers\/(PN[0-9a-f]{32})\.json$/.exec(url.pathname) ?? [];
  const { searchParams } = url;
  if (method === "GET" && sid === undefined) {
    const unknown = [...searchParams.keys()].filter((name) => !["PhoneNumber", "PageSize", "Page"].includes(name));
    if (unknown.length > 0) provider.mistakes.push(`unknown parameters: ${unknown}`);
    const phone = searchParams.get("PhoneNumber");
    const found = provider.numbers.filter((one) => phone === null || one.phone_number === phone);
    const page = Number(searchParams.get("Page") ?? 0);
    const next = `${url.pathname}?PageSize=2&Page=${page + 1}`;
    return say(200, {
      incoming_phone_numbers: found.slice(2 * page, 2 * page + 2),
      next_page_uri: found.length > 2 * page + 2 ? next : null,
    });
  }
  if (method === "POST" && sid === undefined) return sell(provider, new URLSearchParams(sent), say);
  const one = provider.numbers.find((number) => number.sid === sid);
  if (one === undefined) return say(404, { code: 20404, message: "not found", status: 404 });
  if (method === "DELETE") {
    provider.numbers.splice(provider.numbers.indexOf(one), 1);
    return say(204, {});
  }
  const form = new URLSearchParams(sent);
  const application = /^(AP[0-9a-fA-F]{32})?$/;
  const allowed = { ...webhookParameters, SmsApplicationSid: application, VoiceApplicationSid: application };
  const wrong = [...form].filter(([name, value]) => !new Map(Object.entries(allowed)).get(name)?.test(value));
  if (method !== "POST" || wrong.length > 0) {
    provider.mistakes.push(`${method} ${url.pathname} ${sent}`);
    return say(400, { code: 20001, message: "refused", status: 400 });
  }
  Object.assign(one, {
    sms_url: form.get("SmsUrl") ?? one.sms_url,
    sms_method: form.get("SmsMethod") ?? one.sms_method,
    voice_url: form.get("VoiceUrl") ?? one.voice_url,
  });
  return say(200, one);
}
