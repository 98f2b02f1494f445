import { describe, expect, it } from "vitest";
import { recordingFetchOf } from "./recordingFetchOf.ts";

const late = { type: "recordingLate", data: { of: "call", problem: "the provider has a problem (503)" } };
const failed = {
  type: "recordingFailed",
  data: { of: "call", problem: "the provider refused access to the file (403)" },
};
const fetched = { type: "recordingFetched", data: { of: "call", seconds: 4 } };

describe("a recording that the provider does not serve", () => {
  it.each([
    ["is not spoken of before it is late", [], null, null],
    ["is being fetched", [late], "fetching", late.data.problem],
    ["is there", [late, fetched], null, null],
    ["could not be fetched", [late, failed], "failed", failed.data.problem],
    ["was given up at once", [failed], "failed", failed.data.problem],
    ["is one of two", [late, late, fetched], "fetching", late.data.problem],
  ])("%s", (_, events, recordingFetch, recordingProblem) => {
    expect(recordingFetchOf(events)).toEqual({ recordingFetch, recordingProblem });
  });
});
