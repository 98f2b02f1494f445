import { Alert, Button, PasswordInput, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { authRoutes, newPassword } from "@trunkline/contract/identity/auth.ts";
import { z } from "zod";
import { ApiFailure, callOne } from "../../api/call.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { AuthPage } from "./AuthPage.tsx";
import { ToSignIn } from "./ForgotPasswordPage.tsx";

const title = "Choose a new password";
const draft = z.object({ password: newPassword });

/** Chooses a new password with a one-time link. Its token comes after `#`, so that it is in no server log. */
export function ResetPasswordPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  const go = useGo();
  const link = useQuery({
    queryKey: ["reset link", token],
    queryFn: () => callOne(authRoutes.findReset, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { form, reset } = useReset(token);
  if (reset.isSuccess) return <Changed email={reset.data.email} />;
  if (link.isError) {
    const isOver = link.error instanceof ApiFailure && link.error.status >= 400 && link.error.status < 429;
    return (
      <AuthPage title={title} purpose="This link lets you choose a new password once.">
        <ErrorState
          title={isOver ? "This link can't be used" : "Error loading the link"}
          problem={link.error}
          retryLabel={isOver ? "Get a new link" : "Retry"}
          retry={() => (isOver ? go(paths.forgotPassword) : void link.refetch())}
        />
        <Stack>
          <ToSignIn />
        </Stack>
      </AuthPage>
    );
  }
  if (link.isPending)
    return (
      <AuthPage title={title} purpose="Loading the link…">
        <Skeleton height={160} aria-busy />
      </AuthPage>
    );
  return (
    <AuthPage title={title} purpose="You'll be signed out everywhere. Two-factor authentication stays on.">
      <form onSubmit={form.onSubmit((body) => reset.mutate(body))} noValidate>
        <Stack gap={16}>
          {reset.isError ? (
            <Alert color="red" role="alert">
              {messageOfFailure(reset.error)}
            </Alert>
          ) : null}
          <TextInput label="Email" value={link.data.email} readOnly autoComplete="username" />
          <PasswordInput
            label="New password"
            description="At least 10 characters"
            autoComplete="new-password"
            autoFocus
            visibilityToggleButtonProps={{ "aria-label": "Show password" }}
            {...form.getInputProps("password")}
          />
          <Button type="submit" onMouseDown={keepFocus} fullWidth loading={reset.isPending}>
            Save password
          </Button>
        </Stack>
      </form>
    </AuthPage>
  );
}

function useReset(token: string) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { password: "" },
    validate: schemaResolver(draft, { sync: true }),
    validateInputOnBlur: true,
  });
  const reset = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      callOne(authRoutes.resetPassword, { body: { token, password } }),
    // the reset has ended the session of this browser, so its data goes
    onSuccess: () => {
      history.replaceState(history.state, "", paths.resetPassword);
      client.removeQueries();
    },
  });
  return { form, reset };
}

const Changed = ({ email }: { email: string }) => (
  <AuthPage title="Password changed" purpose={email}>
    <Stack gap={16}>
      <Text role="status">You have been signed out everywhere. Sign in with your new password.</Text>
      <Button component={PathLink} to={paths.login} fullWidth>
        Sign in
      </Button>
    </Stack>
  </AuthPage>
);
