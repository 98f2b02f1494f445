import { Alert, Button, Checkbox, Group, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconCircleCheck, IconCircleX, IconTrash } from "@tabler/icons-react";
import { callOf, isStart } from "@trunkline/workflow/outbound/graph.ts";
import { useState } from "react";
import { plural } from "../../../ui/text/formatFigure.ts";
import classes from "./Describe.module.css";
import type { ShownProposal } from "./useDrafting.ts";

/** A test of a proposal that was played. */
export interface ShownTest {
  title: string;
  passed: boolean;
  /** The node that was to be reached. */
  reaches: number;
}

interface Props {
  proposal: ShownProposal;
  /** Undefined while they are played. */
  tests: readonly ShownTest[] | undefined;
  /** Whether the tests can be saved. */
  savesTests: boolean;
  show: (node: number) => void;
  takeOver: (keepsTests: boolean) => void;
  discard: () => void;
  /** Why it cannot be used. */
  reason: string | undefined;
}

/** What a proposal changes, its tests, and what is open. */
export function ProposalDetails({ proposal, tests, savesTests, show, takeOver, discard, reason }: Props) {
  const { summary, questions, removed, problems, graph } = proposal;
  const [keepsTests, setKeepsTests] = useState(false);
  const nameOf = (id: number) => {
    const node = graph.nodes.get(id);
    return node === undefined ? `Node ${id}` : callOf(node);
  };
  const isOpen = (nodeId: number | null) => {
    const node = nodeId === null ? undefined : graph.nodes.get(nodeId);
    return node === undefined || !isStart(node);
  };
  const open = problems.filter(({ nodeId }) => isOpen(nodeId));
  return (
    <Stack gap={16} component="section" aria-label="Proposal details">
      <div role="status">
        <Title order={3} mb={4}>
          Proposal
        </Title>
        <Text size="sm">{summary}</Text>
        <Text size="sm" c="dimmed">
          {changesOf(proposal)}
        </Text>
      </div>
      {questions.length > 0 && <Items title="Open questions" items={questions.map((text) => ({ text }))} />}
      <Tests tests={tests} nameOf={nameOf} show={show} />
      {open.length > 0 && (
        <Items
          title="To complete before saving"
          items={open.map(({ message, nodeId }) => ({ text: message, ...(nodeId !== null && { node: nodeId }) }))}
          show={show}
        />
      )}
      {removed.length > 0 && <Items title="Removed" items={removed.map((text) => ({ text }))} />}
      {reason !== undefined && (
        <Alert variant="light" color="yellow" p={8}>
          {reason}
        </Alert>
      )}
      {savesTests && tests !== undefined && tests.length > 0 && (
        <Checkbox
          size="xs"
          label={`Also save the ${tests.length === 1 ? "test" : `${tests.length} tests`}`}
          checked={keepsTests}
          onChange={(event) => setKeepsTests(event.currentTarget.checked)}
        />
      )}
      <Group gap={8}>
        {!isEmpty(proposal) && (
          <Button
            leftSection={<IconCheck size={16} />}
            disabled={reason !== undefined}
            onClick={() => takeOver(keepsTests)}
          >
            Take over
          </Button>
        )}
        <Button variant="default" leftSection={<IconTrash size={16} />} onClick={discard}>
          Discard
        </Button>
      </Group>
    </Stack>
  );
}

/** Whether there is nothing to take over. */
const isEmpty = ({ added, changed, removed }: ShownProposal): boolean =>
  added.size + changed.size + removed.length === 0;

function changesOf({ added, changed, removed }: ShownProposal): string {
  const parts = [
    ...(added.size > 0 ? [`${plural(added.size, "new node")}`] : []),
    ...(changed.size > 0 ? [`${plural(changed.size, "changed node")}`] : []),
    ...(removed.length > 0 ? [`${plural(removed.length, "removed node")}`] : []),
  ];
  return parts.length === 0 ? "Nothing changes." : `${parts.join(", ")}.`;
}

interface ItemsProps {
  title: string;
  items: readonly { text: string; node?: number }[];
  show?: (node: number) => void;
}

const Items = ({ title, items, show }: ItemsProps) => (
  <div>
    <Title order={4} fz={13} mb={4}>
      {title}
    </Title>
    <ul className={classes["items"]}>
      {items.map(({ text, node }) => (
        <li key={`${node} ${text}`}>
          {node === undefined || show === undefined ? (
            text
          ) : (
            <button type="button" className={classes["link"]} onClick={() => show(node)}>
              {text}
            </button>
          )}
        </li>
      ))}
    </ul>
  </div>
);

interface TestsProps {
  tests: Props["tests"];
  nameOf: (node: number) => string;
  show: (node: number) => void;
}

function Tests({ tests, nameOf, show }: TestsProps) {
  if (tests === undefined)
    return (
      <Text size="sm" c="dimmed" role="status">
        Playing the tests.
      </Text>
    );
  if (tests.length === 0) return null;
  return (
    <div>
      <Title order={4} fz={13} mb={4}>
        Tests
      </Title>
      <ul className={classes["tests"]}>
        {tests.map(({ title, passed, reaches }) => (
          <li key={`${title} ${reaches}`} data-passed={passed}>
            {passed ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
            <button type="button" className={classes["link"]} onClick={() => show(reaches)}>
              {title}
            </button>
            <span className={classes["result"]}>
              {passed ? `Passes: it reaches ${nameOf(reaches)}` : `Fails: it does not reach ${nameOf(reaches)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
