import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { authRoutes } from "@trunkline/contract/identity/auth.ts";
import { useSignOut } from "../../actions/useSignOut.ts";
import { callOne } from "../../api/call.ts";
import { meQuery } from "../../api/me.ts";
import { SetUpTwoFactor } from "../../twoFactor/SetUpTwoFactor.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { AuthPage } from "./AuthPage.tsx";
import { useFinishSignIn } from "./useFinishSignIn.ts";

/** Sets up two-factor authentication when the account requires it. */
export function TwoFactorPage() {
  const enter = useFinishSignIn();
  const me = useQuery(meQuery);
  const finish = async () => {
    try {
      enter(await callOne(authRoutes.me));
    } catch (problem) {
      toastError("Error signing in", problem);
    }
  };
  const signOut = useSignOut();
  return (
    <AuthPage
      title="Two-factor authentication"
      purpose={`${me.data?.account.name ?? "Your account"} requires two-factor authentication. Set it up to continue.`}
    >
      <Stack gap={16}>
        <SetUpTwoFactor done={() => void finish()} />
        <Text size="sm">
          <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
            Sign out
          </Anchor>
        </Text>
      </Stack>
    </AuthPage>
  );
}
