import { Anchor, Button, Group, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { authRoutes } from "@trunkline/contract/identity/auth.ts";
import { useSignOut } from "../../actions/useSignOut.ts";
import { callOne } from "../../api/call.ts";
import { meQuery } from "../../api/me.ts";
import { toastError } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { AuthPage } from "./AuthPage.tsx";
import { signOnHref } from "./signOnHref.ts";
import { nextOf, useFinishSignIn } from "./useFinishSignIn.ts";

/** Sends a user who signed in with a password to the identity provider, because the account requires it. */
export function SignOnPage() {
  const [{ next }] = useAddress();
  const me = useQuery(meQuery);
  const enter = useFinishSignIn();
  const signOut = useSignOut();
  const account = me.data?.account;
  const others = me.data?.accounts.filter(({ accountSid }) => accountSid !== account?.accountSid) ?? [];
  const goOnIn = async (accountSid: string) => {
    try {
      enter(await callOne(authRoutes.switchAccount, { body: { accountSid } }));
    } catch (problem) {
      toastError("Error switching account", problem);
    }
  };
  return (
    <AuthPage title="Single sign-on" purpose={`${account?.name ?? "Your account"} requires single sign-on.`}>
      <Stack gap={16}>
        {account === undefined ? (
          <Skeleton height={36} aria-busy={me.isPending} />
        ) : (
          <Button component="a" href={signOnHref(account.accountSid, nextOf(next))} fullWidth>
            Sign in to {account.name}
          </Button>
        )}
        {others.map(({ accountSid, name }) => (
          <Button key={accountSid} variant="default" fullWidth onClick={() => void goOnIn(accountSid)}>
            Go on in {name}
          </Button>
        ))}
        <Group>
          <Anchor component="button" type="button" size="sm" onClick={() => void signOut()}>
            Sign out
          </Anchor>
        </Group>
      </Stack>
    </AuthPage>
  );
}
