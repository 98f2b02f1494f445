import { type RbmConnectionSettings, rbmConnectionSettings } from "@trunkline/contract/carriers/rbmConnection.ts";
import type { AccountSettings } from "@trunkline/contract/identity/account.ts";
import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { passwordPlace } from "../src/carriers/connectionKind.ts";
import {
  type CarrierConnectionRow,
  findCarrierConnection,
  saveCarrierConnection,
} from "../src/store/carriers/carrierConnection.ts";
import { newId } from "../src/store/newId.ts";
import { insertRcsAgent, insertRcsTemplate } from "../src/store/templates/rcs.ts";
import { type EngineWorld, makeWorld, until } from "./engineWorld.ts";
import { ownPlace } from "./ownPlace.ts";
import { startRbmServer } from "./rbmServer.ts";

/** An account with an RCS agent that sends through Google, and a simulated number. */
export interface RbmWorld extends EngineWorld {
  connection: string;
  webhook: string;
}

/** A stand-in for Google for each test, the product's webhooks, workers that end with the test, and a database. */
export async function ownRbm() {
  const place = await ownPlace(startRbmServer);
  const { db, secrets, server, startOne, publicUrl } = place;

  /** An account whose agent `the_shop` sends the message `spring_offer` through Google. */
  async function makeRbmWorld(
    content: RcsContent,
    {
      account = {},
      connection = {},
      clientToken = place.provider.clientToken,
    }: {
      account?: Partial<AccountSettings>;
      connection?: Partial<RbmConnectionSettings>;
      clientToken?: string;
    } = {},
  ): Promise<RbmWorld> {
    const google = place.provider;
    const world = await makeWorld(db, account);
    const connectionId = newId();
    const { hostname, port } = new URL(google.baseUrl);
    await db.tx([world.account], async (q) => {
      await saveCarrierConnection(q, world.account, connectionId, {
        kind: "rbm",
        name: "Google",
        host: hostname,
        port: Number(port),
        tls: true,
        systemId: google.agentId,
        password: secrets.seal(
          passwordPlace(world.account, connectionId),
          JSON.stringify({ serviceAccount: google.keyFile, clientToken }),
        ),
        settings: { ...rbmConnectionSettings.parse({}), baseUrl: google.baseUrl, perSecond: null, ...connection },
      });
      await insertRcsAgent(q, world.account, {
        agentId: "the_shop",
        name: "The Shop",
        description: "",
        logoUrl: null,
        connectionId,
      });
      await insertRcsTemplate(q, world.account, "spring_offer", content);
    });
    return {
      ...world,
      connection: connectionId,
      webhook: `${publicUrl}/carriers/rbm/${world.account}/${connectionId}`,
    };
  }

  const healthOf = async (world: RbmWorld): Promise<CarrierConnectionRow> => {
    const row = await db.tx([world.account], (q) => findCarrierConnection(q, world.account, world.connection));
    if (row === null) throw new Error("the connection is gone");
    return row;
  };

  return {
    db,
    server,
    /** The one of this test. */
    get google() {
      return place.provider;
    },
    startOne,
    makeRbmWorld,
    healthOf,
    bound: (world: RbmWorld) => until("it is bound", async () => (await healthOf(world)).state === "bound"),
    /** What its workers are killed with. */
    place,
  };
}
