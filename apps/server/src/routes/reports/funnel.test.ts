import { describe, expect, it } from "vitest";
import { ask } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Book, drawBook, funnelOf, makeLarge, readerOf } from "../../../test/reportBook.ts";
import { testServer } from "../../../test/server.ts";
import { countOutcomesJob } from "../../jobs/runs/countOutcomes.ts";

const db = await freshDatabase();
const { readFunnel } = readerOf(await testServer(db));

describe("the funnel of a large workflow", () => {
  const clear = (book: Book) => ({
    ...book,
    texts: book.texts.map((text) => ({ ...text, clicked: false })),
  });

  it("is shown as it was counted last, and counted again once a request has found that old", async () => {
    const book = await drawBook(db, 5);
    await makeLarge(db, book);
    // counted before any request
    await countOutcomesJob.run(db);
    const first = await readFunnel(book);
    expect(first).toEqual({ ...funnelOf(book), asOf: expect.any(String) });
    await ask(db, book.world, "update message set click_counts = null where account_id = $1 returning 1");
    await ask(db, book.world, "update campaign set goal = null where account_id = $1 returning 1");
    await countOutcomesJob.run(db);
    expect(await readFunnel(book)).toEqual(first);

    await ask(
      db,
      book.world,
      "update outcome_count set as_of = as_of - interval '1 minute' where account_id = $1 returning 1",
    );
    await countOutcomesJob.run(db);
    expect(await readFunnel(book)).toEqual(first);
    await countOutcomesJob.run(db);
    const after = await readFunnel(book);
    expect(after).toEqual({ ...funnelOf(clear(book)), converted: null, goal: null, asOf: expect.any(String) });
    expect(Date.parse(after?.asOf ?? "")).toBeGreaterThan(Date.parse(first?.asOf ?? ""));
  });

  it("is counted where an earlier version of the program has counted the workflow without it", async () => {
    const book = await drawBook(db, 6);
    await makeLarge(db, book);
    await countOutcomesJob.run(db);
    const forget = () =>
      ask(
        db,
        book.world,
        `with gone as (delete from funnel_count where account_id = $1)
         update outcome_count set funnel_as_of = null, funnel_goal = null where account_id = $1 returning 1`,
      );
    await forget();
    await countOutcomesJob.run(db);
    const found = { ...funnelOf(book), asOf: expect.any(String) };
    expect(await ask(db, book.world, "select from funnel_count where account_id = $1 limit 1")).toHaveLength(1);
    expect(await readFunnel(book)).toEqual(found);
    await forget();
    expect(await readFunnel(book)).toEqual(found);
  });

  it("is estimated from the contacts that are left where data retention has removed journeys", async () => {
    const book = await drawBook(db, 7);
    const all = "startDate=2026-01-01&endDate=2026-12-31";
    await ask(
      db,
      book.world,
      `delete from journey where account_id = $1 and contact_id in (
         select contact_id from contact where account_id = $1 order by contact_id limit 10) returning 1`,
    );
    const small = await readFunnel(book, all);
    expect(small).toMatchObject({ enrolled: 40, read: 30, asOf: null });
    await makeLarge(db, book);
    expect(await readFunnel(book, all)).toEqual({ ...small, asOf: expect.any(String) });
  });
});
