import { Alert, Fieldset, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type Connection, connectionRoutes, renewSecretBody } from "@trunkline/contract/webhooks/callback.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { notAllowed } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { ShownOnce } from "../../ui/dialog/ShownOnce.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { formatZonedTime } from "../../ui/text/formatTime.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";

/** Renews and removes the signing secret of a saved connection. The old secret can stay valid for a time. */
export function SigningSecret({ connection, mayEdit }: { connection: Connection; mayEdit: boolean }) {
  const [isRenewing, setRenewing] = useState(false);
  const { endOld, stop } = useEndings(connection);
  const reason = mayEdit ? undefined : notAllowed;
  const signs = connection.signingSecret !== null;
  return (
    <Fieldset legend="Signing secret">
      <Stack gap={12}>
        <Text size="xs" c="dimmed">
          Signs every request with the Standard Webhooks headers webhook-id, webhook-timestamp and webhook-signature.
        </Text>
        <Group gap={8}>
          <StatusBadge tone={signs ? "done" : "waits"}>{signs ? "Requests are signed" : "Not signed"}</StatusBadge>
        </Group>
        {connection.oldSigningSecretUntil ? (
          <Alert color="yellow" icon={<IconClock size={16} />} title="Two secrets are valid" role="status">
            <Stack gap={8} align="flex-start">
              <Text size="sm">
                {`Requests are signed with both. The old secret expires at ${formatZonedTime(connection.oldSigningSecretUntil)}.`}
              </Text>
              <ReasonButton size="xs" variant="default" reason={reason} onClick={() => void endOld()}>
                End the old secret now
              </ReasonButton>
            </Stack>
          </Alert>
        ) : null}
        <Group gap={8}>
          <ReasonButton variant="default" reason={reason} onClick={() => setRenewing(true)}>
            {signs ? "Create a new secret" : "Sign requests"}
          </ReasonButton>
          {signs ? (
            <ReasonButton variant="subtle" color="red" reason={reason} onClick={() => void stop()}>
              Stop signing
            </ReasonButton>
          ) : null}
        </Group>
      </Stack>
      {isRenewing ? <RenewSecret connection={connection} close={() => setRenewing(false)} /> : null}
    </Fieldset>
  );
}

const lasts = [
  { value: "0", label: "Expires immediately" },
  { value: "1", label: "Stays valid for 1 hour" },
  { value: "24", label: "Stays valid for 24 hours" },
  { value: "72", label: "Stays valid for 3 days" },
  { value: "168", label: "Stays valid for 7 days" },
];

/** The contract's message for an invalid secret. */
const problemOf = (signingSecret: string): string | undefined =>
  signingSecret.trim() === "" ? undefined : renewSecretBody.safeParse({ signingSecret }).error?.issues[0]?.message;

function RenewSecret({ connection, close }: { connection: Connection; close: () => void }) {
  const refresh = useRefresh();
  const [hours, setHours] = useState("24");
  const [own, setOwn] = useState("");
  const signs = connection.signingSecret !== null;
  const endsNow = connection.oldSigningSecretUntil;
  const renew = useMutation({
    mutationFn: () =>
      callOne(connectionRoutes.renewSecret, {
        params: { id: connection.id },
        body: { oldSecretHours: Number(hours), ...(own.trim() === "" ? {} : { signingSecret: own.trim() }) },
      }),
    onSuccess: () => refresh(connectionRoutes.list.path),
    onError: (problem) => toastError("Error creating a signing secret", problem),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // don't submit the surrounding form
    event.stopPropagation();
    if (problemOf(own) === undefined) renew.mutate();
  };
  const made = renew.data;
  return (
    <Modal
      opened
      onClose={close}
      title={signs ? "Create a new signing secret" : "Sign requests"}
      closeOnClickOutside={made === undefined}
    >
      {made ? (
        <ShownOnce label="Signing secret" value={made.newSigningSecret} close={close}>
          <Text size="sm">
            {made.oldSigningSecretUntil
              ? `Give it to the receiver before ${formatZonedTime(made.oldSigningSecretUntil)}. Until then, requests are also signed with the old secret.`
              : "Give it to the receiver now. Requests are signed with this secret only."}
          </Text>
        </ShownOnce>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack gap={16}>
            {signs ? (
              <Select
                label="The old secret"
                description="Requests are signed with both secrets so that receivers can switch without downtime"
                data={lasts}
                allowDeselect={false}
                value={hours}
                onChange={(next) => setHours(next ?? "24")}
              />
            ) : null}
            {endsNow ? (
              <Text size="sm">{`At most two secrets can be valid. The one due to expire at ${formatZonedTime(endsNow)} expires now.`}</Text>
            ) : null}
            <TextInput
              label="Secret"
              description="Leave empty to generate a Standard Webhooks secret"
              autoComplete="off"
              maxLength={500}
              value={own}
              error={problemOf(own)}
              onChange={(event) => setOwn(event.currentTarget.value)}
            />
            <DialogActions close={close} words="Create secret" isBusy={renew.isPending} />
          </Stack>
        </form>
      )}
    </Modal>
  );
}

function useEndings({ id, name }: Connection) {
  const refresh = useRefresh();
  const end = async (doIt: () => Promise<unknown>, done: string, failed: string): Promise<void> => {
    try {
      await doIt();
      toastSuccess(done, name);
    } catch (problem) {
      toastError(failed, problem);
    }
    await refresh(connectionRoutes.list.path);
  };
  const endOld = async () => {
    const isSure = await confirm({
      title: "End the old secret now?",
      consequence: "Receivers that still use it will refuse all requests.",
      confirm: "End it",
    });
    if (isSure)
      await end(
        () => callOne(connectionRoutes.endOldSecret, { params: { id } }),
        "Old secret ended",
        "Error ending the old secret",
      );
  };
  const stop = async () => {
    const isSure = await confirm({
      title: "Stop signing?",
      consequence: `Requests of "${name}" will be sent unsigned, and the secret is deleted.`,
      confirm: "Stop signing",
    });
    if (isSure)
      await end(
        () => callOne(connectionRoutes.update, { params: { id }, body: { signingSecret: null } }),
        "Requests are no longer signed",
        "Error saving connection",
      );
  };
  return { endOld, stop };
}
