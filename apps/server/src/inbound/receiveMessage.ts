import { withoutNul } from "../store/arrays.ts";
import type { Database } from "../store/database.ts";
import { type InboundText, type ReceivedText, receiveMessages } from "./receiveMessages.ts";
import { receivingSlot } from "./receivingSlot.ts";

/** Texts received together in one transaction. */
const mostAtOnce = 200;

interface Waiting {
  text: InboundText;
  resolve(received: ReceivedText | null): void;
  reject(error: unknown): void;
}

/** Texts that wait while a transaction is under way; they share the next one. */
class Receiver {
  private readonly db: Database;
  private waiting: Waiting[] = [];
  private busy = false;

  constructor(db: Database) {
    this.db = db;
  }

  take(text: InboundText): Promise<ReceivedText | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ text, resolve, reject });
      if (!this.busy) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.busy = true;
    while (this.waiting.length > 0) await this.receiveTogether(this.waiting.splice(0, mostAtOnce));
    this.busy = false;
  }

  /** If a group fails, each text is received alone, so that a broken one does not fail the others. */
  private async receiveTogether(group: readonly Waiting[]): Promise<void> {
    try {
      const received = await receiveMessages(
        this.db,
        group.map((one) => one.text),
        receivingSlot,
      );
      group.forEach((one, index) => {
        one.resolve(received[index] ?? null);
      });
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const one of group) await this.receiveTogether([one]);
    }
  }
}

const receivers = new WeakMap<Database, Receiver>();

/** Receives one text. Texts that arrive at the same time share a transaction. Resolves when it is committed. */
export function receiveMessage(db: Database, text: InboundText): Promise<ReceivedText | null> {
  let receiver = receivers.get(db);
  if (receiver === undefined) {
    receiver = new Receiver(db);
    receivers.set(db, receiver);
  }
  return receiver.take({
    ...text,
    from: withoutNul(text.from),
    to: withoutNul(text.to),
    text: withoutNul(text.text),
    carrierRef: withoutNul(text.carrierRef),
  });
}
