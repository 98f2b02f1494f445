import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { makeWorld } from "../../../test/world.ts";
import { countContacts, findContacts } from "./contactFind.ts";
import { type ContactPlace, type ContactSelection, type ContactSort, listContacts } from "./contactSearch.ts";

const server = await testServer(await freshDatabase());
const { world } = await makeWorld(server, "Ann");
const { db } = server.api;

/** Every seventh lives in Boston, every fifth has no name. */
await db.tx([world.account], (q) =>
  q.run(
    `insert into contact (account_id, contact_id, first_name, last_name, city, email)
     select $1, trunkline_uuid7(), case when n % 5 = 0 then null else 'First ' || n % 3 end, 'Last ' || n % 11,
       case when n % 7 = 0 then 'Boston' else 'Austin' end, 'p' || n || '@example.com'
     from generate_series(1, 300) n`,
    [world.account],
  ),
);
const boston: ContactSelection = {
  archived: "no",
  statements: [{ variable: "city", operation: "EQUALS", value: "Boston", negated: false }],
};

/** Every page of a search whose time budget ends after each scan window of 20. */
async function findAll(sort: ContactSort, order: "asc" | "desc", limit: number) {
  const ids: string[] = [];
  const searched: number[] = [];
  let after: ContactPlace | undefined;
  do {
    const found = await db.tx([world.account], (q) =>
      findContacts(q, world.account, boston, { sort, order, limit, after }, { timeBudgetMs: 0, chunk: 20 }),
    );
    ids.push(...found.rows.map((row) => row.contactId));
    searched.push(found.searched);
    after = found.next ?? undefined;
  } while (after);
  return { ids, searched };
}

describe("a search by statements that stops and continues", () => {
  it.for<[ContactSort, "asc" | "desc"]>([
    ["created", "desc"],
    ["created", "asc"],
    ["firstName", "asc"],
    ["lastName", "desc"],
    ["email", "asc"],
    ["phone", "asc"],
  ])("finds each contact once, in the order of the list: %s %s", async ([sort, order]) => {
    const whole = await db.tx([world.account], (q) =>
      listContacts(q, world.account, boston, { sort, order, limit: 500 }),
    );
    expect(whole.filter((row) => row.city === "Boston")).toHaveLength(42);
    for (const limit of [3, 500])
      expect((await findAll(sort, order, limit)).ids).toEqual(whole.map((row) => row.contactId));
  });

  it("says how many it looked at", async () => {
    const { searched } = await findAll("created", "desc", 500);
    expect(searched.slice(0, 3)).toEqual([20, 20, 20]);
  });
});

describe("a count by statements that stops and continues (spec 2 §3.9)", () => {
  it("counts each contact once, whatever the scan windows are", async () => {
    const counts: number[] = [];
    let after: ContactPlace | null | undefined;
    while (after !== null) {
      const from = after;
      const { count, next } = await db.tx([world.account], (q) =>
        countContacts(q, world.account, boston, { after: from, timeBudgetMs: 0, chunk: 50 }),
      );
      counts.push(count);
      after = next;
    }
    expect(counts.length).toBeGreaterThan(5);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(42);
  });
});
