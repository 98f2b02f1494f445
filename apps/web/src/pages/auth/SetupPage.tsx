import { Alert, Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { authRoutes, setupBody } from "@trunkline/contract/identity/auth.ts";
import { callOne } from "../../api/call.ts";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { AuthPage } from "./AuthPage.tsx";
import { useFinishSignIn } from "./useFinishSignIn.ts";

/** Creates the first account with the one-time token from the server log. */
export function SetupPage() {
  const [{ token = "" }] = useAddress();
  const enter = useFinishSignIn();
  const form = useForm({
    initialValues: { token, accountName: "", name: "", email: "", password: "" },
    validate: schemaResolver(setupBody, { sync: true }),
    validateInputOnBlur: true,
  });
  const setup = useMutation({
    mutationFn: (body: typeof form.values) => callOne(authRoutes.setup, { body }),
    onSuccess: enter,
  });
  return (
    <AuthPage title="Set up Trunkline" purpose="Create the first account. You will be its owner.">
      <form onSubmit={form.onSubmit((body) => setup.mutate(body))} noValidate>
        <Stack gap={16}>
          {setup.isError ? (
            <Alert color="red" role="alert">
              {messageOfFailure(setup.error)}
            </Alert>
          ) : null}
          <TextInput
            label="Setup token"
            description="Printed in the server log at startup"
            autoComplete="off"
            {...form.getInputProps("token")}
          />
          <TextInput
            label="Account name"
            description="Your company or team"
            autoComplete="organization"
            {...form.getInputProps("accountName")}
          />
          <TextInput label="Your name" autoComplete="name" {...form.getInputProps("name")} />
          <TextInput label="Email" type="email" autoComplete="username" {...form.getInputProps("email")} />
          <PasswordInput
            label="Password"
            description="At least 10 characters"
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": "Show password" }}
            {...form.getInputProps("password")}
          />
          <Button type="submit" onMouseDown={keepFocus} fullWidth loading={setup.isPending}>
            Create account
          </Button>
        </Stack>
      </form>
    </AuthPage>
  );
}
