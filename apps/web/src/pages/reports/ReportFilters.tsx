import { MultiSelect, Select, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type MeasureId, measureIds, measures, usualMeasures } from "@trunkline/contract/reports/measures.ts";
import { reportChannels } from "@trunkline/contract/reports/report.ts";
import { channelNames, groupingNames } from "@trunkline/contract/reports/reportNames.ts";
import { reportPeriods, usualPeriod } from "@trunkline/contract/reports/reportPeriod.ts";
import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { listOf } from "../../api/queries.ts";
import { WorkflowChoice } from "../../fields/run/WorkflowChoice.tsx";
import { Choice } from "../../ui/form/Choice.tsx";
import type { Address } from "../../ui/page/useAddress.ts";
import { Day } from "../../ui/text/Day.tsx";
import classes from "./ReportsPage.module.css";
import { type ReportState, splitsOf } from "./reportState.ts";

interface Props {
  state: ReportState;
  change: (values: Address) => void;
}

/** What the report is about: its lines, its days, and the filters, "All" in both of the specified ones (spec 2 §7.4). */
export function ReportFilters({ state, change }: Props) {
  const { grouping, view } = state;
  const isByBrand = grouping === "brand" && view === "results";
  return (
    <>
      {view === "results" ? (
        <Select
          size="xs"
          w={124}
          aria-label="Grouping"
          allowDeselect={false}
          data={[
            ...Object.entries(groupingNames).map(([value, { label }]) => ({ value, label })),
            { value: "brand", label: "By brand" },
          ]}
          value={grouping}
          onChange={(chosen) =>
            change({
              grouping: chosen === "day" ? undefined : (chosen ?? undefined),
              split: undefined,
              sort: undefined,
            })
          }
        />
      ) : null}
      <Days state={state} change={change} />
      {isByBrand ? null : (
        // without room these go to a line of their own
        <div className={classes["group"]}>
          <WorkflowChoice
            none={view === "funnel" ? "Choose a workflow" : "All"}
            prefix={view === "funnel" ? undefined : "Workflow"}
            width={view === "funnel" ? 200 : 176}
            value={state.workflow}
            onChange={(workflow) => change({ workflow })}
          />
          {view === "funnel" ? null : <MoreFilters state={state} change={change} />}
        </div>
      )}
    </>
  );
}

function Days({ state: { period, from, to }, change }: Props) {
  return (
    <>
      <Select
        size="xs"
        w={116}
        aria-label="Days"
        placeholder="Other days"
        allowDeselect={false}
        data={reportPeriods.map(({ label }) => label)}
        value={period ?? null}
        onChange={(label) =>
          change({ period: label === usualPeriod ? undefined : (label ?? undefined), from: undefined, to: undefined })
        }
      />
      <Day label="From day" value={from} most={to} onChange={(day) => change({ from: day, to, period: undefined })} />
      <Day label="To day" value={to} least={from} onChange={(day) => change({ from, to: day, period: undefined })} />
    </>
  );
}

function MoreFilters({ state, change }: Props) {
  const templates = useQuery({ ...listOf(smsTemplateRoutes.list), staleTime: 30_000 });
  return (
    <>
      <Choice
        label="Template"
        none="All"
        prefix="Template"
        width={176}
        data={(templates.data ?? []).map((row) => ({ value: row.templateId, label: row.templateTitle }))}
        value={state.template}
        onChange={(template) => change({ template })}
      />
      <Choice
        label="Channel"
        none="All channels"
        width={112}
        data={reportChannels.map((value) => ({ value, label: channelNames.get(value) ?? value }))}
        value={state.channel}
        onChange={(channel) => change({ channel })}
      />
    </>
  );
}

/** What is drawn: measures, a division of each line, the shape, and the comparison. */
export function ChartOptions({ state, change }: Props) {
  const splits = splitsOf({ grouping: state.grouping === "brand" ? "none" : state.grouping, template: state.template });
  return (
    <>
      <MultiSelect
        size="xs"
        flex="1 1 570px"
        miw={220}
        maw={900}
        aria-label="Measures"
        searchable
        hidePickedOptions
        // the usual measures and a place to type are one line
        styles={{ inputField: { minWidth: 48 } }}
        maxValues={8}
        data={measureIds.map((value) => ({ value, label: measures[value].label }))}
        value={[...state.measures]}
        onChange={(chosen) => change({ measures: writeMeasures(chosen as MeasureId[]), chart: undefined })}
      />
      <Choice
        label="Split"
        none="No split"
        width={150}
        data={splits.map((value) => ({ value, label: `Split ${groupingNames[value].label.toLowerCase()}` }))}
        value={state.split}
        onChange={(split) => change({ split })}
      />
      <Select
        size="xs"
        w={104}
        aria-label="Chart"
        allowDeselect={false}
        data={[
          { value: "bars", label: "Bars" },
          { value: "lines", label: "Lines" },
          { value: "stacked", label: "Stacked", disabled: state.split === undefined },
          { value: "table", label: "Table only" },
        ]}
        value={state.chart}
        onChange={(kind) => change({ kind: kind === "bars" ? undefined : (kind ?? undefined) })}
      />
      <Switch
        size="xs"
        label="Compare with the period before"
        checked={state.compare}
        onChange={(event) => change({ compare: event.currentTarget.checked ? undefined : "no" })}
      />
    </>
  );
}

const writeMeasures = (chosen: readonly MeasureId[]): string | undefined =>
  chosen.length === 0 || chosen.join() === usualMeasures.join() ? undefined : chosen.join();
