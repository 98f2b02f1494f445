// What the benchmark uses of the job libraries that it compares with. `npm run bench` installs them when they are measured.

declare module "graphile-worker" {
  interface Preset {
    worker: Record<string, unknown>;
  }
  interface Client {
    query(text: string, values: unknown[]): Promise<unknown>;
  }
  export class Logger {
    constructor(factory: () => () => void);
  }
  export function makeWorkerUtils(options: { preset: Preset }): Promise<{
    migrate(): Promise<void>;
    withPgClient(run: (client: Client) => Promise<unknown>): Promise<void>;
    release(): Promise<void>;
  }>;
  export function run(options: {
    preset: Preset;
    noHandleSignals: boolean;
    logger: Logger;
    taskList: Record<string, () => void>;
  }): Promise<{ stop(): Promise<void> }>;
}

declare module "pg-boss" {
  export class PgBoss {
    constructor(options: Record<string, unknown>);
    on(event: "error", listener: () => void): void;
    start(): Promise<unknown>;
    stop(options: { graceful: boolean }): Promise<void>;
    createQueue(name: string): Promise<void>;
    insert(name: string, jobs: { data: object }[]): Promise<unknown>;
    fetch(name: string, options: { batchSize: number }): Promise<{ id: string }[]>;
    complete(name: string, ids: string[]): Promise<unknown>;
  }
}
