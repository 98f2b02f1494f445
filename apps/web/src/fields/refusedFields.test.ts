import { expect, test } from "vitest";
import { ApiFailure } from "../api/call.ts";
import { refusedFields } from "./refusedFields.ts";

test("shows the first refusal of each field at that field (look, Forms)", () => {
  const errors = [
    { code: "invalid", message: "not a phone number", where: "body.phone" },
    { code: "invalid", message: "taken", where: "body.phone" },
    { code: "invalid", message: "A tag holds no comma", where: "body.tags[1]" },
    { code: "invalid", message: "must be at most 500", where: "query.limit" },
    { code: "failed", message: "Undefined error" },
  ];
  expect(refusedFields(new ApiFailure("not a phone number", 400, errors))).toEqual({
    phone: "not a phone number",
    tags: "A tag holds no comma",
  });
  expect(refusedFields(new Error("offline"))).toEqual({});
});
