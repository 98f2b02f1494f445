import { Alert, Anchor, Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { twoFactorRoutes } from "@trunkline/contract/identity/twoFactor.ts";
import { type FormEvent, useState } from "react";
import { ApiFailure, callOne } from "../../api/call.ts";
import { CodeInput } from "../../twoFactor/CodeInput.tsx";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { useFinishSignIn } from "./useFinishSignIn.ts";

/** The second step of a sign-in: the authenticator's code, or a recovery code. */
export function SecondStep({ challenge, again }: { challenge: string; again: () => void }) {
  const enter = useFinishSignIn();
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const signIn = useMutation({
    mutationFn: () => callOne(twoFactorRoutes.signIn, { body: { challenge, code } }),
    onSuccess: enter,
  });
  const isOver = signIn.error instanceof ApiFailure && signIn.error.errors[0]?.code === "challenge_over";
  const problem = signIn.isError ? messageOfFailure(signIn.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== "") signIn.mutate();
  };
  const field = {
    value: code,
    autoFocus: true,
    error: isOver ? undefined : problem,
    onChange: (event: { currentTarget: { value: string } }) => setCode(event.currentTarget.value),
  };
  const change = () => {
    setRecovery(!isRecovery);
    setCode("");
    signIn.reset();
  };
  return (
    <AuthPage title="Sign in" purpose="Enter the code from your authenticator app.">
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          {isOver ? (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          ) : null}
          {isRecovery ? (
            <TextInput
              key="recovery"
              label="Recovery code"
              description="One of the recovery codes you saved. Each works once."
              autoComplete="off"
              spellCheck={false}
              {...field}
            />
          ) : (
            <CodeInput key="code" {...field} />
          )}
          {isOver ? (
            <Button fullWidth onClick={again}>
              Sign in again
            </Button>
          ) : (
            <Button type="submit" onMouseDown={keepFocus} fullWidth loading={signIn.isPending}>
              Sign in
            </Button>
          )}
          <Group justify="space-between" gap={8}>
            <Anchor component="button" type="button" size="sm" onClick={change}>
              {isRecovery ? "Use your authenticator app" : "Use a recovery code"}
            </Anchor>
            <Anchor component="button" type="button" size="sm" onClick={again}>
              Back
            </Anchor>
          </Group>
        </Stack>
      </form>
    </AuthPage>
  );
}
