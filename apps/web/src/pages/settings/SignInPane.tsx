import { Button, Divider, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { authRoutes, passwordBody, sessionRoutes } from "@trunkline/contract/identity/auth.ts";
import { call, callOne } from "../../api/call.ts";
import { useMe } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { Sessions } from "../../identity/Sessions.tsx";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { TwoFactor } from "./TwoFactor.tsx";

/** The user's password, second factor and sessions. */
export function SignInPane() {
  const { signOn, account } = useMe();
  return (
    <Stack gap={24} data-wide>
      {signOn ? (
        <Text c="dimmed">
          You are signed in to {account.name} with single sign-on. Your identity provider manages your password and
          second factor.
        </Text>
      ) : (
        <>
          <Password />
          <Divider />
          <TwoFactor />
        </>
      )}
      <Divider />
      <OwnSessions />
    </Stack>
  );
}

function Password() {
  const refresh = useRefresh();
  const form = useForm({
    initialValues: { current: "", next: "" },
    validate: schemaResolver(passwordBody, { sync: true }),
    validateInputOnBlur: true,
  });
  const save = useMutation({
    mutationFn: (body: typeof form.values) => call(authRoutes.password, { body }),
    onSuccess: async () => {
      form.reset();
      toastSuccess("Password changed", "Your other sessions have ended.");
      await refresh("/v4/session/");
    },
    onError: (problem) => toastError("Error changing password", problem),
  });
  const eye = { "aria-label": "Show password" };
  return (
    <form onSubmit={form.onSubmit((body) => save.mutate(body))} noValidate style={{ maxWidth: 400 }}>
      <Stack gap={16}>
        <Title order={2}>Password</Title>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={eye}
          {...form.getInputProps("current")}
        />
        <PasswordInput
          label="New password"
          description="At least 10 characters. Your other sessions will end."
          autoComplete="new-password"
          visibilityToggleButtonProps={eye}
          {...form.getInputProps("next")}
        />
        <div>
          <Button type="submit" onMouseDown={keepFocus} loading={save.isPending}>
            Change password
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function OwnSessions() {
  const sessions = useQuery(listOf(sessionRoutes.list));
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <Sessions
      rows={sessions}
      end={(sessionId) => call(sessionRoutes.end, { params: { sessionId } })}
      all={{
        label: "End all others",
        reason: others === 0 ? "You are not signed in anywhere else." : undefined,
        title: "End all other sessions?",
        consequence: "You will have to sign in again on all other devices.",
        run: () => callOne(sessionRoutes.endOthers),
      }}
      path="/v4/session/"
    />
  );
}
