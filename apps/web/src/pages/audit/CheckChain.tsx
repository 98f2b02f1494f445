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

/** Walks the chain of the audit log from its first link to its last, and says where it does not hold. */
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
        const stretch = await callOne(auditRoutes.check, { query: { after }, signal });
        broken.push(...stretch.broken);
        after = stretch.checked;
        setReached(stretch);
        if (stretch.done) return { ...stretch, broken };
      }
    },
  });
  return (
    <Modal opened onClose={close} title="Check chain" size="lg">
      <Stack gap={16}>
        <Text size="sm" c="dimmed">
          Each entry is linked to the one before it by a hash whose key the database does not hold. An entry that was
          changed, removed or slipped in later breaks the chain.
        </Text>
        {check.isError ? (
          <ErrorState title="The chain could not be checked" problem={check.error} retry={() => check.refetch()} />
        ) : check.data ? (
          <Outcome {...check.data} />
        ) : (
          <Progress wide label="Checking the chain" done={reached.checked} total={Math.max(reached.of, 1)} />
        )}
        <Group justify="flex-end" gap={8}>
          {check.data ? (
            <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
              Check again
            </Button>
          ) : null}
          <Button onClick={close}>Close</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Outcome({ checked, waiting, head, broken }: AuditCheck) {
  const young =
    waiting > 0
      ? ` ${plural(waiting, "entry", "entries")} of the last seconds ${waiting === 1 ? "is" : "are"} not linked yet.`
      : "";
  if (broken.length > 0)
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle size={16} />} title="The chain does not hold">
        <Stack gap={8}>
          <Text size="sm">{`Of ${plural(checked, "link")}, these do not hold.${young}`}</Text>
          <List size="sm" spacing={4}>
            {broken.slice(0, 20).map(({ position, auditId, at, why }) => (
              <List.Item key={`${position} ${why}`}>
                {`${why}${auditId === null ? "" : `: link ${formatCount(position)}, entry ${auditId}`}`}
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
    <Alert color="green" role="status" icon={<IconShieldCheck size={16} />} title="The chain holds">
      <Stack gap={8}>
        <Text size="sm">
          {`${plural(checked, "entry", "entries")} checked: none was changed, removed or slipped in.${young}`}
        </Text>
        {head === null ? null : (
          <Text size="sm" component="div">
            {`Hash of link ${formatCount(checked)}: `}
            <Text span ff="monospace" fz={12} style={{ overflowWrap: "anywhere" }}>
              {head}
            </Text>{" "}
            <CopyButton value={`${checked} ${head}`} what="the hash" />
            <Text size="xs" mt={4}>
              Keep it elsewhere: whoever has it can tell later that nothing was cut off the end.
            </Text>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}
