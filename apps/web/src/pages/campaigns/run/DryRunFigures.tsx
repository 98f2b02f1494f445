import { Anchor, Modal, Table as Plain, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type DryRun, type DryRunResult, dryRunRoutes } from "@trunkline/contract/runs/dryRun.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { type ReactNode, useMemo, useState } from "react";
import type { Item } from "../../../api/call.ts";
import { listOf } from "../../../api/queries.ts";
import { nameOf } from "../../../canvas/cards.ts";
import { paths } from "../../../paths.ts";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import type { Column } from "../../../ui/table/column.ts";
import { useSort } from "../../../ui/table/sort.ts";
import { Table } from "../../../ui/table/Table.tsx";
import { formatCount, formatPhone, plural } from "../../../ui/text/formatFigure.ts";
import { formatTime } from "../../../ui/text/formatTime.ts";

/** A list of contacts that a figure opens. */
interface Opened {
  list: string;
  title: string;
  count: number;
}

/** The figures of a dry run. Every figure of contacts opens their list. */
export function DryRunFigures({
  run,
  result,
  text,
}: {
  run: DryRun;
  result: DryRunResult;
  /** The workflow, for the names of its nodes. */
  text: string | undefined;
}) {
  const [opened, setOpened] = useState<Opened>();
  const graph = useMemo(() => (text === undefined ? undefined : readGraph(text, {})), [text]);
  const name = (node: number): string => {
    const found = graph?.nodes.get(node);
    return found ? nameOf(found) : `Node ${node}`;
  };
  const figure = (count: number, list: string, title: string) => (
    <Anchor component="button" type="button" inherit onClick={() => setOpened({ count, list, title })}>
      {formatCount(count)}
    </Anchor>
  );
  const { leftOut, sends, failed, hours, timeline } = result;
  const problems = sends.flatMap(({ node, blocked, empty, tooLong }) => [
    ...blocked.map(({ reasonText, count, list }) => ({ node, why: `Not sent: ${reasonText}`, count, list })),
    ...empty.map(({ variable, count, list }) => ({ node, why: `\${${variable}} is empty`, count, list })),
    ...(tooLong === null ? [] : [{ node, why: "Longer than a text may be", ...tooLong }]),
  ]);
  const failures = failed.map(({ node, reasonText, count, list }) => ({
    node,
    why: `Fails: ${reasonText}`,
    count,
    list,
  }));
  return (
    <Stack gap={24}>
      {leftOut.length > 0 && (
        <Part title="Left out" head={["Reason", "Contacts"]}>
          {leftOut.map(({ reason, reasonText, count, list }) => (
            <Row key={reason} cells={[capital(reasonText), figure(count, list, capital(reasonText))]} />
          ))}
        </Part>
      )}
      {problems.length + failures.length > 0 && (
        <Part title="To look at" head={["Node", "What happens", "Contacts"]}>
          {[...problems, ...failures].map(({ node, why, count, list }) => (
            <Row key={list} cells={[name(node), why, figure(count, list, `${name(node)}, ${why}`)]} />
          ))}
        </Part>
      )}
      <Part title="Sends" head={["Node", "Sent", "Segments", "Longest", "Encodings"]}>
        {sends.map(({ node, sent, segments, longest, encodings }) => (
          <Row
            key={node}
            cells={[
              name(node),
              formatCount(sent),
              formatCount(segments),
              formatCount(longest),
              encodings.map(({ encoding, texts }) => `${encoding} ${formatCount(texts)}`).join(", "),
            ]}
          />
        ))}
      </Part>
      <Text size="sm" c="dimmed">
        {`Assumed: ${formatCount(result.delivered)} delivered, ${plural(result.replies, "reply", "replies")}, ${plural(result.clicks, "click")}.`}
      </Text>
      <Part title="Hour of the recipient's day" head={["Time zone", "Busiest hours", "Sends"]}>
        {hours.map(({ zone, counts }) => (
          <Row key={zone} cells={[zone, busiest(counts), formatCount(counts.reduce((sum, count) => sum + count, 0))]} />
        ))}
      </Part>
      <Part title={timeline.stepSeconds === 3600 ? "Sends by hour" : "Sends by day"} head={["From", "Sends"]}>
        {timeline.counts.map(({ at, count }) => (
          <Row key={at} cells={[formatTime(at), formatCount(count)]} />
        ))}
      </Part>
      {opened && <Contacts run={run} opened={opened} close={() => setOpened(undefined)} />}
    </Stack>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The hours with the most sends, such as `09:00 (120), 10:00 (80)`. */
const busiest = (counts: readonly number[]): string =>
  counts
    .map((count, hour) => ({ count, hour }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.hour - b.hour)
    .slice(0, 4)
    .map(({ count, hour }) => `${String(hour).padStart(2, "0")}:00 (${formatCount(count)})`)
    .join(", ");

const Part = ({ title, head, children }: { title: string; head: string[]; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={2} fz={16} mb={8}>
      {title}
    </Title>
    <Plain.ScrollContainer minWidth={320}>
      <Plain aria-label={title}>
        <Plain.Thead>
          <Plain.Tr>
            {head.map((words) => (
              <Plain.Th key={words}>{words}</Plain.Th>
            ))}
          </Plain.Tr>
        </Plain.Thead>
        <Plain.Tbody>{children}</Plain.Tbody>
      </Plain>
    </Plain.ScrollContainer>
  </section>
);

const Row = ({ cells }: { cells: ReactNode[] }) => (
  <Plain.Tr>
    {cells.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row stay in their order
      <Plain.Td key={index}>{cell}</Plain.Td>
    ))}
  </Plain.Tr>
);

type Contact = Item<typeof dryRunRoutes.contacts>;

const columns: Column<Contact>[] = [
  {
    id: "name",
    header: "Contact",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.contact(row.contactId)} inherit fw={500} truncate>
        {row.name || formatPhone(row.phone)}
      </Anchor>
    ),
    value: (row) => row.name,
    width: 240,
    always: true,
  },
  { id: "phone", header: "Phone", cell: (row) => formatPhone(row.phone), value: (row) => row.phone, width: 180 },
];

/** The first thousand contacts of a figure. */
function Contacts({ run, opened, close }: { run: DryRun; opened: Opened; close: () => void }) {
  const { campaignId, dryRunId } = run;
  const contacts = useQuery(
    listOf(dryRunRoutes.contacts, { params: { campaignId, dryRunId }, query: { list: opened.list } }),
  );
  return (
    <Modal opened onClose={close} title={opened.title} size={640}>
      {opened.count > 1_000 && (
        <Text size="sm" c="dimmed" mb={8}>{`The first 1,000 of ${formatCount(opened.count)} contacts.`}</Text>
      )}
      <Table
        name="Contacts of the figure"
        columns={columns}
        rows={contacts}
        rowId={(row) => row.contactId}
        rowName={(row) => row.name || formatPhone(row.phone)}
        {...useSort({ by: "name", descending: false }, "figureSort")}
        errorTitle="Could not load the contacts"
        maxHeight={480}
        empty="No contacts"
      />
    </Modal>
  );
}
