import type { Database } from "../src/store/database.ts";
import { ask, type EngineWorld, until } from "./engineWorld.ts";
import type { testServer } from "./server.ts";
import type { TelnyxCall } from "./telnyxCalls.ts";

/** A script by which a caller waits for a user, and hears a word when that has ended. */
export const waitsForUser =
  "<Response><Enqueue waitUrl='https://a.example/hold.mp3'>support</Enqueue><Say>Good bye</Say></Response>";

/** The phone of a caller. */
export const callerPhone = "+13035550188";

/** The own phone of a user. */
export const deskPhone = "+13035550166";

type Server = Awaited<ReturnType<typeof testServer>>;

/** What the page of a user's phone shows. */
interface ShownPhone {
  ringsAt: string | null;
  calls: { offerId: string; callId: string; state: string; ringsOwnPhone: boolean }[];
  waiting: { callId: string }[];
}

/** The phone of a user, as the page asks for it. */
export function phoneOf(server: Server, { cookie }: Pick<Awaited<ReturnType<Server["user"]>>, "cookie">) {
  const by = (method: string, url: string, body?: unknown) =>
    server.call(method, url, { as: { cookie }, ...(body !== undefined && { body }) });
  const shown = async () => (await by("GET", "/v4/agent/phone/")).body.payload[0] as unknown as ShownPhone;
  return {
    by,
    shown,
    /** Sets the number or SIP address of the user's own phone. */
    ringAt: (ringsAt: string) => by("PUT", "/v4/agent/phone/own", { ringsAt }),
    /** Answers the caller who waits longest. */
    pick: async () => by("POST", "/v4/agent/phone/pick", { callId: (await shown()).waiting[0]?.callId }),
    act: async (action: string, to?: object) =>
      by("POST", `/v4/agent/phone/${(await shown()).calls[0]?.offerId}/`, { action, ...(to && { to }) }),
  };
}

/** Waits until Telnyx has a caller who waits in their conference. */
export async function untilQueued(db: Database, world: EngineWorld, call: TelnyxCall): Promise<void> {
  await call.hears("conference queue-");
  await until("the caller is in the conference", async () =>
    (
      await ask<{ is: string | null }>(
        db,
        world,
        "select line->'waits'->>'conference' is from provider_call where account_id = $1",
      )
    ).some(({ is }) => is !== null),
  );
}
