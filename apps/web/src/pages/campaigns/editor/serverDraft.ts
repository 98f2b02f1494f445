import { inboundDraftRoutes, outboundDraftRoutes, type WorkflowDraft } from "@trunkline/contract/workflows/draft.ts";
import { call, callOne } from "../../../api/call.ts";

/** The user's draft of one workflow on the server. Its requests go on in the background. */
export interface ServerDraft {
  find(): Promise<WorkflowDraft | undefined>;
  save(body: { version: number; draft: string }): Promise<WorkflowDraft>;
  remove(): Promise<unknown>;
}

export function outboundDraft(campaignId: string): ServerDraft {
  const params = { campaignId };
  return {
    find: async () => (await call(outboundDraftRoutes.find, { params, unasked: true })).payload[0],
    save: (body) => callOne(outboundDraftRoutes.save, { params, body, unasked: true }),
    remove: () => call(outboundDraftRoutes.remove, { params, unasked: true }),
  };
}

export function inboundDraft(routeTag: string): ServerDraft {
  const params = { routeTag };
  return {
    find: async () => (await call(inboundDraftRoutes.find, { params, unasked: true })).payload[0],
    save: (body) => callOne(inboundDraftRoutes.save, { params, body, unasked: true }),
    remove: () => call(inboundDraftRoutes.remove, { params, unasked: true }),
  };
}

/** Whether the newest changes are on the server. */
export type DraftState = "none" | "saving" | "saved" | "failed";

/** How long after a change it is sent. */
const delayMs = 2_000;

/**
 * Sends drafts to the server, the newest only and one request at a time. `stored` hears when a draft is there, null when
 * it was removed.
 */
export function sendDrafts(
  server: ServerDraft,
  report: (state: DraftState) => void,
  stored: (saved: string | null, draft: string | null) => void,
) {
  let wanted: { version: number; draft: string } | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  const send = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (isSending || wanted === undefined) return;
    const next = wanted;
    wanted = undefined;
    isSending = true;
    try {
      if (next === null) await server.remove();
      const saved = next === null ? null : (await server.save(next)).saved;
      stored(saved, next?.draft ?? null);
      if (wanted === undefined) report(next === null ? "none" : "saved");
    } catch {
      // the browser still has the changes, and the next one tries again
      report("failed");
    } finally {
      isSending = false;
    }
    if (wanted !== undefined && timer === undefined) await send();
  };
  return {
    /** The changes to store. Null: there are none, and the draft ends. */
    put: (draft: { version: number; draft: string } | null): void => {
      wanted = draft;
      report(draft === null ? "none" : "saving");
      clearTimeout(timer);
      timer = setTimeout(() => void send(), draft === null ? 0 : delayMs);
    },
    /** Sends at once what waits. */
    flush: (): void => void send(),
  };
}
