import { Worker } from "node:worker_threads";
import type { Drawing, Drawn } from "./drawTexts.ts";
import type { DrawingMessage, DrawnMessage } from "./memeThread.ts";

interface Waiting {
  resolve(drawn: Drawn): void;
  reject(error: Error): void;
}

/** A single drawing thread off the event loop. It starts with the first picture and does not keep the process alive. */
class MemeDrawer {
  private thread: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  draw(drawing: Drawing): Promise<Drawn> {
    const thread = this.open();
    const id = ++this.last;
    thread.ref();
    return new Promise<Drawn>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      thread.postMessage({ id, drawing } satisfies DrawingMessage);
    });
  }

  private open(): Worker {
    if (this.thread !== null) return this.thread;
    const thread = new Worker(new URL("./memeThread.ts", import.meta.url), {
      // A picture that needs more memory ends the thread, not the program.
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    thread.on("message", (message: DrawnMessage) => this.end(thread, message));
    thread.on("error", (error: Error) => this.lose(thread, error));
    thread.on("exit", () => this.lose(thread, new Error("the drawing thread ended")));
    this.thread = thread;
    return thread;
  }

  private end(thread: Worker, message: DrawnMessage): void {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (this.waiting.size === 0) thread.unref();
    if ("problem" in message) waiting?.reject(new Error(message.problem));
    else {
      const { data, contentType, width, height } = message;
      waiting?.resolve({ data: Buffer.from(data.buffer, data.byteOffset, data.length), contentType, width, height });
    }
  }

  private lose(thread: Worker, error: Error): void {
    if (this.thread !== thread) return;
    this.thread = null;
    for (const waiting of this.waiting.values()) waiting.reject(error);
    this.waiting.clear();
  }
}

const drawer = new MemeDrawer();

/** Draws texts on a picture. */
export const drawPicture = (drawing: Drawing): Promise<Drawn> => drawer.draw(drawing);
