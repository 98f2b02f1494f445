import type { Settle } from "./providerServer.ts";
import { TwilioCall } from "./twilioCalls.ts";
import type { TwilioServer } from "./twilioServer.ts";

const url = /^https?:\/\/[^_/]+\//;
const method = /^(GET|POST)$/;

/** The parameters of `POST …/Calls.json` and what they must be (telecom §1.4). */
const placing: Readonly<Record<string, RegExp>> = {
  To: /^(\+[1-9]\d{6,14}|sip:\S+|client:\w{1,121})$/,
  From: /^\+[1-9]\d{6,14}$/,
  Url: url,
  Method: method,
  FallbackUrl: url,
  FallbackMethod: method,
  StatusCallback: url,
  StatusCallbackMethod: method,
  StatusCallbackEvent: /^(initiated|ringing|answered|completed)$/,
  Timeout: /^([1-9]\d?|[1-5]\d\d|600)$/,
  MachineDetection: /^(Enable|DetectMessageEnd)$/,
};
/** Those of `POST …/Calls/{Sid}.json`. */
const changing: Readonly<Record<string, RegExp>> = { Url: url, Method: method, Status: /^(canceled|completed)$/ };
/** Those of a participant of a conference. */
const holding: Readonly<Record<string, RegExp>> = {
  Hold: /^(true|false)$/,
  HoldUrl: url,
  HoldMethod: method,
  Muted: /^(true|false)$/,
  Coaching: /^(true|false)$/,
  CallSidToCoach: /^CA[0-9a-f]{32}$/,
  EndConferenceOnExit: /^(true|false)$/,
};

/** Answers the requests about calls, as strictly as their published description. */
export function answerCalls(
  provider: TwilioServer,
  { method: verb, path, query, sent }: { method: string; path: string; query: string; sent: string },
  say: (status: number, body: object, headers?: Record<string, string>) => unknown,
  settle: Settle,
): unknown {
  const refuse = (status: number, code: number, headers = {}) =>
    say(status, { code, message: `refused ${code}`, more_info: "", status }, headers);
  const form = new URLSearchParams(sent);
  const isRight = (rules: Readonly<Record<string, RegExp>>): boolean => {
    const wrong = [...form].filter(([name, value]) => !new Map(Object.entries(rules)).get(name)?.test(value));
    if (wrong.length > 0) provider.mistakes.push(`${verb} ${path}: ${wrong.map((one) => one.join("="))}`);
    return wrong.length === 0;
  };
  const [, recording] = /^\/Recordings\/(RE[0-9a-f]{32})\.json$/.exec(path) ?? [];
  if (verb === "DELETE" && recording !== undefined) {
    provider.deleted.push(recording);
    return say(204, {});
  }
  if (verb === "GET" && path === "/Calls.json") {
    if (!/^(\?PageSize=\d+)?$/.test(query)) provider.mistakes.push(`GET ${path}${query}`);
    return say(200, { calls: [], page: 0, page_size: 1 });
  }
  if (verb !== "POST") return refuse(404, 20404);
  if (path === "/Calls.json")
    return isRight(placing) ? place(provider, form, { say, refuse, settle }) : refuse(400, 20001);
  const [, sid] = /^\/Calls\/(CA[0-9a-f]{32})\.json$/.exec(path) ?? [];
  const [, conference, participant] =
    /^\/Conferences\/(CF[0-9a-f]{32})\/Participants\/(CA[0-9a-f]{32})\.json$/.exec(path) ?? [];
  const call = provider.calls.find((one) => one.sid === (sid ?? participant));
  if (call === undefined) return refuse(404, 20404);
  if (conference !== undefined) {
    if (call.conference?.sid !== conference) return refuse(404, 20404);
    if (!isRight(holding)) return refuse(400, 20001);
    if (form.has("Hold")) call.log.push(form.get("Hold") === "true" ? "on hold" : "off hold");
    else if (form.has("EndConferenceOnExit"))
      call.log.push(form.get("EndConferenceOnExit") === "true" ? "ends the conference" : "leaves the conference");
    else {
      const coached = form.get("Coaching") === "true" ? (form.get("CallSidToCoach") ?? "") : null;
      call.supervise(form.get("Muted") === "true", coached);
    }
    return say(200, { call_sid: call.sid });
  }
  if (!isRight(changing)) return refuse(400, 20001);
  if (call.hasEnded) return refuse(400, 21220);
  say(200, { sid: call.sid });
  // the product may end with its test before it has answered
  void obey(call, form).catch((error: unknown) => provider.mistakes.push(String(error)));
  return undefined;
}

async function obey(call: TwilioCall, form: URLSearchParams): Promise<void> {
  const status = form.get("Status");
  if (status === "canceled") return call.end("canceled", 0);
  if (status === "completed") return call.end("completed", 9);
  call.at = null;
  call.conference = null;
  return call.goTo(form.get("Url") ?? "");
}

async function place(
  provider: TwilioServer,
  form: URLSearchParams,
  { say, refuse, settle }: { say: (status: number, body: object) => unknown; refuse: Refuse; settle: Settle },
): Promise<unknown> {
  const [to, from] = [form.get("To") ?? "", form.get("From") ?? ""];
  if (to === "" || from === "" || !form.has("Url")) {
    provider.mistakes.push(`a call without ${to === "" ? "To" : "From or Url"}`);
    return refuse(400, 21201);
  }
  const does = provider.doesCall(to, provider.calls.length + 1);
  if (does === "drop") throw new Error("no call is lost");
  if (typeof does === "object")
    return refuse(does.status, does.code, does.retryAfter ? { "retry-after": does.retryAfter } : {});
  const statusUrl = form.get("StatusCallback") ?? "";
  const call = new TwilioCall(provider, { direction: "outbound-api", from, to, asked: form, statusUrl });
  call.status = "ringing";
  provider.calls.push(call);
  return settle(does, {
    report: () => call.tellStatus(0, "initiated"),
    fail: () => refuse(500, 20500),
    accept: () => say(201, { sid: call.sid, status: "queued" }),
  });
}

type Refuse = (status: number, code: number, headers?: Record<string, string>) => unknown;
