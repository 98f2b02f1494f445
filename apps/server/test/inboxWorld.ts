import { afterAll } from "vitest";
import { receiveMessage } from "../src/inbound/receiveMessage.ts";
import { listBroken } from "../src/store/invariants.ts";
import { type EngineWorld, makeWorld, quickWorker, until } from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { type Sent, testServer } from "./server.ts";

/** A server with a worker, and accounts with an inbox. */
export async function inboxWorlds() {
  const db = await freshDatabase({ connections: 14 });
  const server = await testServer(db);
  const worker = quickWorker(db);
  afterAll(() => worker.stop());

  let refs = 0;
  /** An account with an inbox, and its contacts and users. */
  async function inbox(settings: Parameters<typeof makeWorld>[1] = {}) {
    const world = await makeWorld(db, settings);
    const user = await server.user(world.account, "member", ["inbox-use"]);
    const as = { cookie: user.cookie };
    const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as, ...sent });
    const list = async (query = "") => (await call("GET", `/v4/inbox/${query}`)).body.payload;
    const text = async (from: string, words: string, channel: "sms" | "rcs" = "sms") => {
      const carrierRef = `ref-${++refs}`;
      const to = world.number;
      const sent = { from, to, text: words, mediaUrl: null, carrier: "simulated", carrierRef, channel };
      return (await receiveMessage(db, sent))!.contactId;
    };
    const texts = async (contactId: string) => (await call("GET", `/v4/inbox/${contactId}/message/`)).body.payload;
    const reply = (contactId: string, words: string) =>
      call("POST", `/v4/inbox/${contactId}/`, { body: { text: words } });
    /** Waits until the newest text of a conversation has this status, and returns it. */
    const settled = async (contactId: string, status: string) => {
      await until(`the reply is ${status}`, async () => (await texts(contactId))[0]?.["status"] === status);
      return (await texts(contactId))[0]!;
    };
    return { world, user, call, list, text, texts, reply, settled };
  }

  const broken = (world: EngineWorld) => db.tx([world.account], (q) => listBroken(q, world.account));
  return { db, server, inbox, broken };
}
