import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** Clients that open links automatically: chat previews, carrier and mail scanners, crawlers, tools. */
const machines = new RegExp(
  [
    "bot\\b|bot/|crawl|spider|slurp|scan|preview|prerender|headless|lighthouse|monitor|uptime",
    "facebookexternalhit|facebookcatalog|meta-external|whatsapp|telegram|discord|slack|skypeuri|linkedin|pinterest|twitter",
    "google-(?:pagerenderer|safety|read-aloud|inspectiontool|extended)|apis-google|mediapartners|feedfetcher|favicon",
    "bingpreview|microsoft|ms-office|outlook|safelinks|office existence|yahoo|duckduckgo|baidu|yandex|embedly|iframely",
    "proofpoint|mimecast|barracuda|symantec|messagelabs|trendmicro|fireeye|forcepoint|zscaler|sophos|checkpoint|virustotal|urlscan|netcraft|cloudmark|adaptivemobile|mavenir",
    "^(?:curl|wget|python|java|go-http|okhttp|node|axios|undici|ruby|perl|php|libwww|httpclient|apache-httpclient|dalvik|cfnetwork|postman|insomnia|httpie|guzzle|aiohttp|httpx|got)\\b",
  ].join("|"),
  "i",
);

type Header = string | string[] | undefined;

/**
 * Whether a person opened the link. Does not count HEAD, prefetches, requests from within another page, known previews and scanners, and requests without a user agent. Any client that identifies as a browser counts.
 */
export function isPerson(method: string, headers: Readonly<Record<string, Header>>): boolean {
  if (method !== "GET") return false;
  const agent = textOf(headers["user-agent"]);
  if (agent === "" || !/mozilla|opera/i.test(agent) || machines.test(agent)) return false;
  const ahead = ["purpose", "x-purpose", "sec-purpose", "x-moz"]
    .map((name) => textOf(ownValue(headers, name)))
    .join(" ");
  if (/prefetch|prerender|preview/i.test(ahead)) return false;
  const mode = textOf(headers["sec-fetch-mode"]);
  const into = textOf(headers["sec-fetch-dest"]);
  return (mode === "" || mode === "navigate") && (into === "" || into === "document");
}

const textOf = (header: Header): string => (Array.isArray(header) ? header.join(" ") : (header ?? "")).trim();
