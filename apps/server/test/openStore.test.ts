import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../src/config/config.ts";
import { openStore } from "../src/program/openStore.ts";
import { serverUrl } from "./freshDatabase.ts";

// An error about the server of DATABASE_URL says how to fix it.

const mark = randomUUID().slice(0, 8);
const [ascii, foreign, guest] = [`ascii_${mark}`, `foreign_${mark}`, `guest_${mark}`];
const server = new pg.Client({ connectionString: serverUrl("postgres") });

beforeAll(async () => {
  await server.connect();
  await server.query(
    `create database ${ascii} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
  );
  await server.query(`create database ${foreign}`);
  await server.query(`create role ${guest} login password 'guest'`);
});
afterAll(async () => {
  for (const name of [ascii, foreign]) await server.query(`drop database ${name} with (force)`);
  await server.query(`drop role ${guest}`);
  await server.end();
});

const refused = (url: string) => expect(openStore(readConfig({ DATABASE_URL: url }), { say: () => {} })).rejects;

it("a database that does not keep its text as UTF8 is refused", () =>
  refused(serverUrl(ascii)).toThrow(
    /uses the encoding SQL_ASCII; Trunkline needs UTF8. Create it with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0\.$/,
  ));

it("a role that may not make the tables is refused with what to grant", async () => {
  const url = Object.assign(new URL(serverUrl(foreign)), { username: guest, password: "guest" }).href;
  await refused(url).toThrow(
    /permission denied.*must own the database and be allowed to make roles.*WITH ADMIN OPTION/,
  );
});
