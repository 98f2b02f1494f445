import { Alert, Anchor, Button, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { authRoutes, requestResetBody } from "@trunkline/contract/identity/auth.ts";
import { call } from "../../api/call.ts";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { AuthPage } from "./AuthPage.tsx";

const title = "Forgot password?";

/** Requests a password reset link. The page says the same whether or not the user exists. */
export function ForgotPasswordPage() {
  const entrance = useQuery(oneOf(authRoutes.entrance));
  const form = useForm({
    initialValues: { email: "" },
    validate: schemaResolver(requestResetBody, { sync: true }),
  });
  const request = useMutation({
    mutationFn: (body: typeof form.values) => call(authRoutes.requestReset, { body }),
  });
  if (entrance.isError)
    return (
      <AuthPage title={title} purpose="We'll email you a link to choose a new password.">
        <ErrorState title="Error loading the page" problem={entrance.error} retry={() => entrance.refetch()} />
      </AuthPage>
    );
  if (entrance.isPending)
    return (
      <AuthPage title={title} purpose="We'll email you a link to choose a new password.">
        <Skeleton height={108} aria-busy />
      </AuthPage>
    );
  if (!entrance.data.mail) return <WithoutMail />;
  if (request.isSuccess) return <Sent email={form.values.email.trim()} again={() => request.reset()} />;
  return (
    <AuthPage title={title} purpose="Enter your email and we'll send you a link to choose a new password.">
      <form onSubmit={form.onSubmit((body) => request.mutate(body))} noValidate>
        <Stack gap={16}>
          {request.isError ? (
            <Alert color="red" role="alert">
              {messageOfFailure(request.error)}
            </Alert>
          ) : null}
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps("email")} />
          <Button type="submit" onMouseDown={keepFocus} fullWidth loading={request.isPending}>
            Send link
          </Button>
          <ToSignIn />
        </Stack>
      </form>
    </AuthPage>
  );
}

function Sent({ email, again }: { email: string; again: () => void }) {
  return (
    <AuthPage title="Check your email" purpose="The link works once and expires after one hour.">
      <Stack gap={16}>
        <Text role="status">
          If <strong>{email}</strong> belongs to a user with a password, we've sent a link to it. It can take a few
          minutes to arrive.
        </Text>
        <Text size="sm" c="dimmed">
          Nothing there? Check your spam folder or ask an administrator of your account for a link. If you use single
          sign-on, your company manages your password.
        </Text>
        <Button variant="default" fullWidth onClick={again}>
          Use another email
        </Button>
        <ToSignIn />
      </Stack>
    </AuthPage>
  );
}

const WithoutMail = () => (
  <AuthPage title={title} purpose="This server can't send email. Ask an administrator for a link instead.">
    <Stack gap={16}>
      <Text>An administrator of your account can create a link for you on your page under Users.</Text>
      <Text size="sm" c="dimmed">
        If you belong to several accounts or are the only administrator, ask the operator of this server to run{" "}
        <code>trunkline user reset-link</code>.
      </Text>
      <ToSignIn />
    </Stack>
  </AuthPage>
);

/** Link to the sign-in page. */
export const ToSignIn = () => (
  <Anchor component={PathLink} to={paths.login} size="sm" ta="center">
    Back to sign in
  </Anchor>
);
