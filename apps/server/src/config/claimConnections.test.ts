import { describe, expect, it } from "vitest";
import { chooseClaimConnections } from "./claimConnections.ts";

describe("the connections of a worker that claim journeys", () => {
  it.each([
    ["the embedded server on two processors", undefined, 2, 2],
    ["the embedded server on one processor", undefined, 1, 2],
    ["the embedded server on three processors", undefined, 3, 3],
    ["the embedded server on sixteen processors", undefined, 16, 4],
    ["a server on this machine", "postgres://trunkline@localhost:5432/trunkline", 2, 2],
    ["a server on this machine by its address", "postgres://trunkline@[::1]:5432/trunkline", 2, 2],
    ["a server on this machine by a socket", "postgres:///trunkline?host=/run/postgresql", 2, 2],
    ["a server on another machine", "postgres://trunkline@db.example.com:5432/trunkline", 2, 4],
  ])("are as many as the database has processors: %s", (_, url, processors, expected) => {
    expect(chooseClaimConnections(url, processors)).toBe(expected);
  });
});
