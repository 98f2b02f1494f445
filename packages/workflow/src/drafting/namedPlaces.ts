/** Endings of addresses that phones turn into links without a scheme. */
const endings =
  "com|net|org|edu|gov|mil|int|io|co|me|ly|app|info|biz|us|uk|ca|au|nz|ie|in|de|fr|es|it|nl|be|ch|at|se|no|dk|fi|pl|pt|br|mx|ru|cn|jp|kr|eu|link|click|site|online|xyz|shop|store|top|live|club|dev|ai|gg|cc|tv|to|sh|page|example|test";
const hostPattern = new RegExp(
  `(?:[a-z][a-z0-9+.-]*:\\/\\/|www\\.)[^\\s"'<>]+|[^\\s@"'<>]+@[^\\s@"'<>]+|\\b(?:[\\p{L}\\p{N}-]+\\.)+(?:${endings})\\b|\\b[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+\\/`,
  "giu",
);
const phonePattern = /\+?\d[\d ().-]{5,}\d/g;
const variable = /\$\{[^}]*\}/g;

/** The host of a web, e-mail or SIP address, without `www.`. */
function hostOf(address: string): string {
  const rest = address.toLowerCase().replace(/^[a-z][a-z0-9+.-]*:\/\//, "");
  const host = rest.split(/[/?#]/)[0] ?? "";
  const [, numeric] = /@\[([0-9a-f:.]+)\]/.exec(host) ?? [];
  if (numeric !== undefined) return numeric;
  return (host.split("@").at(-1) ?? "").replace(/^www\./, "").replace(/[:,;!)\]].*$|\.+$/, "");
}

/** The hosts of web, e-mail and SIP addresses in a text. */
const hostsIn = (text: string): string[] => (text.match(hostPattern) ?? []).map(hostOf).filter((host) => host !== "");

const digitsOf = (text: string): string => text.replace(/\D/g, "");
/** Phone numbers, ignoring dates and amounts, which are shorter. */
const phonesIn = (text: string): string[] =>
  (text.match(phonePattern) ?? []).map(digitsOf).filter(({ length }) => length >= 7 && length <= 15);

/**
 * The first web address, e-mail address or phone number of texts that the user has not named: a model must not send contacts
 * anywhere of its own choice. `known`: the user's words and the workflow.
 */
export function unnamedPlace(texts: readonly string[], known: string): string | undefined {
  const words = known.toLowerCase();
  const phones = phonesIn(known);
  for (const text of texts) {
    // an address can also be hidden in the default of a variable
    const bare = text.replace(variable, (inside) => inside.replace(/^\$\{[^!]*!?/, " "));
    for (const host of hostsIn(bare)) if (!isNamed(host, words)) return host;
    for (const phone of phonesIn(bare))
      if (!phones.some((one) => one.endsWith(phone) || phone.endsWith(one))) return phone;
  }
  return undefined;
}

/** Whether a host is in a text, and not only a part of a longer one. */
function isNamed(host: string, words: string): boolean {
  for (let at = words.indexOf(host); at !== -1; at = words.indexOf(host, at + 1)) {
    const before = words.slice(0, at).replace(/www\.$/, "");
    if (!/[\p{L}\p{N}.-]$/u.test(before) && !/^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u.test(words.slice(at + host.length)))
      return true;
  }
  return false;
}

/** Every string of a JSON value. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
