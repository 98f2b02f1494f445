import { openApi, quantile } from "./api.ts";
import { type History, makeHistory } from "./history.ts";
import type { Place } from "./place.ts";
import { makeContacts, makeFiveNodes, makeScene, type Scene, startOverAll } from "./scene.ts";

/** How long nineteen of twenty answers of a call took at most, milliseconds. */
export interface ListFigures {
  what: string;
  p95: number;
}

const calls = 40;

/** Every list that grows with use, by the calls that the pages make, over as many rows of each kind as there are contacts. */
export async function measureLists(place: Place, scene: Scene, rows: number): Promise<ListFigures[]> {
  const { db } = place;
  const { account } = scene;
  // rows of other accounts lie between ours
  const beside = await makeScene(db, 2);
  await makeContacts(db, beside.account, rows / 10);
  await makeHistory(place, beside, await makeRuns(place, beside), rows / 10);
  const history = await makeHistory(place, scene, await makeRuns(place, scene), rows);
  const api = await openApi(db, account);
  const figures: ListFigures[] = [];
  try {
    for (const [what, list] of Object.entries(listsOf(history))) {
      const { times } = await api.ask({ ...list, calls });
      figures.push({ what, p95: quantile(times, 0.95) });
    }
  } finally {
    await api.close();
  }
  return figures;
}

const statements = (variable: string, operation: string, value: string): string =>
  encodeURIComponent(JSON.stringify([{ variable, operation, value, negated: false }]));

/** A workflow that has run twice. */
export async function makeRuns({ db }: Place, scene: Scene): Promise<{ campaignId: string; batches: string[] }> {
  const campaign = await makeFiveNodes(db, scene);
  const { campaignId } = campaign;
  const batches = [await startOverAll(db, scene.account, campaign), await startOverAll(db, scene.account, campaign)];
  return { campaignId, batches };
}

/** The days of a filter: the week before last. */
const week = (() => {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  return `startDate=${before(14)}&endDate=${before(7)}`;
})();

type Asked = Record<string, { url: string; body?: object }>;

/** What is asked of each list. */
export const listsOf = (history: History): Asked => ({
  ...contactLists(history),
  ...historyLists("texts", "/v4/message/", history, [
    "delivered",
    "undelivered",
    "rejected",
    "blocked",
    "unknown",
    "queued",
  ]),
  ...historyLists("calls", "/v4/call/", history, ["completed", "no-answer", "rejected", "failed", "queued"]),
  ...inboxLists(history),
  ...runLists(history),
  ...otherLists(history),
});

const contactLists = ({ contactId, phone }: History): Asked => {
  const picked = (name: string, variable: string, operation: string, value: string): Asked => ({
    [`contacts, ${name}`]: { url: `/v4/contact/?limit=100&statements=${statements(variable, operation, value)}` },
  });
  return {
    contacts: { url: "/v4/contact/?limit=200" },
    "contacts by last name": { url: "/v4/contact/?limit=200&sort=lastName&order=asc" },
    "contacts by first name": { url: "/v4/contact/?limit=200&sort=firstName&order=desc" },
    "contacts by e-mail": { url: "/v4/contact/?limit=200&sort=email&order=asc" },
    "contacts by phone": { url: "/v4/contact/?limit=200&sort=phone&order=asc" },
    "contacts, archived": { url: "/v4/contact/?limit=200&archived=only" },
    "contacts, name searched": { url: "/v4/contact/?limit=200&search=lee77" },
    "contacts, both names searched": { url: "/v4/contact/?limit=200&search=ann7 lee7" },
    "contacts, phone searched": { url: "/v4/contact/?limit=200&search=303200" },
    "contacts, e-mail searched": { url: "/v4/contact/?limit=200&search=ann77@example.com" },
    "contacts, none found": { url: "/v4/contact/?limit=200&search=no-match" },
    ...picked("a custom field", "tier", "EQUALS", "gold"),
    ...picked("one phone by statement", "phone", "EQUALS", phone),
    ...picked("one e-mail by statement", "email", "EQUALS", "ann77@example.com"),
    ...picked("one last name by statement", "lastName", "EQUALS", "lee77"),
    "contacts counted": { url: "/v4/contact/count", body: { statements: [] } },
    "history of a contact": { url: `/v4/contact/${contactId}/history/?limit=50` },
    "dispositions given to a contact": { url: `/v4/contact/${contactId}/disposition/?limit=50` },
    "Why not? of a phone, today": { url: `/v4/contact/decision/?phone=${encodeURIComponent(phone)}` },
    "Why not? of a phone, its day": { url: `/v4/contact/decision/?phone=${encodeURIComponent(phone)}&date=${day(60)}` },
    "Why not? of an unknown number": { url: "/v4/contact/decision/?phone=%2B14155550123" },
    "workflow log of a contact": { url: `/v4/campaign/status/${contactId}/` },
    imports: { url: "/v4/contact/import/?limit=100" },
  };
};

const day = (before: number): string => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10);

/** Texts or calls, by each filter and by the words of how they went. */
const historyLists = (what: string, path: string, history: History, statuses: readonly string[]): Asked => {
  const url = (filter: string) => ({ url: `${path}?limit=100${filter}` });
  return {
    [what]: url(""),
    [`${what} of a run`]: url(`&batchId=${history.batchId}`),
    [`${what} of a workflow`]: url(`&campaignId=${history.campaignId}`),
    [`${what} of a small workflow`]: url(`&campaignId=${history.small}`),
    [`${what} of a contact`]: url(`&contactId=${history.contactId}`),
    [`${what} of a journey`]: url(`&journeyId=${history.journeyId}`),
    [`${what} of a number`]: url(`&phone=${encodeURIComponent(history.phone)}`),
    [`${what} of an unknown number`]: url("&phone=%2B14155550123"),
    [`${what} of a week`]: url(`&${week}`),
    [`${what} in`]: url("&direction=in"),
    ...Object.fromEntries(statuses.map((status) => [`${what}, ${status}`, url(`&status=${status}`)])),
    [`${what} of a run, rejected`]: url(`&batchId=${history.batchId}&status=rejected`),
  };
};

const inboxLists = ({ userId, contactId }: History): Asked => ({
  "inbox, open": { url: "/v4/inbox/?limit=50&status=open" },
  inbox: { url: "/v4/inbox/?limit=50" },
  "inbox, closed": { url: "/v4/inbox/?limit=50&status=closed" },
  "inbox, mine": { url: `/v4/inbox/?limit=50&status=open&assigned=${userId}` },
  "inbox, unassigned": { url: "/v4/inbox/?limit=50&status=open&assigned=nobody" },
  "inbox, name searched": { url: "/v4/inbox/?limit=50&search=lee77" },
  "inbox, both names searched": { url: "/v4/inbox/?limit=50&search=ann7 lee7" },
  "inbox, e-mail searched": { url: "/v4/inbox/?limit=50&search=ann77@example.com" },
  "inbox, phone searched": { url: "/v4/inbox/?limit=50&search=3032000" },
  "inbox, none found": { url: "/v4/inbox/?limit=50&search=no-match" },
  "texts of a conversation": { url: `/v4/inbox/${contactId}/message/?limit=50` },
});

const toCome = "/v4/campaign/batch/schedule?limit=100&cancelled=false";

const runLists = ({ campaignId, small, batchId, contactId }: History): Asked => ({
  workflows: { url: "/v4/campaign/" },
  "run history": { url: "/v4/campaign/batch/?limit=100" },
  "run history of a workflow": { url: `/v4/campaign/batch/?limit=100&campaignId=${small}` },
  "run history of a workflow, few": { url: `/v4/campaign/batch/?limit=100&campaignId=${campaignId}` },
  ...Object.fromEntries(
    ["Not started", "In Progress", "Paused", "Stopped", "Done"].map((status) => [
      `run history, ${status}`,
      { url: `/v4/campaign/batch/?limit=100&status=${encodeURIComponent(status)}` },
    ]),
  ),
  "run history of a workflow, paused": { url: `/v4/campaign/batch/?limit=100&campaignId=${small}&status=Paused` },
  "run history, name searched": { url: "/v4/campaign/batch/?limit=100&search=run%2077" },
  "run history, workflow searched": { url: "/v4/campaign/batch/?limit=100&search=small" },
  "run history, nothing found": { url: "/v4/campaign/batch/?limit=100&search=nothing" },
  "run history of a workflow, nothing found": {
    url: `/v4/campaign/batch/?limit=100&campaignId=${small}&search=nothing`,
  },
  "scheduled, name searched": { url: `${toCome}&recurring=false&search=weekly` },
  "scheduled, nothing found": { url: `${toCome}&recurring=false&search=nothing` },
  "recurring, nothing found": { url: `${toCome}&recurring=true&search=nothing` },
  "runners to come": { url: toCome },
  "who a run turned away": { url: `/v4/campaign/${campaignId}/batch/${batchId}/filtered/?limit=100` },
  scheduled: { url: `${toCome}&recurring=false` },
  recurring: { url: `${toCome}&recurring=true` },
  "scheduled of a workflow": { url: `/v4/campaign/batch/schedule?limit=100&campaignId=${small}` },
  "journeys of a run": { url: `/v4/journey/?limit=100&batchId=${batchId}` },
  "journeys of a contact": { url: `/v4/journey/?limit=100&contactId=${contactId}` },
  "journeys of a run, waiting": { url: `/v4/journey/?limit=100&batchId=${batchId}&status=waiting` },
  "journeys of a run, failed": { url: `/v4/journey/?limit=100&batchId=${batchId}&status=failed` },
  "journeys of a run, asking": { url: `/v4/journey/?limit=100&batchId=${batchId}&status=asking` },
  "journeys of a run at a node": { url: `/v4/journey/?limit=100&batchId=${batchId}&nodeId=4` },
  "journeys of a run without journeys": { url: `/v4/journey/?limit=100&batchId=${batchId}&nodeId=77` },
});

const otherLists = ({ phone, webhookId, contactId, journeyId, queueId }: History): Asked => ({
  "do not contact": { url: "/v4/dnc/?limit=100" },
  "do not contact, one number": { url: `/v4/dnc/?limit=100&phone=${encodeURIComponent(phone)}` },
  "do not contact, begun number": { url: "/v4/dnc/?limit=100&phone=404200" },
  "do not contact, calls": { url: "/v4/dnc/?limit=100&type=call" },
  "do not contact, a number's history": { url: `/v4/dnc/number/${encodeURIComponent(phone)}/` },
  "tries of webhooks": { url: "/v4/callback/delivery/?limit=100" },
  "tries of a webhook": { url: `/v4/callback/delivery/?limit=100&webhookId=${webhookId}` },
  "tries of webhooks, failed": { url: "/v4/callback/delivery/?limit=100&outcome=failed" },
  "tries of webhooks of a contact": { url: `/v4/callback/delivery/?limit=100&contactId=${contactId}` },
  audit: { url: "/v4/audit/?limit=100" },
  "audit of a thing": { url: "/v4/audit/?limit=100&target=77" },
  "audit of an action": { url: "/v4/audit/?limit=100&action=user.remove" },
  "audit of an action that never happened": { url: "/v4/audit/?limit=100&action=workgroup.delete" },
  outbox: { url: "/v4/simulator/email/?limit=100" },
  "outbox, searched": { url: "/v4/simulator/email/?limit=100&search=ann77@" },
  "outbox, nothing found": { url: "/v4/simulator/email/?limit=100&search=nothing" },
  "outbox of a journey": { url: `/v4/simulator/email/?limit=100&journeyId=${journeyId}` },
  assets: { url: "/v4/asset/" },
  "assets, recordings": { url: "/v4/asset/?type=recording" },
  "assets, pictures": { url: "/v4/asset/?type=mms-image" },
  "agent queues": { url: "/v4/agentqueue/" },
  agents: { url: "/v4/agent/all/" },
  "waiting for an agent": { url: `/v4/agentqueue/${queueId}/waiting` },
});
