import { Button, Group, Modal, PasswordInput, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type TwoFactor as Standing, twoFactorRoutes } from "@trunkline/contract/identity/twoFactor.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { AnyCodeInput } from "../../twoFactor/CodeInput.tsx";
import { RecoveryCodes } from "../../twoFactor/RecoveryCodes.tsx";
import { SetUpTwoFactor } from "../../twoFactor/SetUpTwoFactor.tsx";
import { DialogActions } from "../../ui/dialog/DialogActions.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { messageOfFailure, toastSuccess } from "../../ui/page/toast.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";

type Open = "set-up" | "codes" | "off" | null;

/** The user's two-factor authentication. */
export function TwoFactor() {
  const refresh = useRefresh();
  const [open, setOpen] = useState<Open>(null);
  const standing = useQuery(oneOf(twoFactorRoutes.find));
  const close = () => {
    setOpen(null);
    void refresh(twoFactorRoutes.find.path, "/v4/session/", "/auth/me");
  };
  return (
    <Stack gap={12}>
      <Title order={2}>Two-factor authentication</Title>
      {standing.isError && !standing.data ? (
        <ErrorState
          title="Error loading two-factor authentication"
          problem={standing.error}
          retry={() => standing.refetch()}
        />
      ) : standing.data ? (
        <Stand standing={standing.data} open={setOpen} />
      ) : (
        <Skeleton height={72} aria-busy />
      )}
      <Modal
        opened={open === "set-up"}
        onClose={close}
        title="Set up two-factor authentication"
        closeOnClickOutside={false}
      >
        <SetUpTwoFactor
          cancel={close}
          done={() => {
            close();
            toastSuccess("Two-factor authentication is on", "Your other sessions have ended.");
          }}
        />
      </Modal>
      <Modal opened={open === "codes"} onClose={close} title="New recovery codes" closeOnClickOutside={false}>
        <NewCodes close={close} />
      </Modal>
      <Modal opened={open === "off"} onClose={close} title="Turn off two-factor authentication">
        <TurnOff close={close} />
      </Modal>
    </Stack>
  );
}

function Stand({ standing, open }: { standing: Standing; open: (what: Open) => void }) {
  const { enabled, since, recoveryCodesLeft, required } = standing;
  if (!enabled)
    return (
      <Stack gap={12} align="flex-start">
        <Text c="dimmed">Sign in with your password and a code from an authenticator app on your phone.</Text>
        <Button onClick={() => open("set-up")}>Set up</Button>
      </Stack>
    );
  return (
    <Stack gap={12} align="flex-start">
      <Group gap={8}>
        <StatusBadge tone="done">On</StatusBadge>
        <Text size="sm" c="dimmed">
          since <Time at={since} />
        </Text>
        {recoveryCodesLeft < 3 ? (
          <StatusBadge tone="waits">{`${plural(recoveryCodesLeft, "recovery code")} left`}</StatusBadge>
        ) : (
          <Text size="sm" c="dimmed">
            {`${plural(recoveryCodesLeft, "recovery code")} left`}
          </Text>
        )}
      </Group>
      <Group gap={8}>
        <Button variant="default" onClick={() => open("codes")}>
          New recovery codes
        </Button>
        <ReasonButton
          variant="default"
          reason={required ? "This account requires two-factor authentication." : undefined}
          onClick={() => open("off")}
        >
          Turn off
        </ReasonButton>
      </Group>
    </Stack>
  );
}

function NewCodes({ close }: { close: () => void }) {
  const [code, setCode] = useState("");
  const renew = useMutation({ mutationFn: () => callOne(twoFactorRoutes.renewCodes, { body: { code } }) });
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} done={close} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renew.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <Text size="sm">Your current codes will stop working.</Text>
        <AnyCodeInput
          data-autofocus
          value={code}
          error={renew.isError ? messageOfFailure(renew.error) : undefined}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <DialogActions close={close} words="Create new codes" isBusy={renew.isPending} />
      </Stack>
    </form>
  );
}

function TurnOff({ close }: { close: () => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const disable = useMutation({
    mutationFn: () => callOne(twoFactorRoutes.disable, { body: { password, code } }),
    onSuccess: () => {
      close();
      toastSuccess("Two-factor authentication is off");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    disable.mutate();
  };
  const problem = disable.isError ? messageOfFailure(disable.error) : undefined;
  const isOfPassword = problem?.startsWith("Password") ?? false;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <Text size="sm">You will sign in with your password only. Your recovery codes will stop working.</Text>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ "aria-label": "Show password" }}
          value={password}
          error={isOfPassword ? problem : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <AnyCodeInput
          value={code}
          error={isOfPassword ? undefined : problem}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <DialogActions close={close} words="Turn off" isBusy={disable.isPending} />
      </Stack>
    </form>
  );
}
