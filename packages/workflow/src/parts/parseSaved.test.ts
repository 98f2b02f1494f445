import { expect, test } from "vitest";
import { parseInbound } from "../inbound/readInbound.ts";
import { parseWorkflow } from "../outbound/readGraph.ts";

const advice = "Open an earlier version, or save the workflow again.";

test("a workflow that cannot be read says where, in plain words", () => {
  expect(() => parseWorkflow('{"nodes":[{"id":"one","type":"start"}]}')).toThrow(
    `The saved workflow cannot be read: nodes[0].id does not have the expected form. ${advice}`,
  );
  expect(() => parseInbound('{"nodes":[{"id":1}]}')).toThrow(
    `The saved workflow cannot be read: nodes[0].id does not have the expected form. ${advice}`,
  );
});

test("a text that is not JSON says so", () => {
  expect(() => parseWorkflow("{")).toThrow(`The saved workflow cannot be read: it is not JSON. ${advice}`);
});

test("nothing saved is an empty workflow", () => {
  expect(parseWorkflow(null)).toEqual({ schemaVersion: 1, startNode: -1, nodes: [] });
});
