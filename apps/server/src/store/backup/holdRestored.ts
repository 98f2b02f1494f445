import type pg from "pg";
import { newId } from "../newId.ts";

/** What a restored installation does not continue by itself. */
export interface HeldWork {
  /** Texts, calls and effects that may have left since the backup: in doubt, and not sent again. */
  inDoubt: number;
  /** Runs that are paused. */
  runs: number;
  /** Schedules that came due since the backup and are paused. */
  schedules: number;
}

/**
 * Holds what the installation may have done after the backup was made. All that was about to leave counts as held by a
 * worker that died, so it is in doubt like after any crash (architecture, Sending). Runs are paused, because their
 * contacts may have gone on since.
 */
export async function holdRestored(client: pg.ClientBase): Promise<HeldWork> {
  const dead = newId();
  const run = async (statement: string, values: unknown[] = []): Promise<number> =>
    (await client.query(statement, values)).rowCount ?? 0;
  await run("update worker set seen_at = now() - interval '1 hour'");
  await run(
    `insert into worker (worker_id, slot, host, seen_at)
     select $1, coalesce(max(slot) + 1, 0), 'before the restore', now() - interval '1 hour' from worker`,
    [dead],
  );
  const held = `worker = $1, attempt = attempt + 1, updated = now()`;
  const texts = await run(
    `update message set state = 'submitting', submitted = now(), ${held}
     where state = 'queued' and direction = 'out' and not_before <= now()`,
    [dead],
  );
  const calls = await run(
    `update call set state = 'submitting', submitted = now(), ${held} where state = 'queued' and direction = 'out'`,
    [dead],
  );
  const effects = await run(
    `update effect set state = 'under_way', started = now(), ${held} where state = 'queued' and not_before <= now()`,
    [dead],
  );
  await run(
    "delete from lane l using batch b where b.account_id = l.account_id and b.batch_id = l.batch_id and b.status = 'running'",
  );
  const runs = await run("update batch set status = 'paused' where status = 'running'");
  const schedules = await run("update schedule set status = 0 where status = 1 and next_at <= now()");
  return { inDoubt: texts + calls + effects, runs, schedules };
}
