import { Drawer, Group, Stack, Title } from "@mantine/core";
import { IconPlugConnected, IconRefresh } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type CarrierConnection, type CarrierHealth, carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { useState } from "react";
import { callOne } from "../../../api/call.ts";
import { useRefresh } from "../../../api/queries.ts";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { TestConnection } from "../../../ui/form/TestConnection.tsx";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { Facts } from "../../../ui/text/Facts.tsx";
import { formatCount } from "../../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { Time } from "../../../ui/text/Time.tsx";
import { bodyOf } from "./carrierBodyOf.ts";
import { kindOf } from "./carrierKinds.tsx";
import { refusedShare, stateOf } from "./carrierState.ts";
import { serviceName } from "./failingServices.ts";

/** Health of a connection, with buttons to test and reconnect it. */
export function CarrierHealthDrawer({
  connection,
  reason,
  close,
}: {
  connection: CarrierConnection;
  /** Why it can't be tested and reconnected. */
  reason: string | undefined;
  close: () => void;
}) {
  const { connectionId, name } = connection;
  const [isTesting, setTesting] = useState(false);
  const refresh = useRefresh();
  const reconnect = useMutation({
    mutationFn: () => callOne(carrierRoutes.reconnect, { params: { connectionId } }),
    onSuccess: () => toastSuccess("Reconnecting", name),
    onError: (problem) => toastError("Error reconnecting", problem),
    onSettled: () => refresh("/v4/carrier/"),
  });
  return (
    <Drawer opened onClose={close} position="right" size="md" title={`Health of ${name}`}>
      <Stack gap={20}>
        <Group gap={8}>
          <ReasonButton
            variant="default"
            size="xs"
            reason={reason}
            leftSection={<IconPlugConnected size={14} />}
            onClick={() => setTesting(true)}
          >
            Test connection
          </ReasonButton>
          <ReasonButton
            variant="default"
            size="xs"
            reason={reason}
            leftSection={<IconRefresh size={14} />}
            loading={reconnect.isPending}
            onClick={() => reconnect.mutate()}
          >
            Reconnect
          </ReasonButton>
        </Group>
        <StateFacts connection={connection} />
        <LastMinutes connection={connection} />
      </Stack>
      {isTesting ? (
        <TestConnection
          of={name}
          asking={kindOf(connection.kind).testOf(connection)}
          ask={(signal) => callOne(carrierRoutes.test, { body: { ...bodyOf(connection), connectionId }, signal })}
          close={() => setTesting(false)}
        />
      ) : null}
    </Drawer>
  );
}

function StateFacts({ connection }: { connection: CarrierConnection }) {
  const { health, kind, numbers } = connection;
  const { addressOf, factsOf, states } = kindOf(kind);
  const { tone, words, why, since } = stateOf(connection);
  return (
    <Facts
      of={[
        [
          "State",
          <StatusBadge key="state" tone={tone}>
            {words}
          </StatusBadge>,
        ],
        ...(health.boundAt ? [[`${states.bound} since`, <At key="bound" at={health.boundAt} />] as const] : []),
        ...(why !== null && why !== health.lastError && since === null ? [["Why", why] as const] : []),
        [
          "Last success",
          health.lastSuccessAt ? <At key="success" at={health.lastSuccessAt} /> : "No text accepted yet",
        ],
        [
          "Last error",
          health.lastErrorAt ? <At key="error" at={health.lastErrorAt} words={health.lastError} /> : "None",
        ],
        ...health.services.map(
          (one) => [serviceName(connection, one), <Service key={one.service} of={one} />] as const,
        ),
        ["Last throttle", health.throttledAt ? <At key="throttle" at={health.throttledAt} /> : "None"],
        ["Address", addressOf(connection)],
        ...(factsOf?.(connection) ?? []),
        ["Numbers", formatCount(numbers)],
      ]}
    />
  );
}

/** Whether the carrier takes texts, or calls. */
function Service({ of: { state, lastSuccessAt, failingSince, reason } }: { of: CarrierHealth["services"][number] }) {
  if (state === "untried") return "Not tried yet";
  if (state === "works")
    return (
      <>
        Work, last accepted <Time at={lastSuccessAt} />
      </>
    );
  return (
    <>
      Fail since <Time at={failingSince} />
      <div>{reason}</div>
      {lastSuccessAt === null ? (
        <div>None was accepted yet</div>
      ) : (
        <div>
          Last accepted <Time at={lastSuccessAt} />
        </div>
      )}
    </>
  );
}

const LastMinutes = ({ connection: { health, windowSize } }: { connection: CarrierConnection }) => (
  <div>
    <Title order={2} fz={16} mb={8}>
      The last 15 minutes
    </Title>
    <Facts
      of={[
        [
          "Refused",
          health.refusedPercent === null
            ? "---"
            : `${refusedShare(health)} (${formatCount(health.refused)} of ${formatCount(health.sent + health.refused)})`,
        ],
        ["Sent", formatCount(health.sent)],
        ["Receipts", formatCount(health.receipts)],
        ["Arrived", formatCount(health.texts)],
        ["In use now", `${formatCount(health.underWay)} of ${formatCount(windowSize)}`],
      ]}
    />
  </div>
);

const At = ({ at, words = null }: { at: string; words?: string | null }) => (
  <>
    <Time at={at} />
    {words ? <div>{words}</div> : null}
  </>
);
