import { Button, Divider, PasswordInput, Stack, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { authRoutes, type Session, sessionRoutes } from "@trunkline/contract/auth.ts";
import { call, callOne } from "../../api/call.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/confirm.tsx";
import { plural } from "../../ui/formatFigure.ts";
import { keepFocus } from "../../ui/keepFocus.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { browserOf, SessionsTable } from "../../ui/SessionsTable.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import { TwoFactor } from "./TwoFactor.tsx";

/** The own password and second factor, and where one is signed in. */
export function SignInPane() {
  return (
    <Stack gap={24} data-wide>
      <Password />
      <Divider />
      <TwoFactor />
      <Divider />
      <Sessions />
    </Stack>
  );
}

function Password() {
  const refresh = useRefresh();
  const form = useForm({
    initialValues: { current: "", next: "" },
    validate: schemaResolver(authRoutes.password.body!, { sync: true }),
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
          description="At least 10 characters. Your other sessions end."
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

function Sessions() {
  const refresh = useRefresh();
  const sessions = useQuery(listOf(sessionRoutes.list));
  const end = async ({ sessionId, agent }: Session) => {
    try {
      await call(sessionRoutes.end, { params: { sessionId } });
      toastSuccess("Session ended", browserOf(agent));
    } catch (problem) {
      toastError("Error ending session", problem);
    }
    await refresh("/v4/session/");
  };
  const endOthers = async () => {
    const isSure = await confirm({
      title: "End all other sessions?",
      consequence: "Wherever else you are signed in, you are asked to sign in again.",
      confirm: "End sessions",
    });
    if (!isSure) return;
    try {
      const { ended } = await callOne(sessionRoutes.endOthers);
      toastSuccess(`${plural(ended, "session")} ended`);
    } catch (problem) {
      toastError("Error ending sessions", problem);
    }
    await refresh("/v4/session/");
  };
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  return (
    <Stack gap={12}>
      <Title order={2}>Sessions</Title>
      <SessionsTable
        rows={sessions}
        end={(row) => void end(row)}
        filters={
          <ReasonButton
            size="xs"
            variant="default"
            reason={others === 0 ? "You are signed in nowhere else." : undefined}
            onClick={() => void endOthers()}
          >
            End all others
          </ReasonButton>
        }
      />
    </Stack>
  );
}
