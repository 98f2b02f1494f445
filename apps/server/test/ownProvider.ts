import {
  type TwilioConnectionSettings,
  twilioConnectionSettings,
} from "@trunkline/contract/carriers/twilioConnection.ts";
import { passwordPlace } from "../src/carriers/connectionKind.ts";
import {
  type CarrierConnectionRow,
  carrierNameOf,
  findCarrierConnection,
  saveCarrierConnection,
} from "../src/store/carriers/carrierConnection.ts";
import { newId } from "../src/store/newId.ts";
import { type EngineWorld, makeWorld, until } from "./engineWorld.ts";
import { ownPlace } from "./ownPlace.ts";
import { startTwilioServer } from "./twilioServer.ts";

/** An account with a connection to the provider. */
export interface ProviderWorld extends EngineWorld {
  connection: string;
}

/** A provider with the Twilio API for each test, the product's webhooks, workers that end with the test, and a database of its own. */
export async function ownProvider() {
  const place = await ownPlace(startTwilioServer);
  const { db, secrets, server, masterKey, startOne, publicUrl } = place;

  /** Connects an account to the provider; the connection's id. */
  async function connect(
    account: string,
    name: string,
    settings: Partial<TwilioConnectionSettings> = {},
    authToken = place.provider.authToken,
  ): Promise<string> {
    const { provider } = place;
    const connectionId = newId();
    const { hostname, port } = new URL(provider.baseUrl);
    const limits = { baseUrl: provider.baseUrl, perSecond: null, callsPerSecond: null };
    await db.tx([account], (q) =>
      saveCarrierConnection(q, account, connectionId, {
        kind: "twilio",
        name,
        host: hostname,
        port: Number(port),
        tls: true,
        systemId: provider.accountSid,
        password: secrets.seal(passwordPlace(account, connectionId), authToken),
        settings: { ...twilioConnectionSettings.parse({}), ...limits, ...settings },
      }),
    );
    return connectionId;
  }

  /** An account whose number sends by the provider. */
  async function makeProviderWorld(
    settings: Partial<TwilioConnectionSettings> = {},
    authToken = place.provider.authToken,
  ): Promise<ProviderWorld> {
    const world = await makeWorld(db);
    const connectionId = await connect(world.account, "Provider", settings, authToken);
    await db.tx([world.account], (q) =>
      q.run("update number set carrier = $2 where account_id = $1", [
        world.account,
        carrierNameOf({ kind: "twilio", connectionId }),
      ]),
    );
    return { ...world, connection: connectionId };
  }

  const healthOf = async (world: ProviderWorld): Promise<CarrierConnectionRow> => {
    const row = await db.tx([world.account], (q) => findCarrierConnection(q, world.account, world.connection));
    if (row === null) throw new Error("the connection is gone");
    return row;
  };

  const call = (world: ProviderWorld, from: string, to: string) => {
    const at = `${publicUrl}/carriers/twilio/${world.account}/${world.connection}/calls`;
    return place.provider.ring(from, to, { calls: at, callStatus: `${at}/status` });
  };

  return {
    db,
    server,
    /** Opens the tokens of its connections. */
    masterKey,
    /** Adds another connection to an account; its id. */
    connectAlso: ({ account }: ProviderWorld, settings: Partial<TwilioConnectionSettings> = {}, name = "Other") =>
      connect(account, name, settings),
    /** A call from a phone to the account's number. */
    call,
    publicUrl,
    /** The one of this test. */
    get provider() {
      return place.provider;
    },
    startOne,
    makeProviderWorld,
    healthOf,
    bound: (world: ProviderWorld) => until("it is bound", async () => (await healthOf(world)).state === "bound"),
    /** A text from a phone to the account's number. */
    receive: (world: ProviderWorld, from: string, to: string, fields: Record<string, string>, signature?: string) =>
      place.provider.post(
        `${publicUrl}/carriers/twilio/${world.account}/${world.connection}/messages`,
        { AccountSid: place.provider.accountSid, From: from, To: to, NumMedia: "0", ...fields },
        signature,
      ),
  };
}
