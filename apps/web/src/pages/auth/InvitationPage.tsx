import { Alert, Button, PasswordInput, Skeleton, Stack, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { acceptInvitationBody, authRoutes } from "@trunkline/contract/identity/auth.ts";
import { callOne } from "../../api/call.ts";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { AuthPage } from "./AuthPage.tsx";
import { SecondStep } from "./SecondStep.tsx";
import { useFinishSignIn } from "./useFinishSignIn.ts";

/** Accepts an invitation with a name and a password. */
export function InvitationPage() {
  const token = usePathPart("token") ?? "";
  const invitation = useQuery(oneOf(authRoutes.invitation, { params: { token } }));
  const enter = useFinishSignIn();
  const go = useGo();
  const form = useForm({
    initialValues: { name: "", password: "" },
    validate: schemaResolver(acceptInvitationBody, { sync: true }),
    validateInputOnBlur: true,
  });
  const accept = useMutation({
    mutationFn: (body: typeof form.values) => callOne(authRoutes.acceptInvitation, { params: { token }, body }),
    onSuccess: (answer) => {
      if ("user" in answer) enter(answer);
    },
  });
  if (accept.data && "challenge" in accept.data)
    return <SecondStep challenge={accept.data.challenge} again={() => go(paths.login)} />;
  if (invitation.isError) {
    return (
      <AuthPage title="Invitation" purpose="This link invites you to an account.">
        <ErrorState
          title="This invitation can't be used"
          problem={invitation.error}
          retry={() => invitation.refetch()}
        />
      </AuthPage>
    );
  }
  if (invitation.isPending) {
    return (
      <AuthPage title="Invitation" purpose="Loading the invitation…">
        <Skeleton height={160} />
      </AuthPage>
    );
  }
  const { accountName, email, role } = invitation.data;
  return (
    <AuthPage title={`Join ${accountName}`} purpose={`You've been invited with the role ${role}.`}>
      <form onSubmit={form.onSubmit((body) => accept.mutate(body))} noValidate>
        <Stack gap={16}>
          {accept.isError ? (
            <Alert color="red" role="alert">
              {messageOfFailure(accept.error)}
            </Alert>
          ) : null}
          <TextInput label="Email" value={email} readOnly autoComplete="username" />
          <TextInput label="Your name" autoComplete="name" autoFocus {...form.getInputProps("name")} />
          <PasswordInput
            label="Password"
            description="At least 10 characters. If you already have an account, enter its password."
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": "Show password" }}
            {...form.getInputProps("password")}
          />
          <Button type="submit" onMouseDown={keepFocus} fullWidth loading={accept.isPending}>
            Join
          </Button>
        </Stack>
      </form>
    </AuthPage>
  );
}
