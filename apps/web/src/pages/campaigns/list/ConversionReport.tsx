import { SegmentedControl, Stack, Table, Text, Title } from "@mantine/core";
import type { ForeignFormat } from "@trunkline/workflow/foreign/convertFlow.ts";
import type { ConvertedStep } from "@trunkline/workflow/foreign/foreignFlow.ts";
import { useState } from "react";
import { SearchBox } from "../../../ui/table/SearchBox.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import { StatusBadge, type Tone } from "../../../ui/text/StatusBadge.tsx";
import classes from "./ConversionReport.module.css";

type Result = ConvertedStep["result"];

const results: Record<Result, [tone: Tone, label: string]> = {
  notMapped: ["waits", "Not mapped"],
  changed: ["going", "Changed"],
  mapped: ["done", "Mapped"],
};
const order = Object.keys(results) as Result[];

interface Props {
  format: ForeignFormat;
  report: readonly ConvertedStep[];
  /** How many tests were made. */
  tests: number;
}

/** What became of each step of a file of another product: what needs attention first. */
export function ConversionReport({ format, report, tests }: Props) {
  const [shown, setShown] = useState<Result | "all">("all");
  const [search, setSearch] = useState("");
  const countOf = (result: Result) => report.filter((one) => one.result === result).length;
  const wanted = search.trim().toLowerCase();
  const rows = [...report]
    .map((one, index) => ({ ...one, index }))
    .filter(({ result }) => shown === "all" || result === shown)
    .filter((one) => `${one.step} ${one.type} ${one.became} ${one.why}`.toLowerCase().includes(wanted))
    .sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result) || a.index - b.index);
  return (
    <Stack gap={8}>
      <Title order={2} fz={16}>{`Converted from ${format}`}</Title>
      <Text size="sm" c="dimmed">
        Steps that are not mapped become a note at their place, and the journey stops there if going on could be wrong.
        Nothing is lost: what followed is in a section of its own.
        {tests > 0 && ` ${plural(tests, "test")} of its paths ${tests === 1 ? "is" : "are"} imported with it.`}
      </Text>
      <div className={classes["filters"]}>
        <SegmentedControl
          size="xs"
          aria-label="Steps to show"
          className={classes["results"] ?? ""}
          data={[
            { value: "all", label: `All ${report.length}` },
            ...order.map((result) => ({ value: result, label: `${results[result][1]} ${countOf(result)}` })),
          ]}
          value={shown}
          onChange={(value) => setShown(value as Result | "all")}
        />
        <SearchBox label="Search steps" value={search} onSearch={setSearch} />
      </div>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" py={16} role="status">
          {report.length === 0 ? "The file has no steps." : "No step matches."}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        <section className={classes["frame"]} tabIndex={0} aria-label="Converted steps">
          <Table verticalSpacing={6} horizontalSpacing={12} stickyHeader aria-label="Conversion report">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Step</Table.Th>
                <Table.Th w={200}>Type</Table.Th>
                <Table.Th w={130}>Result</Table.Th>
                <Table.Th w={170}>Becomes</Table.Th>
                <Table.Th>Note</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ index, step, type, result, became, why }) => (
                <Table.Tr key={index}>
                  <Table.Td className={classes["name"] ?? ""}>{step}</Table.Td>
                  <Table.Td c="dimmed">{type}</Table.Td>
                  <Table.Td>
                    <StatusBadge tone={results[result][0]}>{results[result][1]}</StatusBadge>
                  </Table.Td>
                  <Table.Td>{became}</Table.Td>
                  <Table.Td className={classes["note"] ?? ""}>{why}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
      <Text size="xs" c="dimmed" role="status">
        {plural(rows.length, "step")}
      </Text>
    </Stack>
  );
}
