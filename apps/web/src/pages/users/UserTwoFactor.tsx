import { Group, Stack, Title } from "@mantine/core";
import { type User, userRoutes } from "@trunkline/contract/identity/user.ts";
import { call } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";

/** Shows whether a user has two-factor authentication and turns it off. */
export function UserTwoFactor({ user, isSelf }: { user: User; isSelf: boolean }) {
  const refresh = useRefresh();
  const { userId, twoFactor, name, email } = user;
  const reset = async () => {
    const isSure = await confirm({
      title: `Turn off two-factor authentication for ${name ?? email}?`,
      consequence:
        "They will sign in with their password only until they set it up again. Make sure that they asked for it.",
      confirm: "Turn off",
    });
    if (!isSure) return;
    try {
      await call(userRoutes.resetTwoFactor, { params: { userId } });
      toastSuccess("Two-factor authentication turned off", name ?? email);
    } catch (problem) {
      toastError("Error turning off two-factor authentication", problem);
    }
    await refresh("/v4/user/");
  };
  return (
    <Stack gap={12}>
      <Title order={2}>Two-factor authentication</Title>
      <Group gap={12}>
        <StatusBadge tone={twoFactor ? "done" : "off"}>{twoFactor ? "On" : "Off"}</StatusBadge>
        <ReasonButton
          size="xs"
          variant="default"
          reason={isSelf ? "Manage your own under Settings." : twoFactor ? undefined : "It is not set up."}
          onClick={() => void reset()}
        >
          Turn off
        </ReasonButton>
      </Group>
    </Stack>
  );
}
