import { randomUUID } from "node:crypto";
import { optOutMask } from "@trunkline/workflow/parts/phone/dnc.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { partBytes } from "../../csv/readCsvParts.ts";
import { type ReceiveOptions, receiveContacts } from "../../inbound/receiveContacts.ts";
import { findContactByPhone } from "../../store/contacts/contact.ts";
import {
  cancelContactImport,
  claimContactImport,
  findContactImport,
  listImportRejects,
} from "../../store/contacts/contactImport.ts";
import { ImportClaimedElsewhere, writeImportSlice } from "../../store/contacts/contactImportSlice.ts";
import type { Database } from "../../store/database.ts";
import { addDnc } from "../../store/doNotContact/dnc.ts";
import { insertAccount } from "../../store/identity/account.ts";
import { importContactsJob, importFile } from "./importContacts.ts";

const db = await freshDatabase();
const newAccount = () => db.global((q) => insertAccount(q, { name: "Account" }));

async function* pieces(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += 100_000) yield text.slice(from, from + 100_000);
}
const importText = (account: string, text: string, options: Partial<ReceiveOptions> = {}) =>
  importFile(db, account, pieces(text), options);
const contactOf = (account: string, phone: string) => db.tx([account], (q) => findContactByPhone(q, account, phone));
const countIn = async (account: string, table: string): Promise<number> => {
  const row = await db.tx([account], (q) =>
    q.one<{ count: number }>(`select count(*)::int count from ${table} where account_id = $1`, [account]),
  );
  return row?.count ?? -1;
};

/** North American numbers that are all different. */
const phoneOf = (n: number): string => `+1212${2_000_000 + n}`;
/** Rows of about 100 bytes. */
const rowsOf = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, n) => `${phoneOf(from + n)},Ann${from + n},${"x".repeat(70)}\n`).join("");

describe("an import", () => {
  it("gives every contact of a file its tag next to their own, so that a run can go to them (spec 2 §2.6)", async () => {
    const account = await newAccount();
    await importText(account, "phone,tags\n+12125550100,vip\n+12125550101,\n");
    const file = "phone,email,tags\n+12125550100,,\n+12125550102,,new\n+12125550102,,newer\n,ann@example.com,\n";
    await importText(account, file, { tag: "upload-1" });
    expect((await contactOf(account, "+12125550100"))?.tags).toEqual(["vip", "upload-1"]);
    expect((await contactOf(account, "+12125550101"))?.tags).toEqual([]);
    expect(new Set((await contactOf(account, "+12125550102"))?.tags)).toEqual(new Set(["newer", "upload-1"]));
    const skipped = await importText(account, "phone\n+12125550101\n", { tag: "upload-2", duplicates: "skip" });
    expect(skipped.skipped).toBe(1);
    expect((await contactOf(account, "+12125550101"))?.tags).toEqual(["upload-2"]);
    const tagged = await db.tx([account], (q) =>
      q.rows("select from contact where account_id = $1 and tags @> '{upload-1}'", [account]),
    );
    expect(tagged.length).toBe(3);
  });

  it("makes contacts with their fields, zones and custom fields, and tells what it did", async () => {
    const account = await newAccount();
    const row = await importText(
      account,
      'Phone Number,First Name,Last Name,E-Mail,Zip,Tags,Loyalty Tier\n(212) 555-0100,Ann,"O\'Neil, Jr.",ann@example.com,85001,vip;new,gold\n,Bob,,bob@example.com,,,\n',
      { fileName: "people.csv" },
    );
    expect(row).toMatchObject({
      status: "done",
      fileName: "people.csv",
      total: 2,
      imported: 2,
      updated: 0,
      skipped: 0,
      rejectedCount: 0,
      problem: null,
    });
    expect(row.columns.at(-1)).toEqual({ header: "Loyalty Tier", field: "loyalty_tier", added: true });
    expect(await contactOf(account, "+12125550100")).toMatchObject({
      firstName: "Ann",
      lastName: "O'Neil, Jr.",
      email: "ann@example.com",
      postalCode: "85001",
      zones: ["America/Phoenix"],
      zonesFrom: "postal",
      tags: ["vip", "new"],
      extdata: { loyalty_tier: "gold" },
      dncBits: 0,
    });
    const known = await db.global((q) => q.one("select custom_fields from account where account_id = $1", [account]));
    expect(known).toEqual({ custom_fields: ["loyalty_tier"] });
    expect(await countIn(account, "contact_import_chunk")).toBe(0);
    const audit = await db.tx([account], (q) => q.rows("select actor, action, target, data from audit"));
    expect(audit).toEqual([
      {
        actor: "worker",
        action: "contact.import",
        target: row.id,
        data: { fileName: "people.csv", imported: 2, updated: 0, skipped: 0, rejected: 0 },
      },
    ]);
  });

  it("changes who is there already, leaves what a cell leaves empty, and brings back who was archived", async () => {
    const account = await newAccount();
    await importText(account, "phone,firstName,state,tags,tier,note\n2125550100,Ann,WA,vip,gold,first\n");
    await db.tx([account], (q) => q.run("update contact set archived = now()"));
    const row = await importText(
      account,
      "phone,firstName,lastName,tier\n+1 212 555 0100,,Lee,silver\n2125550101,Bob,,\n",
    );
    expect(row).toMatchObject({ total: 2, imported: 1, updated: 1, skipped: 0 });
    expect(await contactOf(account, "+12125550100")).toMatchObject({
      firstName: "Ann",
      lastName: "Lee",
      tags: ["vip"],
      extdata: { tier: "silver", note: "first" },
      // the new row knows only the area code; the state that stays knows better
      zones: ["America/Los_Angeles"],
      zonesFrom: "state",
      archived: null,
    });
  });

  it("skips existing contacts if duplicates are to be skipped", async () => {
    const account = await newAccount();
    await importText(account, "phone,firstName\n2125550100,Ann\n");
    const row = await importText(account, "phone,firstName\n2125550100,Eve\n2125550101,Bob\n2125550101,Rob\n", {
      duplicates: "skip",
    });
    expect(row).toMatchObject({ total: 3, imported: 1, updated: 0, skipped: 2 });
    expect((await contactOf(account, "+12125550100"))?.firstName).toBe("Ann");
    expect((await contactOf(account, "+12125550101"))?.firstName).toBe("Bob");
  });

  it("knows contacts without a phone by their e-mail address, and doubles none", async () => {
    const account = await newAccount();
    const text = "email,firstName\nann@example.com,Ann\nbob@example.com,Bob\nANN@example.com,Anna\n";
    expect(await importText(account, text)).toMatchObject({ imported: 2, updated: 1 });
    expect(await importText(account, text)).toMatchObject({ imported: 0, updated: 3 });
    expect(await importText(account, text, { duplicates: "skip" })).toMatchObject({ skipped: 3 });
    const names = await db.tx([account], (q) => q.rows("select first_name from contact order by 1"));
    expect(names).toEqual([{ first_name: "Anna" }, { first_name: "Bob" }]);
  });

  it("marks who must not be contacted, also who asked while the file was read", async () => {
    const account = await newAccount();
    const stop = (phone: string) =>
      db.tx([account], (q) => addDnc(q, [{ accountId: account, phone, types: ["sms", "rcs"], source: "reply" }]));
    await stop("+12125550100");
    const id = await receiveContacts(db, account, pieces("phone\n2125550100\n2125550101\n2125550102\n"), {
      createdBy: "worker",
    });
    await stop("+12125550101");
    while (await importContactsJob.run(db));
    expect((await db.tx([account], (q) => findContactImport(q, account, id)))?.status).toBe("done");
    const bits = await Promise.all([0, 1, 2].map(async (n) => (await contactOf(account, `+1212555010${n}`))?.dncBits));
    expect(bits).toEqual([optOutMask, optOutMask, 0]);
  });

  it("lists what it rejects with line and reason, and takes the rest", async () => {
    const account = await newAccount();
    const row = await importText(
      account,
      'phone,firstName\n2125550100,Ann\n2125550101\n12,Bob\n"2125550102",Eve\n"2125550103"x,Kim\n2125550104,"Lee\n\n2125550105,Max,x\n,\n,Zoe\n2125550106,Ida\n',
    );
    expect(row).toMatchObject({ total: 9, imported: 3, rejectedCount: 6 });
    const rejects = await db.tx([account], (q) => listImportRejects(q, account, row.id, 0, 100));
    expect(rejects).toEqual([
      { line: 3, reason: "The row has 1 column but the header has 2", text: "2125550101" },
      { line: 4, reason: 'Phone "12": no such phone number', text: "12,Bob" },
      { line: 6, reason: "A closing quote is followed by something other than a separator", text: '"2125550103"x,Kim' },
      { line: 7, reason: "A quote is opened and never closed", text: '2125550104,"Lee' },
      { line: 9, reason: "The row has 3 columns but the header has 2", text: "2125550105,Max,x" },
      { line: 11, reason: "The row has neither a phone nor an e-mail address", text: ",Zoe" },
    ]);
  });

  it.each([
    ["", "The file is empty"],
    ["phone,name\n", "The file has a header row and no contacts below it"],
    [
      "name,town\nAnn,Rome\n",
      'No column contains a phone number or an e-mail address. The columns are: "name", "town"',
    ],
    ["phone\n1\n\0\n", "The file contains a NUL byte, so it is not CSV text"],
  ])("of %j is refused and leaves nothing behind", async (text, message) => {
    const account = await newAccount();
    await expect(importText(account, text)).rejects.toThrow(message);
    for (const table of ["contact_import", "contact_import_queue", "contact_import_chunk", "contact", "audit"])
      expect([table, await countIn(account, table)]).toEqual([table, 0]);
  });

  it("keeps the order of a contact's rows over the whole file", async () => {
    const account = await newAccount();
    const count = Math.ceil((2.2 * partBytes) / 90);
    const text = `phone,firstName,note\n${rowsOf(count)}${phoneOf(0)},Last,\n${phoneOf(count - 1)},Last,\n`;
    expect(await importText(account, text)).toMatchObject({
      total: count + 2,
      imported: count,
      updated: 2,
      rejectedCount: 0,
    });
    expect((await contactOf(account, phoneOf(0)))?.firstName).toBe("Last");
    expect((await contactOf(account, phoneOf(count - 1)))?.firstName).toBe("Last");
    expect((await contactOf(account, phoneOf(1)))?.firstName).toBe("Ann1");
  });
});

describe("an account that the planner has not heard of", () => {
  it.each([
    ["phone,first_name,address\n", rowsOf],
    ["email,first_name\n", (n: number) => Array.from({ length: n }, (_, at) => `ann${at}@example.com,Ann\n`).join("")],
  ] as const)("is imported once more by seeks, not by reading all of it for each row: %j", async (head, rows) => {
    const file = head + rows(2000);
    await importText(await newAccount(), file);
    await db.owner((q) => q.run("analyze contact"));
    const account = await newAccount();
    let fetched = 0;
    const tx: Database["tx"] = (accounts, work) =>
      db.tx(accounts, async (q) => {
        const answer = await work(q);
        const row = await q.one<{ n: number }>("select pg_stat_get_xact_tuples_fetched('contact'::regclass)::int n");
        fetched += row?.n ?? 0;
        return answer;
      });
    for (const there of [0, 2000]) {
      fetched = 0;
      const row = await importFile({ ...db, tx }, account, pieces(file), { tag: "again" });
      expect(row).toMatchObject({ imported: 2000 - there, updated: there });
      expect(fetched).toBeLessThan(40_000);
    }
  });
});

describe("a worker that dies (architecture, One program)", () => {
  it("leaves an import that another worker continues, without duplicates or losses", async () => {
    const account = await newAccount();
    const count = Math.ceil((2.4 * partBytes) / 90);
    const text = `phone,firstName,note\nbad,row\n${rowsOf(count)}`;
    const id = await receiveContacts(db, account, pieces(text), { createdBy: "worker" });
    const find = () => db.tx([account], (q) => findContactImport(q, account, id));
    // stopped between two slices, as by a kill that keeps what was committed; one lane may be ahead of the other
    for (let part = 0; part < 2; part++) {
      const stop = new AbortController();
      const tx: Database["tx"] = async (accounts, work, how) => {
        const answer = await db.tx(accounts, work, how);
        if ((await find())?.lanes.some((lane) => lane.part >= part)) stop.abort();
        return answer;
      };
      await importContactsJob.run({ ...db, tx }, stop.signal);
      const row = await find();
      expect(row?.total).toBe(row && row.imported + row.updated + row.skipped + row.rejectedCount);
    }
    while (await importContactsJob.run(db));
    expect(await find()).toMatchObject({
      status: "done",
      total: count + 1,
      imported: count,
      updated: 0,
      rejectedCount: 1,
    });
    expect(await countIn(account, "contact")).toBe(count);
  });

  it("cannot write once another has taken its import", async () => {
    const account = await newAccount();
    const id = await receiveContacts(db, account, pieces("phone\n2125550100\n"), { createdBy: "worker" });
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await db.global((q) => claimContactImport(q, first))).toMatchObject({ importId: id });
    expect(await db.global((q) => claimContactImport(q, second))).toBeNull();
    await db.global((q) =>
      q.run("update contact_import_queue set seen_at = now() - interval '2 minutes' where import_id = $1", [id]),
    );
    expect(await db.global((q) => claimContactImport(q, second))).toMatchObject({ importId: id });
    const late = db.tx([account], (q) =>
      writeImportSlice(q, {
        account,
        importId: id,
        worker: first,
        lane: 0,
        duplicates: "update",
        tag: null,
        consentSource: null,
        copy: Buffer.from(
          "+12125550100\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t\\N\t{}\tunknown\t{}\t{}\t0198c0de-0000-7000-8000-000000000001\n",
        ),
        rows: 1,
        emailOnly: 0,
        repeated: 0,
        again: new Uint8Array(),
        rejects: [],
        areNew: false,
        progress: { part: 0, bytes: 17, line: 3 },
      }),
    );
    await expect(late).rejects.toThrow(ImportClaimedElsewhere);
    expect(await countIn(account, "contact")).toBe(0);
    await db.global((q) => q.run("update contact_import_queue set worker = null where import_id = $1", [id]));
    await importContactsJob.run(db);
    expect(await countIn(account, "contact")).toBe(1);
  });

  it("in the middle of an upload leaves nothing but a failed import", async () => {
    const account = await newAccount();
    const stream = (async function* () {
      yield "phone\n2125550100\n";
      await new Promise(() => {});
    })();
    void receiveContacts(db, account, stream, { createdBy: "user:x" });
    while ((await countIn(account, "contact_import_queue")) === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await db.global((q) => q.run("update contact_import_queue set seen_at = now() - interval '1 hour'"));
    expect(await importContactsJob.run(db)).toBe(true);
    const rows = await db.tx([account], (q) => q.rows("select status, problem from contact_import"));
    expect(rows).toEqual([{ status: "failed", problem: "The upload was cut off before its end" }]);
  });

  it("lets accounts take turns, and never two files of one account at once", async () => {
    // what a test before has left unfinished would have its turn first
    await db.global((q) => q.run("delete from contact_import_queue"));
    const [ann, bob] = [await newAccount(), await newAccount()];
    const receive = (account: string) =>
      receiveContacts(db, account, pieces("phone\n2125550100\n"), { createdBy: "worker" });
    const [first, , other] = [await receive(ann), await receive(ann), await receive(bob)];
    const claims = [];
    for (let n = 0; n < 3; n++) claims.push(await db.global((q) => claimContactImport(q, randomUUID())));
    expect(claims.map((claim) => claim?.importId)).toEqual([first, other, undefined]);
    await db.global((q) => q.run("update contact_import_queue set worker = null"));
    while (await importContactsJob.run(db));
    expect(await countIn(ann, "contact")).toBe(1);
  });

  it("lets another account go between the parts of a large file", async () => {
    await db.global((q) => q.run("delete from contact_import_queue"));
    const [ann, bob] = [await newAccount(), await newAccount()];
    const count = 150_000;
    const large = await receiveContacts(db, ann, pieces(`phone,firstName,note\n${rowsOf(count)}`), {
      createdBy: "worker",
    });
    await receiveContacts(db, bob, pieces("phone\n2125550100\n"), { createdBy: "worker" });
    const turns: number[] = [];
    while (await importContactsJob.run(db)) turns.push(await countIn(bob, "contact"));
    expect(turns.indexOf(1)).toBe(1);
    expect(turns.length).toBe(3);
    const row = await db.tx([ann], (q) => findContactImport(q, ann, large));
    expect(row).toMatchObject({ status: "done", imported: count });
  });

  it("keeps and counts what was imported when it is cancelled", async () => {
    const account = await newAccount();
    const text = `phone,firstName,note\n${rowsOf(100_000)}`;
    const id = await receiveContacts(db, account, pieces(text), { createdBy: "worker" });
    let parts = 0;
    const tx: Database["tx"] = async (accounts, work, options) => {
      const answer = await db.tx(accounts, work, options);
      parts += 1;
      if (parts === 6) await db.tx([account], (q) => cancelContactImport(q, account, id));
      return answer;
    };
    await importContactsJob.run({ ...db, tx });
    while (await importContactsJob.run(db));
    const row = await db.tx([account], (q) => findContactImport(q, account, id));
    expect(row?.status).toBe("cancelled");
    expect(row?.imported).toBe(await countIn(account, "contact"));
    expect([(row?.imported ?? 0) > 0, (row?.imported ?? 0) < 100_000]).toEqual([true, true]);
  });
});
