import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { authRoutes } from "@trunkline/contract/auth.ts";
import { callOne } from "../../api/call.ts";
import { meQuery } from "../../api/me.ts";
import { useSignOut } from "../../api/useSignOut.ts";
import { SetUpTwoFactor } from "../../twoFactor/SetUpTwoFactor.tsx";
import { toastError } from "../../ui/toast.tsx";
import { Entrance } from "./Entrance.tsx";
import { useEnter } from "./useEnter.ts";

/** Where somebody sets two-factor sign-in up because their account asks for it. */
export function TwoFactorPage() {
  const enter = useEnter();
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
    <Entrance
      title="Two-factor sign-in"
      purpose={`${me.data?.account.name ?? "Your account"} asks for a second factor beside your password.`}
    >
      <Stack gap={16}>
        <SetUpTwoFactor done={() => void finish()} />
        <Text size="sm">
          <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
            Sign out
          </Anchor>
        </Text>
      </Stack>
    </Entrance>
  );
}
