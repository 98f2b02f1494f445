import { Alert, Anchor, Button, Code, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation, useQuery } from "@tanstack/react-query";
import { authRoutes, signInBody } from "@trunkline/contract/identity/auth.ts";
import { useEffect } from "react";
import { callOne } from "../../api/call.ts";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";
import { AuthPage } from "./AuthPage.tsx";
import { SecondStep } from "./SecondStep.tsx";
import { SignOn, SignOnOutcome } from "./SignOn.tsx";
import { nextOf, useFinishSignIn } from "./useFinishSignIn.ts";

/** The sign-in page. Shows the demo credentials while they are unchanged, and redirects to /setup while there is no account. */
export function LoginPage() {
  const [{ next, signOn, attempt }] = useAddress();
  const go = useGo();
  const enter = useFinishSignIn();
  const entrance = useQuery(oneOf(authRoutes.entrance));
  const form = useForm({
    initialValues: { email: "", password: "" },
    validate: schemaResolver(signInBody, { sync: true }),
  });
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => callOne(authRoutes.signIn, { body }),
    onSuccess: (answer) => {
      if ("user" in answer) enter(answer);
    },
  });
  useEffect(() => {
    if (entrance.data?.setup) go(paths.setup);
  }, [entrance.data, go]);
  const demo = entrance.data?.demo;
  if (signIn.data && "challenge" in signIn.data)
    return <SecondStep challenge={signIn.data.challenge} again={() => signIn.reset()} />;
  return (
    <AuthPage
      title="Sign in"
      purpose={next ? "Sign in to pick up where you left off." : "Workflows for texts and calls."}
    >
      <SignOnOutcome outcome={signIn.isIdle ? signOn : undefined} attempt={attempt} />
      <form onSubmit={form.onSubmit((body) => signIn.mutate(body))} noValidate>
        <Stack gap={16}>
          {signIn.isError ? (
            <Alert color="red" role="alert">
              {messageOfFailure(signIn.error)}
            </Alert>
          ) : null}
          <TextInput label="Email" type="email" autoComplete="username" autoFocus {...form.getInputProps("email")} />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            visibilityToggleButtonProps={{ "aria-label": "Show password" }}
            {...form.getInputProps("password")}
          />
          <Button type="submit" onMouseDown={keepFocus} fullWidth loading={signIn.isPending}>
            Sign in
          </Button>
          <Anchor component={PathLink} to={paths.forgotPassword} size="sm" ta="center">
            Forgot password?
          </Anchor>
        </Stack>
      </form>
      <SignOn next={nextOf(next)} />
      {demo ? (
        <Alert color="gray" mt={20} title="Demo account">
          <Text size="sm">
            <Code>{demo.email}</Code> with the password <Code>{demo.password}</Code>
          </Text>
          <Button variant="default" size="xs" mt={8} loading={signIn.isPending} onClick={() => signIn.mutate(demo)}>
            Sign in to the demo
          </Button>
        </Alert>
      ) : null}
    </AuthPage>
  );
}
