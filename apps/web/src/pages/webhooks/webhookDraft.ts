import { httpOk, type Webhook } from "@trunkline/contract/webhooks/callback.ts";
import { mapOfRows, type PairRow, rowsFault, rowsOfMap } from "./pairRows.ts";

/** The form of a webhook. */
export interface WebhookDraft {
  name: string;
  enabled: boolean;
  callbackServerConfigId: string;
  httpMethod: Webhook["httpMethod"];
  url: string;
  contentType: Webhook["contentType"];
  eventType: string;
  headers: PairRow[];
  bodyTemplate: string;
  successPath: string;
  successValue: string;
  responseMapping: PairRow[];
  errorResponseMapping: PairRow[];
  retries: boolean;
  retryStrategy: "linear" | "incremental" | "exponential";
  retryCount: number;
  retryDelaySeconds: number | "";
}

/** A new webhook (spec 2 §3.6, §9). */
export const emptyWebhook: WebhookDraft = {
  name: "",
  enabled: true,
  callbackServerConfigId: "",
  httpMethod: "POST",
  url: "",
  contentType: "JSON",
  eventType: "",
  headers: [],
  bodyTemplate: "",
  successPath: httpOk,
  successValue: "",
  responseMapping: [],
  errorResponseMapping: [],
  retries: false,
  retryStrategy: "linear",
  retryCount: 1,
  retryDelaySeconds: 2,
};

/** The form of a saved webhook. */
export function draftOf(webhook: Webhook): WebhookDraft {
  const { retryStrategy, retryCount, retryDelaySeconds } = webhook.failureStrategy;
  return {
    name: webhook.name,
    enabled: webhook.enabled,
    callbackServerConfigId: webhook.callbackServerConfigId ?? "",
    httpMethod: webhook.httpMethod,
    url: webhook.url,
    contentType: webhook.contentType,
    eventType: webhook.eventType,
    headers: rowsOfMap(webhook.headers),
    bodyTemplate: webhook.bodyTemplate,
    successPath: webhook.successPath,
    successValue: webhook.successValue,
    responseMapping: rowsOfMap(webhook.responseMapping),
    errorResponseMapping: rowsOfMap(webhook.errorResponseMapping),
    retries: retryStrategy !== "none",
    retryStrategy: retryStrategy === "none" ? "linear" : retryStrategy,
    retryCount,
    retryDelaySeconds,
  };
}

/** The request body. Empty collections are empty objects, a disabled failure strategy is none (spec 2 §4.6, §5.4). */
export function bodyOf(draft: WebhookDraft) {
  const { retries, retryStrategy, retryCount, retryDelaySeconds, headers, responseMapping, errorResponseMapping } =
    draft;
  const { retries: _, retryStrategy: __, retryCount: ___, retryDelaySeconds: ____, ...rest } = draft;
  return {
    ...rest,
    headers: mapOfRows(headers),
    responseMapping: mapOfRows(responseMapping, true),
    errorResponseMapping: mapOfRows(errorResponseMapping, true),
    failureStrategy: retries
      ? { retryStrategy, retryCount, retryDelaySeconds: Number(retryDelaySeconds) }
      : { retryStrategy: "none" as const },
  };
}

/** Missing values without which a webhook can't be called, by field. It can still be saved (spec 2 §5.4). */
export const hintsOf = (draft: WebhookDraft): Partial<Record<keyof WebhookDraft, string>> => ({
  ...(draft.url.trim() === "" && { url: "Request URL cannot be empty" }),
  ...(draft.eventType === "" && { eventType: "Event Type field is required" }),
});

/** Errors that prevent saving, by field (spec 2 §5.4). */
export function faultsOf(draft: WebhookDraft): Partial<Record<keyof WebhookDraft, string>> {
  const { retries, retryDelaySeconds: delay } = draft;
  const rows = {
    headers: rowsFault(draft.headers),
    responseMapping: rowsFault(draft.responseMapping, "Name", "Path"),
    errorResponseMapping: rowsFault(draft.errorResponseMapping, "Name", "Path"),
  };
  return {
    ...Object.fromEntries(Object.entries(rows).filter(([, fault]) => fault !== undefined)),
    ...(draft.name.trim() === "" && { name: "Callback Name Cannot be Empty" }),
    ...(draft.callbackServerConfigId === "" && { callbackServerConfigId: "Connection must be set" }),
    ...(draft.successPath.trim() === "" && { successPath: "Success path cannot be empty" }),
    ...(retries && delay === "" && { retryDelaySeconds: "Delay in seconds cannot be empty" }),
    ...(retries &&
      delay !== "" &&
      (delay < 1 || delay > 300) && { retryDelaySeconds: "Delay in seconds must be from 1 to 300" }),
    ...(retries &&
      !Number.isInteger(Number(delay)) && { retryDelaySeconds: "Delay in seconds must be a whole number" }),
  };
}
