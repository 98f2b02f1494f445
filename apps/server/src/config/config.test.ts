import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { openMasterKey } from "../program/masterKey.ts";
import { chooseClaimConnections } from "./claimConnections.ts";
import { readConfig, settingNames, withPort } from "./config.ts";
import { isLoopback } from "./isLoopback.ts";

describe("the settings", () => {
  it("have a default for every value", () => {
    expect(readConfig({})).toMatchObject({
      role: "all",
      host: "127.0.0.1",
      port: 4400,
      dataDir: resolve(".trunkline"),
      databaseUrl: undefined,
      publicUrl: "http://127.0.0.1:4400",
      empty: false,
      egressAllow: [],
      importLimits: { fileBytes: 2_147_483_648, rows: 20_000_000 },
    });
  });

  it("are overridden by flags, and an empty variable counts as unset", () => {
    const config = readConfig({ PORT: "5000", HOST: "", TRUNKLINE_DATA_DIR: "a" }, { port: "6000", dataDir: "b" });
    expect(config).toMatchObject({ port: 6000, host: "127.0.0.1", dataDir: resolve("b") });
  });

  it("say how many connections claim journeys, or leave it to the processors of the database", () => {
    const DATABASE_URL = "postgres://trunkline@db.example.com/trunkline";
    expect(readConfig({ DATABASE_URL }).claimConnections).toBe(4);
    expect(readConfig({ DATABASE_URL, TRUNKLINE_CLAIM_CONNECTIONS: "3" }).claimConnections).toBe(3);
    expect(readConfig({}).claimConnections).toBe(chooseClaimConnections(undefined));
  });

  it("read the public address without a trailing slash", () => {
    expect(readConfig({ TRUNKLINE_PUBLIC_URL: "https://t.example/" }).publicUrl).toBe("https://t.example");
    expect(readConfig({ HOST: "0.0.0.0" }).publicUrl).toBe("http://127.0.0.1:4400");
    expect(readConfig({ HOST: "::1" }).publicUrl).toBe("http://[::1]:4400");
    expect(withPort(readConfig({ PORT: "0" }), 5123).publicUrl).toBe("http://127.0.0.1:5123");
  });

  it("are all listed in the help of `serve` and in the README", async () => {
    const [help, readme] = await Promise.all(
      ["../cli/serve.ts", "../../../../README.md"].map((path) => readFile(join(import.meta.dirname, path), "utf8")),
    );
    expect(settingNames.filter((name) => !help?.includes(name))).toEqual([]);
    expect(settingNames.filter((name) => !readme?.includes(name))).toEqual([]);
  });

  it.each([
    [{ PORT: "70000" }, "PORT must be a port"],
    [{ TRUNKLINE_ROLE: "boss" }, "TRUNKLINE_ROLE must be api, worker or all"],
    [{ TRUNKLINE_CLAIM_CONNECTIONS: "5" }, "TRUNKLINE_CLAIM_CONNECTIONS must be a whole number from 1 to 4"],
    [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must be the address of a PostgreSQL server"],
    [{ TRUNKLINE_ADMIN_EMAIL: "ann" }, "TRUNKLINE_ADMIN_EMAIL must be an e-mail address"],
    [{ TRUNKLINE_ADMIN_EMAIL: "ann@example.com" }, "must be set together"],
    [{ TRUNKLINE_API_KEY: "short" }, "TRUNKLINE_API_KEY must have at least 24 characters"],
  ])("are refused by name: %o", (env, message) => {
    expect(() => readConfig(env)).toThrow(message);
  });

  it("require a mail server and a sender together", () => {
    const mailOf = (TRUNKLINE_MAIL_URL: string, TRUNKLINE_MAIL_FROM = "Trunkline <t@example.com>") =>
      readConfig({ TRUNKLINE_MAIL_URL, TRUNKLINE_MAIL_FROM }).mail;
    const from = { name: "Trunkline", address: "t@example.com" };
    const none = { user: "", password: "", from };
    expect(readConfig({}).mail).toBeNull();
    expect(mailOf("smtps://us:a%40b@mail.example.com")).toEqual({
      host: "mail.example.com",
      port: 465,
      secure: true,
      user: "us",
      password: "a@b",
      from,
    });
    expect(mailOf("smtp://[::1]:2525")).toEqual({ host: "::1", port: 2525, secure: false, ...none });
    expect(mailOf("smtp://mail", '"Us, Ltd" <t@example.com>')?.from.name).toBe("Us, Ltd");
    expect(mailOf("smtp://mail", "t@example.com")).toMatchObject({ port: 587, from: { ...from, name: "" } });
    for (const url of [
      "mail.example.com",
      "https://mail",
      "smtp://",
      "smtp://us@mail",
      "smtp://u:p%zz@mail/",
      "smtp://m/?x",
    ])
      expect(() => mailOf(url), url).toThrow(/^TRUNKLINE_MAIL_URL must be the address of a mail server[^\n]*$/);
    for (const wrong of ["Trunkline", "Trunkline <t>", "A\nBcc: x <t@example.com>"])
      expect(() => mailOf("smtp://mail", wrong), wrong).toThrow(/^TRUNKLINE_MAIL_FROM must be an e-mail address/);
    for (const one of [{ TRUNKLINE_MAIL_URL: "smtp://mail" }, { TRUNKLINE_MAIL_FROM: "t@example.com" }])
      expect(() => readConfig(one)).toThrow("TRUNKLINE_MAIL_URL and TRUNKLINE_MAIL_FROM must be set together");
    expect(() => mailOf("smtp://us:my-secret@mail/x")).toThrow(/^(?!.*my-secret)/s);
  });

  it("never show a secret in a message", () => {
    expect(() => readConfig({ TRUNKLINE_MASTER_KEY: "my-secret", TRUNKLINE_ADMIN_PASSWORD: "pass" })).toThrow(
      /^(?!.*(my-secret|"pass")).*TRUNKLINE_MASTER_KEY must be 32 random bytes/s,
    );
  });

  it("recognize loopback hosts", () => {
    expect(["127.0.0.1", "127.9.9.9", "localhost", "::1"].every(isLoopback)).toBe(true);
    expect(["0.0.0.0", "::", "10.0.0.1", "127.example.com"].some(isLoopback)).toBe(false);
  });
});

describe("the master key (readings, Data)", () => {
  it("is read from the variable, in hex or base64", () => {
    const bytes = Buffer.alloc(32, 7);
    for (const masterKey of [bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url")])
      expect(openMasterKey({ masterKey, databaseUrl: undefined, dataDir: "/nowhere" })).toEqual(bytes);
  });

  it("must be set for a server database", () => {
    const config = { masterKey: undefined, databaseUrl: "postgres://h/d", dataDir: join("/nowhere", "else") };
    expect(() => openMasterKey(config)).toThrow("TRUNKLINE_MASTER_KEY must be set when DATABASE_URL is");
  });
});
