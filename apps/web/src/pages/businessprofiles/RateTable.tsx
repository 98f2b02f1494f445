import { Button, Table, Text, Title } from "@mantine/core";
import type { TenDlcCampaign } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";
import { formatCount } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import classes from "./TenDlc.module.css";
import { carrierState } from "./tenDlcState.ts";

type Rate = Pick<
  TenDlcCampaign["rateConfigs"][number],
  "carrier" | "max" | "tph" | "numberTph" | "mmsTph" | "brand" | "surcharge"
> &
  Partial<Pick<TenDlcCampaign["rateConfigs"][number], "status" | "reason" | "usedToday">>;

/** Limits, surcharges and today's use per carrier (spec 1 §3.8). */
export function RateTable({
  rates,
  onSuspend,
}: {
  rates: readonly Rate[];
  /** Simulated registry only: suspends the campaign at a carrier, or ends the suspension. */
  onSuspend?: ((carrier: string, isSuspended: boolean) => void) | undefined;
}) {
  const isFiled = rates.some(({ status }) => status !== undefined);
  return (
    <section aria-labelledby="rates">
      <Title order={2} size="h4" mb={4} id="rates">
        Rates per carrier
      </Title>
      <Text size="sm" c="dimmed" mb={12}>
        Limits are in segments. Daily limits apply to the whole brand and reset at midnight Pacific time. Limits per
        number apply on connections that require registration.
      </Text>
      <div className={classes["rates"]}>
        <Table.ScrollContainer
          minWidth={isFiled ? 900 : 520}
          type="native"
          role="group"
          aria-labelledby="rates"
          tabIndex={0}
        >
          <Table verticalSpacing={8} aria-label="Rates per carrier">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Carrier</Table.Th>
                {isFiled ? <Table.Th>Status</Table.Th> : null}
                <Table.Th ta="right">Max per day</Table.Th>
                {isFiled ? <Table.Th ta="right">Used today</Table.Th> : null}
                <Table.Th ta="right">Per hour</Table.Th>
                <Table.Th ta="right">MMS per hour</Table.Th>
                <Table.Th>Brand</Table.Th>
                <Table.Th ta="right">Surcharge</Table.Th>
                {onSuspend ? <Table.Th ta="right">Simulation</Table.Th> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="figures">
              {rates.map(
                ({ carrier, status, reason, max, usedToday = 0, tph, numberTph, mmsTph, brand, surcharge }) => (
                  <Table.Tr key={carrier}>
                    <Table.Td fw={500}>{carrier}</Table.Td>
                    {isFiled ? (
                      <Table.Td>
                        {status === undefined ? null : (
                          <StatusBadge tone={carrierState[status].tone} why={reason ?? null}>
                            {carrierState[status].word}
                          </StatusBadge>
                        )}
                      </Table.Td>
                    ) : null}
                    <Table.Td ta="right">{max === null ? "No limit" : formatCount(max)}</Table.Td>
                    {isFiled ? (
                      <Table.Td ta="right">
                        {max === null
                          ? "---"
                          : `${formatCount(usedToday)} (${formatPercent(Math.floor((100 * usedToday) / max))})`}
                      </Table.Td>
                    ) : null}
                    <Table.Td ta="right">{perHour(tph, numberTph)}</Table.Td>
                    <Table.Td ta="right">{mmsTph === null ? "No limit" : formatCount(mmsTph)}</Table.Td>
                    <Table.Td>{brand ?? "---"}</Table.Td>
                    <Table.Td ta="right">{formatDollars(surcharge / 1_000_000)}</Table.Td>
                    {onSuspend ? (
                      <Table.Td ta="right">
                        {status === "APPROVED" || status === "SUSPENDED" ? (
                          <Button
                            size="compact-xs"
                            variant="default"
                            aria-label={`${status === "APPROVED" ? "Suspend at" : "Resume at"} ${carrier}`}
                            onClick={() => onSuspend(carrier, status === "SUSPENDED")}
                          >
                            {status === "APPROVED" ? "Suspend" : "Resume"}
                          </Button>
                        ) : null}
                      </Table.Td>
                    ) : null}
                  </Table.Tr>
                ),
              )}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </div>
    </section>
  );
}

/** The hourly limit of the 10DLC campaign or of each of its numbers. */
const perHour = (tph: number | null, numberTph: number | null): string =>
  tph !== null ? formatCount(tph) : numberTph !== null ? `${formatCount(numberTph)} per number` : "No limit";
