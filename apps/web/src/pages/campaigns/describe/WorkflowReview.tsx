import { Button, Stack, Text, Title } from "@mantine/core";
import { IconBook } from "@tabler/icons-react";
import { findGaps } from "@trunkline/workflow/drafting/findGaps.ts";
import { findRouteGaps } from "@trunkline/workflow/drafting/findRouteGaps.ts";
import { useMemo } from "react";
import { goTo, graphOf, useCanvas, useCanvasStore } from "../../../canvas/canvasStore.ts";
import classes from "./Describe.module.css";
import { isBlankDrawing } from "./isBlankDrawing.ts";
import { type Drafting, templateTexts } from "./useDrafting.ts";

/** What the workflow does in plain words, and what it lacks. The latter is found by rules. */
export function WorkflowReview({ drafting, readOnly }: { drafting: Drafting; readOnly: boolean }) {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const names = useCanvas((state) => state.names);
  const gaps = useMemo(
    () => (graph.language === undefined ? findGaps(graph, templateTexts(graph, names)) : findRouteGaps(graph)),
    [graph, names],
  );
  if (isBlankDrawing(graph)) return null;
  return (
    <Stack gap={20}>
      <section aria-label="What it does">
        <Title order={3} mb={8}>
          What it does
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconBook size={14} />}
          disabled={drafting.asking !== null}
          onClick={() => void drafting.explain()}
        >
          Explain this workflow
        </Button>
        {drafting.explanation !== null && (
          <Text size="sm" mt={8} className={classes["explanation"]} role="status">
            {drafting.explanation}
          </Text>
        )}
      </section>
      <section aria-label="What is missing">
        <Title order={3} mb={8}>
          What is missing
        </Title>
        {gaps.length === 0 ? (
          <Text size="sm">Nothing that these checks look for.</Text>
        ) : (
          <ul className={classes["gaps"]}>
            {gaps.map(({ node, message, request }) => (
              <li key={message}>
                <button type="button" className={classes["link"]} onClick={() => goTo(store, node)}>
                  {message}
                </button>
                {request !== "" && !readOnly && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Draft a fix: ${message}`}
                    disabled={drafting.asking !== null}
                    onClick={() => void drafting.draft(request)}
                  >
                    Draft a fix
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
    </Stack>
  );
}
