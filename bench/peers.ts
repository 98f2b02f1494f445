import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { PgBoss } from "pg-boss";

/** Jobs a second that a library drains in its best batched configuration (reliability §1.1): trivial jobs, inserted beforehand. */
export async function measureGraphile(url: string, jobs: number): Promise<number> {
  const preset = {
    worker: {
      connectionString: url,
      concurrentJobs: 24,
      maxPoolSize: 26,
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      pollInterval: 50,
    },
  };
  const utils = await makeWorkerUtils({ preset });
  await utils.migrate();
  await utils.withPgClient((client) =>
    client.query(
      "select graphile_worker.add_job('trivial', json_build_object('n', g)) from generate_series(1, $1::int) g",
      [jobs],
    ),
  );
  await utils.release();
  const { promise, resolve } = Promise.withResolvers<void>();
  let done = 0;
  const began = performance.now();
  const runner = await run({
    preset,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: {
      trivial() {
        if (++done === jobs) resolve();
      },
    },
  });
  await promise;
  await runner.stop();
  return jobs / ((performance.now() - began) / 1000);
}

/** pg-boss by fetch and complete, 500 at once in ten loops. */
export async function measurePgBoss(url: string, jobs: number): Promise<number> {
  const boss = new PgBoss({ connectionString: url, max: 10, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue("trivial");
  const group = 10_000;
  for (let from = 0; from < jobs; from += group)
    await boss.insert(
      "trivial",
      Array.from({ length: Math.min(group, jobs - from) }, (_, index) => ({ data: { n: from + index } })),
    );
  let done = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (;;) {
        const fetched = await boss.fetch("trivial", { batchSize: 500 });
        if (fetched.length === 0) return;
        await boss.complete(
          "trivial",
          fetched.map((job) => job.id),
        );
        done += fetched.length;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await boss.stop({ graceful: false });
  if (done !== jobs) throw new Error(`pg-boss drained ${done} of ${jobs} jobs`);
  return jobs / seconds;
}
