import type { LineOrder } from "@trunkline/carriers/callLine.ts";
import type { phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { isSip } from "@trunkline/workflow/parts/phone/dialTarget.ts";
import type { z } from "zod";
import { conflict, invalid } from "../../http/problem.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { linesOf, orderLine } from "../../inbound/orderLine.ts";
import { whyNoCall } from "../../rules/callRefusal.ts";
import { insertOffer, listRungGroups, listRungMembers } from "../../store/agents/caller.ts";
import {
  completeConsult,
  endConsulted,
  findConsultedUser,
  markConsulted,
  moveConsult,
  saveConsult,
} from "../../store/agents/consult.ts";
import { answerOffer, type OfferRow, setOfferHold } from "../../store/agents/phone.ts";
import { findWrapUp } from "../../store/agents/wrapUp.ts";
import type { Query } from "../../store/database.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";
import { phoneFor } from "./pickCaller.ts";

interface User {
  userId: string;
  name: string;
}

type To = NonNullable<z.output<NonNullable<typeof phoneRoutes.act.body>>["to"]>;

/** Whether the carrier of a call lets a user consult someone while the contact is on hold. */
export const canConsult = (carrier: string): boolean => linesOf(carrier)?.consults ?? false;

/** Puts the contact on hold and calls whom the user wants to speak with first: a user, a free member of a work group, or a number. */
export async function consult(q: Query, me: User, offer: OfferRow, to: To, world: CallWorld): Promise<void> {
  const { accountId, offerId } = offer;
  if (!canConsult(offer.carrier))
    throw conflict(
      "Calls of this number cannot be joined with a third person. Transfer the call",
      undefined,
      "no_consult",
    );
  if (offer.consult !== null && offer.consult.state !== "ended")
    throw conflict(`You are already consulting ${offer.consult.name}`, undefined, "is_consulting");
  if (offer.ringsOwnPhone) throw conflict("Your phone still rings. Take the call first", undefined, "not_talking");
  const hold: LineOrder = { input: "held", isHeld: true };
  await setOfferHold(q, accountId, offerId, true);
  if (to.kind === "number") {
    const at = isSip(to.value) ? to.value : await dialable(q, accountId, to.value);
    await saveConsult(q, accountId, offerId, { name: at, userId: null, state: "ringing" });
    await orderLine(q, offer, () => [hold, { input: "consulted", name: at, at, isUser: false }], world);
    return;
  }
  const asked = to.kind === "user" ? await freeUser(q, accountId, to.value, me) : await freeMember(q, offer, to, me);
  // a call that its user placed has no queue
  const kind = offer.kind === "person" ? "queue" : offer.kind;
  const rung = await insertOffer(q, offer, asked.userId, { kind, name: offer.name }, "ringing");
  if (rung === null) throw conflict(`${asked.name} is on another call, or away`, undefined, "user_busy");
  await markConsulted(q, accountId, rung, me.name);
  await saveConsult(q, accountId, offerId, { name: asked.name, userId: asked.userId, state: "ringing" });
  await orderLine(q, offer, () => [hold], world);
}

async function dialable(q: Query, account: string, text: string): Promise<string> {
  const number = parsePhoneOrRefuse(text, "body.to.value");
  const refused = await whyNoCall(q, account, number);
  if (refused !== null) throw conflict(`${number} cannot be called: ${describeReason(refused)}`, undefined, refused);
  return number;
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function freeUser(q: Query, account: string, userId: string, me: User): Promise<User> {
  if (userId === me.userId) throw invalid("Choose another user", "body.to.value");
  const user = isId.test(userId) ? await findConsultedUser(q, account, userId) : null;
  if (user === null) throw invalid("This user does not belong to the account", "body.to.value");
  if (!user.isOpen) throw conflict(`${user.name} is not available`, undefined, "user_busy");
  return user;
}

/** The member of a work group who has been idle longest. */
async function freeMember(q: Query, { accountId }: OfferRow, { kind, value }: To, me: User): Promise<User> {
  if (kind !== "workGroup") throw invalid("Consult a user, a work group or a number", "body.to.kind");
  const name = value.toLowerCase();
  if ((await listRungGroups(q, accountId, [name])).length === 0)
    throw invalid(`The work group "${value}" does not exist`, "body.to.value");
  const [free] = (await listRungMembers(q, accountId, [name]))
    .filter(({ userId, isAway, isBusy }) => !isAway && !isBusy && userId !== me.userId)
    .sort((one, other) => one.idleSinceMs - other.idleSinceMs);
  const user = free === undefined ? null : await findConsultedUser(q, accountId, free.userId);
  if (user === null) throw conflict(`No member of ${value} is free`, undefined, "user_busy");
  return user;
}

/** What a user does who is consulted: they answer, decline or leave. */
export async function actAsConsulted(
  q: Query,
  me: User,
  offer: OfferRow,
  action: string,
  world: CallWorld,
): Promise<void> {
  if (action === "answer" && offer.state === "ringing") {
    await orderLine(
      q,
      offer,
      async (ends) => {
        if (ends === null || !(await answerOffer(q, offer.accountId, offer.offerId))) return [];
        const at = await phoneFor(q, offer.accountId, me.userId, ends);
        return [{ input: "consulted", name: me.name, isUser: true, ...at }];
      },
      world,
    );
    return;
  }
  if (action !== "decline" && action !== "hangUp")
    throw conflict(`${offer.consultedBy} has this call. You can hang up`, undefined, "is_consulted");
  await moveConsult(q, offer, "ended");
  await orderLine(q, offer, () => [{ input: "consultEnded" }], world);
}

/** What a user does who consults someone: the transfer is completed, all three speak, or the user goes back to the contact. */
export async function endOrJoin(
  q: Query,
  offer: OfferRow,
  action: "complete" | "join" | "back",
  world: CallWorld,
): Promise<void> {
  const { accountId, offerId, consult: asked } = offer;
  const resumed: LineOrder = { input: "held", isHeld: false };
  if (asked === null) throw conflict("You are not consulting anyone", undefined, "not_consulting");
  const isThere = asked.state === "talking" || asked.state === "joined";
  if (action !== "back" && !isThere) throw conflict(`${asked.name} is not on the call`, undefined, "not_consulting");
  if (action === "complete") {
    const place = offer.kind === "person" ? null : { kind: offer.kind, name: offer.name };
    const wrapUp = await findWrapUp(q, accountId, place);
    await completeConsult(q, offer, offerId, wrapUp);
    await orderLine(q, offer, () => [{ input: "consultCompleted" }, resumed], world);
    return;
  }
  await setOfferHold(q, accountId, offerId, false);
  await saveConsult(q, accountId, offerId, action === "join" ? { ...asked, state: "joined" } : null);
  if (action === "back") await endConsulted(q, offer);
  const order: LineOrder = { input: action === "join" ? "consultJoined" : "consultEnded" };
  await orderLine(q, offer, () => [resumed, order], world);
}
