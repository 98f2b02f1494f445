import { type RouteTest, routeTestRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { playCallerTests } from "@trunkline/workflow/drafting/playCallerTests.ts";
import type { RouteNow } from "@trunkline/workflow/inbound/askRoute.ts";
import { useMemo } from "react";
import { callOne } from "../../../api/call.ts";
import { useCanvasStore } from "../../../canvas/canvasStore.ts";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import { localToday } from "../editor/localToday.ts";
import { Describe } from "./Describe.tsx";
import { useDrafting } from "./useDrafting.ts";

const examples = [
  "Send calls between 9:00 and 17:00 to +1 202 555 0143 and all other calls to voicemail",
  "Send texts with the words ORDER or INVOICE to the inbox Orders and all other texts to the inbox Support",
  "Send calls from area codes 303 and 720 to voicemail",
];

interface Props {
  /** Null before the workflow has a name. Tests are saved with a name only. */
  routeTag: string | null;
  destinations: RouteNow["destinations"];
  /** Adds a saved test to those of the workflow. */
  keep: (test: RouteTest) => void;
  isLocal: boolean;
  first: string | undefined;
  setProposing: (isProposing: boolean) => void;
  close: () => void;
}

/** Describe of an inbound workflow, whose tests are calls and texts. */
export function DescribeInbound({ routeTag, destinations, keep, ...shown }: Props) {
  const drafting = useDrafting(useCanvasStore());
  const { proposal } = drafting;
  const tests = useMemo(
    () =>
      proposal === null
        ? undefined
        : playCallerTests(proposal.graph, { routeTag: routeTag ?? "new", destinations }, proposal.tests, localToday()),
    [proposal, routeTag, destinations],
  );
  const save = async (tag: string) => {
    if (tests === undefined || tests.length === 0) return;
    try {
      for (const { test } of tests)
        keep(await callOne(routeTestRoutes.create, { params: { routeTag: tag }, body: test }));
      toastSuccess(`${plural(tests.length, "test")} saved`, "They are under Try it, Saved tests.");
    } catch (problem) {
      toastError("The tests could not be saved", problem);
    }
  };
  return (
    <Describe
      {...shown}
      drafting={drafting}
      tests={tests}
      saveTests={routeTag === null ? undefined : () => save(routeTag)}
      examples={examples}
    />
  );
}
