import { Alert, Button, Code, Group, PasswordInput, Skeleton, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { twoFactorRoutes } from "@trunkline/contract/identity/twoFactor.ts";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { callOne } from "../api/call.ts";
import { messageOfFailure } from "../ui/page/toast.tsx";
import { CopyButton } from "../ui/text/CopyButton.tsx";
import { CodeInput } from "./CodeInput.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

// only needed during the set-up
const QrCode = lazy(async () => ({ default: (await import("./QrCode.tsx")).QrCode }));

/** Sets up two-factor authentication: password, QR code, code, recovery codes. */
export function SetUpTwoFactor({ done, cancel }: { done: () => void; cancel?: () => void }) {
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const begin = useMutation({ mutationFn: () => callOne(twoFactorRoutes.begin, { body: { password } }) });
  const confirm = useMutation({ mutationFn: () => callOne(twoFactorRoutes.confirm, { body: { code } }) });
  const submit = (what: typeof begin | typeof confirm, value: string) => (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== "") what.mutate();
  };
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} done={done} />;
  if (begin.data) {
    const { secret, uri } = begin.data;
    return (
      <form onSubmit={submit(confirm, code)} noValidate>
        <Stack gap={16}>
          <Text size="sm">Scan this QR code with an authenticator app, then enter the code it shows.</Text>
          <Group gap={20} align="flex-start">
            <Suspense fallback={<Skeleton width={184} height={184} />}>
              <QrCode text={uri} label="QR code for an authenticator" />
            </Suspense>
            <Stack gap={4} flex={1} miw={180}>
              <Text size="sm" c="dimmed">
                Can't scan it? Enter this key:
              </Text>
              <Group gap={4} wrap="nowrap">
                <Code style={{ overflowWrap: "anywhere" }}>{secret.replace(/(.{4})/g, "$1 ").trim()}</Code>
                <CopyButton value={secret} what="the key" />
              </Group>
            </Stack>
          </Group>
          <CodeInput
            data-autofocus
            value={code}
            error={confirm.isError ? messageOfFailure(confirm.error) : undefined}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Actions cancel={cancel} words="Turn on" isBusy={confirm.isPending} />
        </Stack>
      </form>
    );
  }
  return (
    <form onSubmit={submit(begin, password)} noValidate>
      <Stack gap={16}>
        {begin.isError ? (
          <Alert color="red" role="alert">
            {messageOfFailure(begin.error)}
          </Alert>
        ) : null}
        <PasswordInput
          label="Password"
          description="Confirm that it's you"
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ "aria-label": "Show password" }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Actions cancel={cancel} words="Continue" isBusy={begin.isPending} />
      </Stack>
    </form>
  );
}

const Actions = ({ cancel, words, isBusy }: { cancel: (() => void) | undefined; words: string; isBusy: boolean }) => (
  <Group gap={8} justify="flex-end">
    {cancel ? (
      <Button variant="default" onClick={cancel}>
        Cancel
      </Button>
    ) : null}
    <Button type="submit" loading={isBusy}>
      {words}
    </Button>
  </Group>
);
