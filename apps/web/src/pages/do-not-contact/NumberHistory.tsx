import { Drawer, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dncRoutes, federalDays } from "@trunkline/contract/doNotContact/dnc.ts";
import { oneOf } from "../../api/queries.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./DoNotContactPage.module.css";
import { sourceName, typeNames } from "./describeDnc.ts";

const federal = {
  listed: { tone: "failed", label: "On the federal list" },
  not_listed: { tone: "done", label: "Not on the federal list" },
  no_list: { tone: "off", label: "No federal list loaded for this area code" },
  too_old: { tone: "waits", label: `The federal list for this area code is older than ${federalDays} days` },
} as const;

/** The status of one number and the history of its changes. */
export function NumberHistory({ phone, close }: { phone: string; close: () => void }) {
  const found = useQuery(oneOf(dncRoutes.number, { params: { phone } }));
  return (
    <Drawer opened onClose={close} position="right" title={formatPhone(phone)}>
      {found.isError && !found.data ? (
        <ErrorState title="Error loading number" problem={found.error} retry={() => found.refetch()} />
      ) : !found.data ? (
        <Skeleton height={160} />
      ) : (
        <Stack gap={16}>
          <Stack gap={8}>
            {found.data.entries.length === 0 ? (
              <span>
                <StatusBadge tone="done">Not on your list</StatusBadge>
              </span>
            ) : (
              found.data.entries.map(({ type, party, source, reason, created }) => (
                <Text key={`${type} ${party}`} size="sm">
                  <StatusBadge tone="failed">{`No ${typeNames[type].replace(/^[TC]/, (c) => c.toLowerCase())}`}</StatusBadge>{" "}
                  {party === "contact" ? "by the contact" : "by the account"}, {sourceName(source).toLowerCase()}
                  {reason ? `: ${reason}` : ""}, <Time at={created} />
                </Text>
              ))
            )}
            <span>
              <StatusBadge tone={federal[found.data.federal].tone}>{federal[found.data.federal].label}</StatusBadge>
            </span>
          </Stack>
          <Title order={2} fz={16}>
            History
          </Title>
          {found.data.history.length === 0 ? (
            <Text size="sm" c="dimmed">
              No changes yet
            </Text>
          ) : (
            <ul className={classes["changes"]} aria-label="Changes">
              {found.data.history.map(({ type, action, source, reason, at }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: changes are never reordered
                <li key={index}>
                  {typeNames[type]} {action === "out" ? "blocked" : "allowed"}
                  {reason ? `: ${reason}` : ""}
                  <br />
                  <span className={classes["dim"]}>
                    {sourceName(source)}, <Time at={at} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Stack>
      )}
    </Drawer>
  );
}
