import { Modal, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type User, userRoutes } from "@trunkline/contract/identity/user.ts";
import { callOne } from "../../api/call.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { ShownOnce } from "../../ui/dialog/ShownOnce.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { Time } from "../../ui/text/Time.tsx";

/** Creates a one-time password reset link for a user. */
export function UserPassword({ user, isSelf }: { user: User; isSelf: boolean }) {
  const { userId, email } = user;
  const name = user.name || email;
  const link = useMutation({
    mutationFn: () => callOne(userRoutes.resetLink, { params: { userId } }),
    onError: (problem) => toastError("Error creating the link", problem),
  });
  const make = async () => {
    const isSure = await confirm({
      title: `Create a password link for ${name}?`,
      consequence: "Anyone who has the link can choose a new password for them. Make sure that they asked for it.",
      confirm: "Create link",
    });
    if (isSure) link.mutate();
  };
  return (
    <Stack gap={12}>
      <Title order={2}>Password</Title>
      <Text size="sm" c="dimmed">
        The link lets them choose a new password and signs them out everywhere. It works once, for 24 hours.
      </Text>
      <div>
        <ReasonButton
          size="xs"
          variant="default"
          loading={link.isPending}
          reason={isSelf ? "Change your own under Settings." : undefined}
          onClick={() => void make()}
        >
          Create password link
        </ReasonButton>
      </div>
      {link.data ? (
        <Modal opened onClose={link.reset} title="Password link" size="md" closeOnClickOutside={false}>
          <ShownOnce label="Password link" value={link.data.resetUrl} close={link.reset}>
            <Text size="sm">
              {`Send this link to ${email}. It works once, until `}
              <Time at={link.data.expires} />.
            </Text>
          </ShownOnce>
        </Modal>
      ) : null}
    </Stack>
  );
}
