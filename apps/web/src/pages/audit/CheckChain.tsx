import { Alert, Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconShieldCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type AuditCheck, auditRoutes } from "@trunkline/contract/audit/audit.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Progress } from "../../ui/page/Progress.tsx";
import { CopyButton } from "../../ui/text/CopyButton.tsx";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";

/** Verifies the hash chain of the audit log from its first entry to the last and lists broken links. */
export function CheckChain({ close }: { close: () => void }) {
  const [reached, setReached] = useState({ checked: 0, of: 0 });
  const check = useQuery({
    queryKey: [auditRoutes.check.path, "walk"],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<AuditCheck> => {
      const broken: AuditCheck["broken"] = [];
      let after = 0;
      for (;;) {
        const chunk = await callOne(auditRoutes.check, { query: { after }, signal });
        broken.push(...chunk.broken);
        after = chunk.checked;
        setReached(chunk);
        if (chunk.done) return { ...chunk, broken };
      }
    },
  });
  return (
    <Modal opened onClose={close} title="Verify log" size="lg">
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          Each entry is linked to the previous one by a hash, and the key is not stored in the database. Changing,
          removing or inserting an entry breaks the chain.
        </Text>
        {check.isError ? (
          <ErrorState title="Could not verify the log" problem={check.error} retry={() => check.refetch()} />
        ) : check.data ? (
          <Outcome {...check.data} />
        ) : (
          <Progress wide label="Verifying the log" done={reached.checked} total={Math.max(reached.of, 1)} />
        )}
        <Group justify="flex-end" gap={8}>
          {check.data ? (
            <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
              Verify again
            </Button>
          ) : null}
          <Button onClick={close}>Close</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Outcome({ checked, waiting, head, broken }: AuditCheck) {
  const unlinked =
    waiting > 0
      ? ` ${plural(waiting, "new entry", "new entries")} ${waiting === 1 ? "is" : "are"} not linked yet.`
      : "";
  if (broken.length > 0)
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={16} />} title="The log was tampered with">
        <Stack gap={8}>
          <Text size="sm">{`${plural(checked, "entry", "entries")} checked. These links are broken.${unlinked}`}</Text>
          <List size="sm" spacing={4}>
            {broken.slice(0, 20).map(({ position, auditId, at, why }) => (
              <List.Item key={`${position} ${why}`}>
                {`${why}${auditId === null ? "" : ` (link ${formatCount(position)}, entry ${auditId})`}`}
                {at === null ? null : (
                  <>
                    , <Time at={at} />
                  </>
                )}
              </List.Item>
            ))}
          </List>
        </Stack>
      </Alert>
    );
  return (
    <Alert color="green" role="status" icon={<IconShieldCheck size={16} />} title="The log is intact">
      <Stack gap={8}>
        <Text size="sm">
          {`${plural(checked, "entry", "entries")} checked. None were changed, removed or inserted.${unlinked}`}
        </Text>
        {head === null ? null : (
          <Text size="sm" component="div">
            {`Hash of link ${formatCount(checked)}: `}
            <Text span ff="monospace" fz={12} style={{ overflowWrap: "anywhere" }}>
              {head}
            </Text>{" "}
            <CopyButton value={`${checked} ${head}`} what="the hash" />
            <Text size="xs" mt={4}>
              Save this hash outside Trunkline to prove later that no entries were removed from the end.
            </Text>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
