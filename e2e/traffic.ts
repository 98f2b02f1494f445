import type { BrowserContext, Page, Request } from "playwright-core";

const requests = new WeakMap<Page, { request: Request; at: number }[]>();
/** Requests that are remembered of each page. */
const most = 200;

/** Remembers what the pages of a context ask for. */
export function watchTraffic(context: BrowserContext): void {
  context.on("request", (request) => {
    const page = pageOf(request);
    if (page === undefined) return;
    const known = requests.get(page) ?? [];
    known.push({ request, at: Date.now() });
    requests.set(page, known.slice(-most));
  });
}

/** The page of a request; none for a service worker, or while the page is only opened. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

/** What a page asked for that is not answered or was refused, and its last requests, each with its age. */
export function describeTraffic(page: Page): string {
  const lines = (requests.get(page) ?? []).map(({ request, at }) => {
    const status = request.failure()?.errorText ?? request.existingResponse()?.status() ?? "unanswered";
    const ageSeconds = Math.round((Date.now() - at) / 1000);
    return { status, text: `${request.method()} ${new URL(request.url()).pathname} ${status}, ${ageSeconds} s ago` };
  });
  const odd = lines.slice(0, -5).filter(({ status }) => typeof status !== "number" || status >= 400);
  return [...odd.slice(-10), ...lines.slice(-5)].map(({ text }) => text).join("; ");
}
