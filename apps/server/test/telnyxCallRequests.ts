import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Doing, Settle } from "./providerServer.ts";
import { readPlacing, TelnyxCall, type TelnyxCallHost } from "./telnyxCalls.ts";

/** What the provider does with a request for a call. */
type CallDoes = Doing | { status: number; code: string; headers?: Record<string, string> };

/** What requests about calls need of the provider. */
export interface TelnyxCallRequests extends TelnyxCallHost {
  application: { name: string; webhookUrl: string | null; voiceProfile: string | null };
  doesCall(to: string, count: number): CallDoes;
  /** What it does with a command for a call. */
  doesCommand(command: string): CallDoes;
  /** Recordings that were deleted. */
  deleted: string[];
}

/** A request, and how it is answered. */
export interface CallRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  say(status: number, body: object): void;
  refuse(status: number, code: string, headers?: Record<string, string>): void;
  wrong(why: string): void;
  settle: Settle;
}

const about = { client_state: z.base64().optional(), command_id: z.string().optional() };
const url = z.string().regex(/^https?:\/\//);
const beep = z.enum(["always", "never", "on_enter", "on_exit"]).optional();
const creating = z.strictObject({
  call_control_id: z.string(),
  name: z.string().min(1),
  beep_enabled: beep,
  start_conference_on_create: z.boolean().optional(),
  hold_audio_url: url.optional(),
  ...about,
});
const supervising = {
  supervisor_role: z.enum(["barge", "monitor", "none", "whisper"]).optional(),
  whisper_call_control_ids: z.array(z.string()).min(1).optional(),
};
const conferenceActions = {
  join: z.strictObject({
    call_control_id: z.string(),
    beep_enabled: beep,
    mute: z.boolean().optional(),
    start_conference_on_enter: z.boolean().optional(),
    soft_end_conference_on_exit: z.boolean().optional(),
    hold_audio_url: url.optional(),
    ...supervising,
    ...about,
  }),
  update: z.strictObject({ call_control_id: z.string(), ...supervising, ...about }),
  leave: z.strictObject({ call_control_id: z.string(), beep_enabled: beep }),
  hold: z.strictObject({ call_control_ids: z.array(z.string()), audio_url: url.optional() }),
  unhold: z.strictObject({ call_control_ids: z.array(z.string()) }),
  mute: z.strictObject({ call_control_ids: z.array(z.string()) }),
  end: z.strictObject({}),
};
const pointing = z.strictObject({
  application_name: z.string().min(1),
  webhook_event_url: url,
  webhook_event_failover_url: url.nullable().optional(),
  webhook_api_version: z.enum(["1", "2"]).optional(),
});

type Supervising = { [Name in keyof typeof supervising]: z.output<(typeof supervising)[Name]> };

/** Answers a request about calls as strictly as its published description. False: it is about something else. */
export function answerCallRequest(provider: TelnyxCallRequests, asked: CallRequest): boolean {
  const { method, path, say, refuse, wrong } = asked;
  const does = `${method} ${path}`;
  if (does === "POST /calls") {
    place(provider, asked).catch(noted(provider));
    return true;
  }
  const [, ref = "", command = ""] = /^POST \/calls\/([^/]+)\/actions\/(\w+)$/.exec(does) ?? [];
  if (command !== "") {
    const call = provider.calls.find((one) => one.ref === decodeURIComponent(ref));
    if (call === undefined) refuse(404, "90015");
    else obey(provider, asked, call, command);
    return true;
  }
  if (path === "/conferences") {
    conferences(provider, asked);
    return true;
  }
  const [, id = "", action = ""] = /^POST \/conferences\/([^/]+)\/actions\/(\w+)$/.exec(does) ?? [];
  if (action !== "") {
    actOn(provider, asked, id, action);
    return true;
  }
  if (path.startsWith("/call_control_applications")) {
    application(provider, asked);
    return true;
  }
  if (does === "GET /recordings") {
    const legId = asked.query["filter[call_leg_id]"];
    const saved = provider.calls.find((call) => call.legId === legId)?.saved ?? [];
    const about = { record_type: "recording", id: legId, call_leg_id: legId };
    if (!legId) wrong("lists all recordings");
    else say(200, { data: saved.map((one) => ({ ...about, ...one })), meta: {} });
    return true;
  }
  const [, recording] = /^DELETE \/recordings\/([0-9a-f-]{36})$/.exec(does) ?? [];
  if (recording === undefined) return false;
  provider.deleted.push(recording);
  say(200, { data: { record_type: "recording", id: recording } });
  return true;
}

/** What goes wrong after the answer: the product may have stopped meanwhile. */
const noted =
  ({ mistakes }: TelnyxCallRequests) =>
  (error: unknown): void => {
    mistakes.push(String(error));
  };

function obey(
  provider: TelnyxCallRequests,
  { body, say, refuse, settle }: CallRequest,
  call: TelnyxCall,
  command: string,
) {
  const does = provider.doesCommand(command);
  if (typeof does === "object") return refuse(does.status, does.code, does.headers);
  const refused = call.take(command, body);
  if (refused !== null) return refuse(refused.status, refused.code);
  settle(does, {
    report: async () => {},
    fail: () => refuse(500, "10007"),
    accept: () => say(200, { data: { result: "ok" } }),
  }).catch(noted(provider));
}

async function place(
  provider: TelnyxCallRequests,
  { body, say, refuse, wrong, settle }: CallRequest,
): Promise<unknown> {
  const read = readPlacing(body);
  if (!read.success) return wrong(read.error.message);
  const { to, from, webhook_url: webhookUrl = "", connection_id, command_id } = read.data;
  if (connection_id !== provider.applicationId) return refuse(422, "10015");
  const again = provider.calls.find(({ asked }) => command_id !== undefined && asked.command_id === command_id);
  if (again !== undefined) return say(200, { data: { call_control_id: again.ref } });
  const does = provider.doesCall(to, provider.calls.length + 1);
  if (typeof does === "object") return refuse(does.status, does.code, does.headers);
  const call = new TelnyxCall(provider, { direction: "outgoing", from, to, webhookUrl, asked: read.data });
  provider.calls.push(call);
  const data = { record_type: "call", call_control_id: call.ref, call_leg_id: call.legId, is_alive: false };
  await settle(does, {
    report: call.initiated,
    fail: () => refuse(500, "10007"),
    accept: () => say(200, { data }),
  });
  if (does === "accept" || does === "acceptLate") await call.initiated();
}

function conferences(provider: TelnyxCallRequests, { method, body, query, say, refuse, wrong }: CallRequest): unknown {
  if (method === "GET") {
    if (!query["filter[name]"] || query["filter[status]"] !== "in_progress") return wrong("lists other conferences");
    const found = provider.conferences.filter(({ name }) => name === query["filter[name]"]);
    return say(200, { data: found.map(({ id, name }) => ({ record_type: "conference", id, name })), meta: {} });
  }
  const read = creating.safeParse(body);
  if (!read.success) return wrong(read.error.message);
  const { name, call_control_id, hold_audio_url } = read.data;
  const call = provider.calls.find((one) => one.ref === call_control_id);
  if (call?.is !== "up") return refuse(422, "90018");
  const same = provider.conferences.find((one) => one.name === name);
  // the command was repeated
  if (same?.members.includes(call)) return say(200, { data: { id: same.id, name } });
  if (same !== undefined) return refuse(422, "90033");
  const made = { id: randomUUID(), name, members: [call] };
  provider.conferences.push(made);
  call.log.push(`conference ${name}${hold_audio_url === undefined ? "" : ` (${hold_audio_url})`}`);
  call.clientState = read.data.client_state ?? call.clientState;
  say(200, { data: { record_type: "conference", id: made.id, name } });
  call.tell("conference.participant.joined", { conference_id: made.id }).catch(noted(provider));
}

function actOn(
  provider: TelnyxCallRequests,
  { body, say, refuse, wrong }: CallRequest,
  id: string,
  action: string,
): unknown {
  const conference = provider.conferences.find((one) => one.id === id);
  if (conference === undefined) return refuse(404, "10005");
  if (!Object.hasOwn(conferenceActions, action)) return wrong("is not published");
  const read = conferenceActions[action as keyof typeof conferenceActions].safeParse(body);
  if (!read.success) return wrong(read.error.message);
  const given: { call_control_id?: string; call_control_ids?: string[]; client_state?: string | undefined } = read.data;
  const refs = given.call_control_ids ?? [given.call_control_id ?? ""];
  const calls = provider.calls.filter(({ ref }) => refs.includes(ref));
  if (action !== "end" && calls.length === 0) return refuse(404, "90015");
  say(200, { data: { result: "ok" } });
  const { supervisor_role: role, whisper_call_control_ids: heardBy = [] } = read.data as Supervising;
  if (heardBy.some((ref) => !conference.members.some((member) => member.ref === ref)))
    provider.mistakes.push(`${action}: whispers to someone who takes no part`);
  for (const call of calls) {
    call.log.push(`${action} ${conference.name}${role === undefined ? "" : `, ${role}`}`);
    call.clientState = given.client_state ?? call.clientState;
    if (action === "join") conference.members.push(call);
    if (action === "leave") conference.members = conference.members.filter((member) => member !== call);
    if (action === "join" || action === "leave")
      call
        .tell(`conference.participant.${action === "join" ? "joined" : "left"}`, { conference_id: id })
        .catch(noted(provider));
  }
}

function application(provider: TelnyxCallRequests, { method, path, body, say, refuse, wrong }: CallRequest): unknown {
  const show = () => ({
    record_type: "call_control_application",
    id: provider.applicationId,
    application_name: provider.application.name,
    active: true,
    webhook_event_url: provider.application.webhookUrl,
    outbound: { outbound_voice_profile_id: provider.application.voiceProfile },
  });
  if (method === "GET" && path === "/call_control_applications")
    return say(200, { data: [show()], meta: { page_number: 1, total_pages: 1 } });
  if (path !== `/call_control_applications/${provider.applicationId}`) return refuse(404, "10005");
  if (method === "PATCH") {
    const read = pointing.safeParse(body);
    if (!read.success) return wrong(read.error.message);
    provider.application.webhookUrl = read.data.webhook_event_url;
  }
  say(200, { data: show() });
}
