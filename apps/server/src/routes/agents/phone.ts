import type { LineOrder } from "@trunkline/carriers/callLine.ts";
import { type PhoneAction, type PhoneCall, phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { withoutPhone } from "@trunkline/workflow/distribution/offerCalls.ts";
import { distributionDefaults } from "@trunkline/workflow/distribution/settings.ts";
import { isSip } from "@trunkline/workflow/parts/phone/dialTarget.ts";
import type { Instruction } from "@trunkline/workflow/voice/script.ts";
import { liveListScript, workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import type { z } from "zod";
import type { Actor } from "../../http/caller.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { notifyPhone } from "../../inbound/callers.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { orderLine } from "../../inbound/orderLine.ts";
import { receiveCall } from "../../inbound/receiveCall.ts";
import { findPresence } from "../../store/agents/agentPresence.ts";
import {
  answerCaller,
  endOffersOfCall,
  findWaitingCaller,
  listRungGroups,
  missRinging,
  saveOffering,
  stopRinging,
} from "../../store/agents/caller.ts";
import { saveConsult } from "../../store/agents/consult.ts";
import { findLiveList } from "../../store/agents/liveList.ts";
import {
  answerOffer,
  closePhone,
  findOffer,
  findOwnPhone,
  finishOffer,
  listOffers,
  listWaitingFor,
  type OfferRow,
  openPhone,
  saveOwnPhone,
  setOfferHold,
} from "../../store/agents/phone.ts";
import { endReachedCallbacks, isCallbackWaiting } from "../../store/agents/queueCallback.ts";
import { audit } from "../../store/audit/audit.ts";
import type { CallKey } from "../../store/calls/call.ts";
import { cancelQueuedCall } from "../../store/calls/callQueue.ts";
import type { Query } from "../../store/database.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";
import { actAsConsulted, canConsult, consult, endOrJoin } from "./consult.ts";
import { signPhoneTokens } from "./phoneTokens.ts";
import { callerIsGone, phoneFor, pickCaller, whyNotPicked } from "./pickCaller.ts";
import { showPresence } from "./showPresence.ts";
import { takeCallback } from "./takeCallback.ts";

/** A signed-in user's browser phone: ringing, answering, holding, transferring and ending calls. */
export function registerPhone(api: Api): void {
  const world: CallWorld = { publicUrl: api.config.publicUrl, pace: 1 };
  handle(api, phoneRoutes.find, ({ db, account, actor }) => db.tx([account], (q) => show(q, account, actor)));
  handle(api, phoneRoutes.open, ({ db, account, actor, body }) =>
    db.tx([account], async (q) => {
      const userId = userOf(actor);
      if (body.open) {
        const { wasClosed, status } = await openPhone(q, account, userId, body.inBrowser);
        if (wasClosed) await notifyPhone(q, account, userId, actor.name, status === "away" ? "away" : "available");
      } else if ((await closePhone(q, account, userId)) > 0)
        await notifyPhone(q, account, userId, actor.name, "offline");
      return show(q, account, actor);
    }),
  );
  handle(api, phoneRoutes.tokens, (call) => signPhoneTokens(call, userOf(call.actor)));
  handle(api, phoneRoutes.ringAt, (call) =>
    call.db.tx([call.account], async (q) => {
      const userId = userOf(call.actor);
      const { ringsAt } = call.body;
      const at = ringsAt === "" ? null : isSip(ringsAt) ? ringsAt : parsePhoneOrRefuse(ringsAt, "body.ringsAt");
      await saveOwnPhone(q, call.account, userId, at);
      await audit(q, call, "phone.own", userId, { ringsAt: at });
      return show(q, call.account, call.actor);
    }),
  );
  handle(api, phoneRoutes.pick, async (call) => {
    const { db, account, actor, body } = call;
    const userId = userOf(actor);
    return db.tx([account], async (q) => {
      const [waiting] = await listWaitingFor(q, account, userId, body.callId);
      const key = { accountId: account, callId: body.callId };
      if (waiting === undefined) throw await whyNotPicked(q, key);
      if (!(await pickCaller(q, key, { userId, name: actor.name }, world))) throw callerIsGone();
      await audit(q, call, "phone.pick", body.callId);
      return show(q, account, actor);
    });
  });
  handle(api, phoneRoutes.act, async (call) => {
    const { db, account, actor, params } = call;
    const answer = await db.tx([account], async (q) => {
      const offer = actor.kind === "user" ? await findOffer(q, account, actor.id, params.offerId) : null;
      if (offer === null) throw notFound("call on your phone");
      await act(q, call, offer, world);
      const { action, to } = call.body;
      if (action === "transfer" || action === "consult") await audit(q, call, `phone.${action}`, offer.callId, { to });
      return show(q, account, actor);
    });
    call.wakeUp();
    return answer;
  });
}

interface Act {
  actor: Actor;
  body: z.output<NonNullable<typeof phoneRoutes.act.body>>;
}

async function act(q: Query, { actor, body }: Act, offer: OfferRow, world: CallWorld): Promise<void> {
  const { action, to } = body;
  const userId = userOf(actor);
  const me = { userId, name: actor.name };
  if (offer.consultedBy !== null && offer.state !== "over") return actAsConsulted(q, me, offer, action, world);
  if (offer.kind === "person" && offer.state === "ringing") return giveUp(q, action, offer, world);
  if (action === "answer") return answer(q, actor, offer, world);
  if (action === "decline") return decline(q, offer, userId, world);
  if (action === "done") {
    await finishOffer(q, offer.accountId, offer.offerId);
    return;
  }
  if (offer.state !== "talking")
    throw conflict("You are no longer connected to this caller. The call has ended", undefined, "not_talking");
  if (action === "consult" && to !== undefined) return consult(q, me, offer, to, world);
  if (action === "join" || action === "back") return endOrJoin(q, offer, action, world);
  if (action === "hold" || action === "resume") {
    if (offer.consult !== null && offer.consult.state !== "ended")
      throw conflict("Go back to the contact first, or join all three", undefined, "is_consulting");
    const isHeld = action === "hold";
    await setOfferHold(q, offer.accountId, offer.offerId, isHeld);
    if (offer.consult !== null) await saveConsult(q, offer.accountId, offer.offerId, null);
    await orderOne(q, offer, { input: "held", isHeld }, world);
    return;
  }
  if (action === "complete") await endOrJoin(q, offer, action, world);
  else if (action === "transfer" && to !== undefined)
    await transfer(q, offer, await scriptTo(q, offer.accountId, to), world);
  else await orderOne(q, offer, { input: "released", result: "bridged" }, world);
  const { status } = await findPresence(q, offer.accountId, `user:${userId}`);
  await notifyPhone(q, offer.accountId, userId, actor.name, status);
}

/** The call that the user placed is not answered yet. */
async function giveUp(q: Query, action: PhoneAction, offer: OfferRow, world: CallWorld): Promise<void> {
  if (action !== "hangUp") throw conflict("The call has not been answered yet", undefined, "not_talking");
  const isGone = (await cancelQueuedCall(q, offer)) || (await orderOne(q, offer, { input: "givenUp" }, world));
  if (!isGone) throw conflict("The call is being placed. Try to hang up again in a moment", undefined, "being_placed");
  await endOffersOfCall(q, offer);
}

/** One order for the caller's line. */
const orderOne = (q: Query, call: CallKey, order: LineOrder, world: CallWorld): Promise<boolean> =>
  orderLine(q, call, () => [order], world);

async function answer(q: Query, actor: Actor, offer: OfferRow, world: CallWorld): Promise<void> {
  const { accountId, offerId } = offer;
  const userId = userOf(actor);
  const isMine = (await isCallbackWaiting(q, offer))
    ? offer.state === "ringing" && (await takeCallback(q, offer, { userId, name: actor.name }))
    : await answerWaiting();
  if (!isMine)
    throw conflict(
      "The call is no longer ringing: another user answered, or the caller hung up",
      undefined,
      "not_ringing",
    );

  function answerWaiting(): Promise<boolean> {
    return orderLine(
      q,
      offer,
      async (ends) => {
        if (ends === null) return [];
        const at = await phoneFor(q, accountId, userId, ends);
        if (
          !(await answerOffer(q, accountId, offerId)) ||
          (await answerCaller(q, offer, { userId, name: actor.name })) === null
        )
          return [];
        await endReachedCallbacks(q, offer);
        await stopRinging(q, offer, { except: userId });
        await notifyPhone(q, accountId, userId, actor.name, "on_call");
        return [{ input: "picked", by: actor.name, ...at }];
      },
      world,
    );
  }
}

/** Routes the caller to the next member after the group's delay, or at once while others still ring. */
async function decline(q: Query, offer: OfferRow, userId: string, world: CallWorld): Promise<void> {
  const passOn = async (): Promise<[]> => {
    if ((await missRinging(q, offer, [userId])) === 0) return [];
    const caller = await findWaitingCaller(q, offer);
    if (caller === null) return [];
    const [group] = await listRungGroups(q, offer.accountId, [caller.name.toLowerCase()]);
    const settings = { ...distributionDefaults, ...group, ...caller.settings };
    await saveOffering(q, offer, caller.offering, withoutPhone(caller.offering, userId, settings, Date.now()));
    return [];
  };
  // a caller who is called back has no line yet
  if (await isCallbackWaiting(q, offer)) await passOn();
  else await orderLine(q, offer, passOn, world);
}

/** The caller leaves this user and the call continues with another script. */
async function transfer(q: Query, offer: OfferRow, script: readonly Instruction[], world: CallWorld): Promise<void> {
  await orderLine(
    q,
    offer,
    async (ends) => {
      if (ends === null) return [];
      const verbs = await receiveCall(q, offer, { type: "transferred", script });
      return [
        { input: "released", result: "handedOn" },
        { input: "instructed", verbs },
      ];
    },
    world,
  );
}

/** The target of a transfer. A missing target is refused before the caller leaves. */
async function scriptTo(
  q: Query,
  account: string,
  { kind, value }: NonNullable<Act["body"]["to"]>,
): Promise<readonly Instruction[]> {
  if (kind === "workGroup") {
    if ((await listRungGroups(q, account, [value.toLowerCase()])).length === 0)
      throw invalid(`The work group "${value}" does not exist`, "body.to.value");
    return workGroupScript(value);
  }
  if (kind === "user") throw invalid("A call is transferred to a user after a consultation", "body.to.kind");
  if (kind === "liveList") {
    if ((await findLiveList(q, account, value)) === null)
      throw invalid(`The live list "${value}" does not exist`, "body.to.value");
    return liveListScript(value);
  }
  const target = isSip(value)
    ? { to: "sip" as const, address: value }
    : { to: "number" as const, number: parsePhoneOrRefuse(value, "body.to.value") };
  return [
    { do: "dial", targets: [target], ring: "all", callerId: "contact", timeoutSeconds: 60, limitSeconds: 14_400 },
    { do: "hangUp" },
  ];
}

/** Only users have a phone. */
export function userOf({ kind, id }: Actor): string {
  if (kind !== "user") throw conflict("An API key has no phone. Sign in as a user", undefined, "not_a_user");
  return id;
}

async function show(q: Query, account: string, actor: Actor) {
  const userId = userOf(actor);
  const calls = await listOffers(q, account, userId);
  const waiting = await listWaitingFor(q, account, userId);
  return [
    {
      ...showPresence(await findPresence(q, account, `user:${userId}`)),
      ringsAt: await findOwnPhone(q, account, userId),
      calls: calls.map(showCall),
      waiting: waiting.map(({ since, callId, kind, name, phone, contactId, contactName, isCallback }) => ({
        isCallback,
        callId,
        kind,
        name,
        phone,
        contactId,
        contactName,
        since: since.toISOString(),
      })),
    },
  ];
}

const showCall = ({
  accountId: _account,
  supervisorName: by,
  supervisorMode: mode,
  at,
  answered,
  ended,
  wrapUntil,
  carrier,
  consult: asked,
  ...row
}: OfferRow): PhoneCall => ({
  ...row,
  consult: row.state === "talking" ? asked : null,
  canConsult: canConsult(carrier),
  supervision: by === null || mode === null || mode === "listen" || row.state !== "talking" ? null : { by, mode },
  at: at.toISOString(),
  answered: answered?.toISOString() ?? null,
  ended: ended?.toISOString() ?? null,
  wrapUntil: wrapUntil?.toISOString() ?? null,
});
