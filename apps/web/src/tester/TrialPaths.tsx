import { Alert, Button, Stack, Switch, Text } from "@mantine/core";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { edges } from "@trunkline/workflow/outbound/graph.ts";
import { untriedEdges } from "@trunkline/workflow/trial/coverage.ts";
import { plural } from "../ui/text/formatFigure.ts";
import classes from "./Tester.module.css";
import type { ContactSearch } from "./useContactSearch.ts";

interface Props {
  graph: Graph;
  entered: ReadonlySet<number>;
  isMarked: boolean;
  mark: (isMarked: boolean) => void;
  nodeName: (id: number) => string;
  search: ContactSearch;
}

/** The paths that no try has followed, each with a search for a contact that follows it. */
export function TrialPaths({ graph, entered, isMarked, mark, nodeName, search }: Props) {
  const untried = untriedEdges(graph, entered);
  const count = edges(graph).length;
  return (
    <Stack gap={12} component="section" aria-label="Paths">
      <Text size="sm" role="status">
        {untried.length === 0
          ? `All ${plural(count, "path")} tried in this session.`
          : `${count - untried.length} of ${plural(count, "path")} tried in this session.`}
      </Text>
      <Switch
        size="sm"
        label="Mark untried paths on the drawing"
        checked={isMarked}
        onChange={(event) => mark(event.currentTarget.checked)}
      />
      <SearchResult search={search} />
      <ul className={classes["paths"]} aria-label="Untried paths">
        {untried.map(({ id, source, target, name }) => (
          <li key={id}>
            <span title={name}>
              {nodeName(source)} to {nodeName(target)}
              {name !== "" && `, ${name}`}
            </span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Find a contact that gets to ${nodeName(target)}`}
              onClick={() => search.start(target)}
            >
              Find a contact
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** How a search for a contact goes, and why it found none. */
export function SearchResult({ search }: { search: ContactSearch }) {
  const { state, stop } = search;
  if (state === null) return null;
  if (state.is === "searching")
    return (
      <Alert color="blue" variant="light" role="status" p={8}>
        <Text size="sm">
          Searching for a contact that gets to {state.name}. {plural(state.tries, "contact")} tried.
        </Text>
        <Button size="compact-xs" variant="default" mt={8} onClick={stop}>
          Stop searching
        </Button>
      </Alert>
    );
  return (
    <Alert color="orange" variant="light" role="status" p={8} withCloseButton closeButtonLabel="Close" onClose={stop}>
      <Text size="sm">{state.words}</Text>
    </Alert>
  );
}
