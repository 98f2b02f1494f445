import { Button, Drawer, Stack, Table, Text, Title } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import type { AuditRow } from "@trunkline/contract/audit/audit.ts";
import type { Address } from "../../ui/page/useAddress.ts";
import { CopyButton } from "../../ui/text/CopyButton.tsx";
import { Facts } from "../../ui/text/Facts.tsx";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./AuditDetail.module.css";
import { describeAction, describeDetails } from "./describeAudit.ts";

/** One audit entry: who, what, when, and each value before and after. */
export function AuditDetail({
  entry,
  change,
  close,
}: {
  entry: AuditRow;
  change: (change: Address) => void;
  close: () => void;
}) {
  const { action, actor, at, auditId, data, outcome, target } = entry;
  const details = describeDetails(data);
  const hasBefore = details.some(({ from }) => from !== undefined);
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={describeAction(action)}>
      <Stack gap={20}>
        <Facts
          of={[
            ["Who", actor],
            ["When", <Time key="when" at={at} />],
            ["Action", code(action)],
            [
              "Outcome",
              outcome === "ok" ? (
                <StatusBadge key="outcome" tone="done">
                  Done
                </StatusBadge>
              ) : (
                <StatusBadge key="outcome" tone="failed">
                  Denied
                </StatusBadge>
              ),
            ],
            [
              "Target",
              target === null ? (
                "---"
              ) : (
                <span key="target" className={classes["code"]}>
                  {target} <CopyButton value={target} what="target" />
                </span>
              ),
            ],
            ["Entry", code(auditId)],
          ]}
        />
        {target === null ? null : (
          <div>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFilter size={14} />}
              onClick={() => change({ of: target, entry: undefined })}
            >
              Show all entries for this target
            </Button>
          </div>
        )}
        <div>
          <Title order={2} fz={16} mb={8}>
            {hasBefore ? "Changes" : "Details"}
          </Title>
          {details.length === 0 ? (
            <Text size="sm" c="dimmed">
              No details
            </Text>
          ) : (
            <Table layout="fixed" verticalSpacing={6} fz={13} className={classes["details"] ?? ""}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th scope="col">Field</Table.Th>
                  {hasBefore ? <Table.Th scope="col">Before</Table.Th> : null}
                  <Table.Th scope="col">{hasBefore ? "After" : "Value"}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {details.map(({ key, label, from, value }) => (
                  <Table.Tr key={key}>
                    <Table.Th scope="row" fw={500}>
                      {label}
                    </Table.Th>
                    {hasBefore ? <Table.Td c="dimmed">{from ?? ""}</Table.Td> : null}
                    <Table.Td>{value}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )}
        </div>
      </Stack>
    </Drawer>
  );
}

const code = (text: string) => <span className={classes["code"]}>{text}</span>;
