import { Alert, Checkbox, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type NotificationChoice,
  notificationCenterRoutes,
  notificationKinds,
} from "@trunkline/contract/notifications/notification.ts";
import { callOne } from "../../api/call.ts";
import { useMe, viewersChangeNothing } from "../../api/me.ts";
import { oneOf } from "../../api/queries.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { toastError } from "../../ui/page/toast.tsx";

const query = oneOf(notificationCenterRoutes.choices);

/** What the user is notified of in this account, in the product and by mail. */
export function NotificationsPane() {
  const isViewer = useMe().role === "viewer";
  const choices = useQuery(query);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (body: NotificationChoice) => callOne(notificationCenterRoutes.choose, { body }),
    onError: (problem) => toastError("Error saving your choice", problem),
    onSettled: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (isViewer) return <Text c="dimmed">{viewersChangeNothing}</Text>;
  if (choices.isError && !choices.data)
    return <ErrorState title="Error loading notifications" problem={choices.error} retry={() => choices.refetch()} />;
  if (!choices.data) return <Skeleton height={240} aria-busy />;
  const { canMail } = choices.data;
  // a choice is shown at once, also while it is being saved
  const shown = choices.data.choices.map((one) =>
    save.isPending && save.variables.kind === one.kind ? save.variables : one,
  );
  return (
    <Stack gap={16} data-wide>
      <div>
        <Title order={2}>Notifications</Title>
        <Text c="dimmed">
          Choose what the bell in the top bar lists and what is mailed to you. Applies to you in this account.
        </Text>
      </div>
      {canMail ? null : (
        <Alert color="yellow" title="This installation sends no mail">
          Your choices for mail take effect when your operator sets up a mail server.
        </Alert>
      )}
      <Table aria-label="Notifications" verticalSpacing={10}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">About</Table.Th>
            <Table.Th scope="col" w={90}>
              In the list
            </Table.Th>
            <Table.Th scope="col" w={90}>
              By mail
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((choice) => (
            <Row key={choice.kind} choice={choice} save={save.mutate} />
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function Row({ choice, save }: { choice: NotificationChoice; save: (choice: NotificationChoice) => void }) {
  const { label, description } = notificationKinds[choice.kind];
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {label}
        <Text size="sm" c="dimmed" fw={400}>
          {description}
        </Text>
      </Table.Th>
      <Table.Td>
        <Checkbox
          aria-label={`${label} in the list`}
          checked={choice.listed}
          onChange={(event) => save({ ...choice, listed: event.currentTarget.checked })}
        />
      </Table.Td>
      <Table.Td>
        <Checkbox
          aria-label={`${label} by mail`}
          checked={choice.mailed}
          onChange={(event) => save({ ...choice, mailed: event.currentTarget.checked })}
        />
      </Table.Td>
    </Table.Tr>
  );
}
