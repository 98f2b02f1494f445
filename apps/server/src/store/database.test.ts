import { Readable } from "node:stream";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { isOnCluster } from "../../test/clusterDatabases.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { CommitUnknown, isLostConnection, narrowed, openDatabase, type Query } from "./database.ts";
import type { SlowStatement } from "./slowStatements.ts";

const db = await freshDatabase();
const ann = "0198c0de-0000-7000-8000-00000000000a";
const bob = "0198c0de-0000-7000-8000-00000000000b";

beforeAll(() =>
  db.owner(async (q) => {
    await q.run(
      "create table note (account_id uuid not null, note_id int not null, primary key (account_id, note_id))",
    );
    await q.run("call trunkline_tenant('note')");
  }),
);

describe("a transaction (readings, Data)", () => {
  it("runs as the runtime role with its accounts, and the connection forgets both", async () => {
    const inside = await db.tx([ann, bob], (q) =>
      q.one("select current_user::text as role, trunkline_accounts() as accounts"),
    );
    expect(inside).toEqual({ role: "trunkline_runtime", accounts: [ann, bob] });
    const owner = await db.owner((q) => q.one("select current_user::text as role, trunkline_accounts() as accounts"));
    expect(owner).toEqual({ role: new URL(db.url).username, accounts: [] });
  });

  it("keeps nothing when its work fails", async () => {
    const failing = db.tx([ann], async (q) => {
      await q.run("insert into note values ($1, 1)", [ann]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await db.tx([ann], (q) => q.rows("select * from note"))).toEqual([]);
  });

  it("does not pretend to have saved when a failed statement was swallowed", async () => {
    const swallowing = db.tx([ann], async (q) => {
      await q.run("insert into note values ($1, 2)", [ann]);
      await q.run("select 1/0").catch(() => 0);
    });
    await expect(swallowing).rejects.toThrow("nothing was saved");
  });

  it("takes nothing but ids as accounts", async () => {
    await expect(db.tx(["x'; drop table note; --"], (q) => q.run("select 1"))).rejects.toThrow("Not an account id");
  });

  it("is repeated after a deadlock, so that both sides finish", async () => {
    await db.tx([ann], (q) => q.run("insert into note values ($1, 10), ($1, 11)", [ann]));
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const meet = async () => {
      waiting += 1;
      if (waiting === 2) both.resolve();
      if (waiting <= 2) await both.promise;
    };
    const lock = "select from note where note_id = $1 for update";
    const cross = (first: number, second: number) =>
      db.tx([ann], async (q) => {
        await q.run(lock, [first]);
        await meet();
        return q.run(lock, [second]);
      });
    expect(await Promise.all([cross(10, 11), cross(11, 10)])).toEqual([1, 1]);
    // once more, or more often: the repeated side can overtake the one that its end woke
    expect(waiting).toBeGreaterThan(2);
  });

  it("is repeated when its connection is cut before COMMIT", async () => {
    let tries = 0;
    await db.tx([ann], async (q) => {
      tries += 1;
      await q.run("insert into note values ($1, 20)", [ann]);
      const me = await q.one<{ pid: number }>("select pg_backend_pid() as pid");
      if (tries === 1) await db.owner((other) => other.run("select pg_terminate_backend($1::int)", [me?.pid]));
      await q.run("select 1");
    });
    expect(tries).toBe(2);
    expect(await db.tx([ann], (q) => q.run("select from note where note_id = 20"))).toBe(1);
  });

  it("is repeated when it was idle for too long because the program was held up", async () => {
    let tries = 0;
    await db.tx([ann], async (q) => {
      tries += 1;
      await q.run("insert into note values ($1, 21)", [ann]);
      if (tries === 1) {
        await q.run("set local idle_in_transaction_session_timeout = 1");
        const me = await q.one<{ pid: number }>("select pg_backend_pid() as pid");
        const isThere = () => db.owner((other) => other.run("select from pg_stat_activity where pid = $1", [me?.pid]));
        await expect.poll(isThere).toBe(0);
      }
      await q.run("select 1");
    });
    expect(tries).toBe(2);
    expect(await db.tx([ann], (q) => q.run("select from note where note_id = 21"))).toBe(1);
  });

  it("finds the connections open that are kept in a quiet time", async () => {
    const rested = openDatabase(db.url, { connections: 4, kept: 2, applicationName: "rested" });
    const open = () => db.owner((q) => q.run("select from pg_stat_activity where application_name = 'rested'"));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const allBegan = Promise.withResolvers<void>();
      let began = 0;
      const use = () =>
        rested.global(() => {
          began += 1;
          if (began === 4) allBegan.resolve();
          return allBegan.promise;
        });
      await Promise.all([use(), use(), use(), use()]);
      expect(await open()).toBe(4);
      vi.advanceTimersByTime(3_600_000);
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(open).toBe(2);
    await rested.close();
  });

  it("waits for a connection again when none was free in time, and then says that the database is away", async () => {
    const small = openDatabase(db.url, { connections: 1, connectWithinMs: 1_000 });
    const held = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    // a busy machine may need several tries for its first connection
    const holder = small.global(
      async () => {
        first.resolve();
        await held.promise;
      },
      { attempts: 10 },
    );
    await Promise.race([first.promise, holder]);
    const refused = await small.global((q) => q.run("select 1")).catch((error: unknown) => error);
    expect(isLostConnection(refused)).toBe(true);
    const patient = small.global((q) => q.run("select 1"), { attempts: 10 });
    held.resolve();
    expect(await patient).toBe(1);
    await holder;
    await small.close();
  });

  it("does not wait for a write that it sends, and reads what it has written", async () => {
    await db.tx([ann], async (q) => {
      await q.runAhead("insert into note values ($1, 40)", [ann]);
      await q.runAhead({ name: "test.note", text: "insert into note values ($1, 41)" }, [ann]);
      expect(await q.run("select from note where note_id in (40, 41)")).toBe(2);
      await q.runAhead("delete from note where account_id = $1 and note_id = 41", [ann]);
    });
    expect(await db.tx([ann], (q) => q.rows("select note_id from note where note_id in (40, 41)"))).toEqual([
      { note_id: 40 },
    ]);
  });

  it("fails with the error of a write that it did not wait for, and saves nothing", async () => {
    const twice = (q: Query) => q.runAhead("insert into note values ($1, 42), ($1, 42)", [ann]);
    await expect(db.tx([ann], twice)).rejects.toMatchObject({ code: "23505" });
    const continues = db.tx([ann], async (q) => {
      await q.run("insert into note values ($1, 43)", [ann]);
      await twice(q);
      await q.run("select 1");
    });
    await expect(continues).rejects.toMatchObject({ code: "23505" });
    expect(await db.tx([ann], (q) => q.run("select from note where note_id in (42, 43)"))).toBe(0);
  });

  it("is repeated when a write that it did not wait for meets a deadlock", async () => {
    await db.tx([ann], (q) => q.run("insert into note values ($1, 50), ($1, 51)", [ann]));
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const cross = (first: number, second: number) =>
      db.tx([ann], async (q) => {
        await q.run("select from note where note_id = $1 for update", [first]);
        waiting += 1;
        if (waiting === 2) both.resolve();
        if (waiting <= 2) await both.promise;
        await q.runAhead("update note set note_id = note_id where account_id = $1 and note_id = $2", [ann, second]);
        return first;
      });
    expect(await Promise.all([cross(50, 51), cross(51, 50)])).toEqual([50, 51]);
    expect(waiting).toBeGreaterThan(2);
  });

  // a trigger cuts the connection, and Citus takes none; nodes that die during COMMIT are in nodesAway.test.ts
  it.skipIf(isOnCluster())("is not repeated when the result of COMMIT is unknown", async () => {
    await db.owner((q) =>
      q.run(`create function cut() returns trigger language plpgsql security definer as
             $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
             create constraint trigger cut_at_commit after insert on note deferrable initially deferred
             for each row when (new.note_id = 30) execute function cut()`),
    );
    for (const how of ["run", "runAhead"] as const) {
      let tries = 0;
      const cut = db.tx([ann], async (q) => {
        tries += 1;
        await q[how]("insert into note values ($1, 30)", [ann]);
      });
      await expect(cut).rejects.toThrow(CommitUnknown);
      expect(tries).toBe(1);
    }
  });
});

describe("what comes back", () => {
  it("reads whole numbers and amounts as numbers, instants as Dates and days as text", async () => {
    const row = await db.global((q) =>
      q.one(
        "select 9007199254740991::int8 as big, array[1, null]::int8[] as list, 12.5::numeric as amount, date '2026-03-08' as day, timestamptz '2026-03-08 12:00Z' as at",
      ),
    );
    expect(row).toEqual({
      big: Number.MAX_SAFE_INTEGER,
      list: [1, null],
      amount: 12.5,
      day: "2026-03-08",
      at: new Date("2026-03-08T12:00:00Z"),
    });
  });

  it("refuses a whole number that would lose its last digits", async () => {
    await expect(db.global((q) => q.one("select 9007199254740993::int8"))).rejects.toThrow("does not fit a number");
  });

  it("runs a named statement again on the same connection", async () => {
    const named = { name: "twice", text: "select $1::int * 2 as twice" };
    const answers = await db.global(async (q) => [await q.one(named, [2]), await q.one(named, [21])]);
    expect(answers).toEqual([{ twice: 4 }, { twice: 42 }]);
  });

  it("takes rows as a stream", async () => {
    const count = await db.global(async (q) => {
      await q.run("create temp table arriving (n int) on commit drop");
      const copied = await q.copyIn("copy arriving from stdin", Readable.from(["1\n2\n", "3\n"]));
      const sum = await q.one<{ sum: number }>("select sum(n) from arriving");
      await q.runAhead("insert into arriving values (4)");
      const again = await q.copyIn("copy arriving from stdin", Readable.from(["5\n"]));
      const all = await q.one<{ sum: number }>("select sum(n) from arriving");
      return [copied, sum?.sum, again, all?.sum];
    });
    expect(count).toEqual([3, 6, 1, 15]);
  });
});

describe("a narrowed database (architecture, Journeys in PostgreSQL)", () => {
  it("has only so many transactions at once, and one that fails frees its place", async () => {
    const narrow = narrowed(db, 2);
    let open = 0;
    let most = 0;
    const both = Promise.withResolvers<void>();
    const crowd = Array.from({ length: 12 }, (_, index) =>
      narrow.tx([ann], async (q) => {
        most = Math.max(most, ++open);
        // the first waits for the second, so that however slow the machine is two are seen at once
        if (open === 2) both.resolve();
        await both.promise;
        await q.run("select 1");
        open--;
        if (index % 3 === 0) throw new Error("no");
      }),
    );
    const ends = await Promise.allSettled(crowd);
    expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(4);
    expect(most).toBe(2);
  });
});

describe("a slow statement", () => {
  it("is reported by its name or text, without its values", async () => {
    const reported: SlowStatement[] = [];
    const slow = openDatabase(db.url, { connections: 1, slow: { fromMs: 50, report: (one) => reported.push(one) } });
    try {
      await slow
        .tx([ann], async (q) => {
          await q.rows("select $1::text,\n  pg_sleep(0.1)", ["+13035550143"]);
          await q.rows({ name: "test.slow", text: "select $1::text, pg_sleep(0.1)" }, ["+13035550143"]);
          await q.rows("select pg_sleep(0.1), 1 / ($1::int * floor(random())::int)", [1]).catch(() => {});
        })
        .catch(() => {});
      expect(reported.map(({ statement, rows }) => [statement, rows])).toEqual([
        ["select $1::text, pg_sleep(0.1)", 1],
        ["test.slow", 1],
        ["select pg_sleep(0.1), 1 / ($1::int * floor(random())::int)", null],
      ]);
    } finally {
      await slow.close();
    }
  });

  it("is not reported when it is quick enough", async () => {
    const reported: SlowStatement[] = [];
    const slow = openDatabase(db.url, {
      connections: 1,
      slow: { fromMs: 600_000, report: (one) => reported.push(one) },
    });
    try {
      await slow.global((q) => q.rows("select 1 one"));
      expect(reported).toEqual([]);
    } finally {
      await slow.close();
    }
  });
});
