import {
  type TelnyxConnectionSettings,
  telnyxConnectionSettings,
} from "@trunkline/contract/carriers/telnyxConnection.ts";
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
import { startTelnyxServer } from "./telnyxServer.ts";

/** An account with a connection to Telnyx. */
export interface TelnyxWorld extends EngineWorld {
  connection: string;
  /** Where its inbound texts go. */
  messagesUrl: string;
  /** Where its inbound calls go. */
  callsUrl: string;
}

/** A stand-in for Telnyx for each test, the product's webhooks, workers that end with the test, and a database. */
export async function ownTelnyx() {
  const place = await ownPlace(startTelnyxServer);
  const { db, secrets, publicUrl } = place;

  /** An account whose number sends by the provider. */
  async function makeTelnyxWorld(settings: Partial<TelnyxConnectionSettings> = {}): Promise<TelnyxWorld> {
    const { baseUrl, apiKey, publicKey, profileId, applicationId } = place.provider;
    const world = await makeWorld(db);
    const connectionId = newId();
    const { hostname, port } = new URL(baseUrl);
    await db.tx([world.account], async (q) => {
      await saveCarrierConnection(q, world.account, connectionId, {
        kind: "telnyx",
        name: "Telnyx",
        host: hostname,
        port: Number(port),
        tls: true,
        systemId: profileId,
        password: secrets.seal(passwordPlace(world.account, connectionId), apiKey),
        settings: {
          ...telnyxConnectionSettings.parse({ publicKey, baseUrl, perSecond: null, applicationId }),
          callsPerSecond: null,
          ...settings,
        },
      });
      await q.run("update number set carrier = $2 where account_id = $1", [
        world.account,
        carrierNameOf({ kind: "telnyx", connectionId }),
      ]);
    });
    const at = `${publicUrl}/carriers/telnyx/${world.account}/${connectionId}`;
    return { ...world, connection: connectionId, messagesUrl: `${at}/messages`, callsUrl: `${at}/calls` };
  }

  const healthOf = async (world: TelnyxWorld): Promise<CarrierConnectionRow> => {
    const row = await db.tx([world.account], (q) => findCarrierConnection(q, world.account, world.connection));
    if (row === null) throw new Error("the connection is gone");
    return row;
  };

  return {
    place,
    makeTelnyxWorld,
    healthOf,
    bound: (world: TelnyxWorld) => until("it is bound", async () => (await healthOf(world)).state === "bound"),
  };
}
