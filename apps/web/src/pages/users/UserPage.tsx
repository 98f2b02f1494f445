import { Button, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconHistory, IconLink, IconUserMinus } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { roles } from "@trunkline/contract/identity/roles.ts";
import { type User, userRoutes } from "@trunkline/contract/identity/user.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { notAllowed, useMay, useMe } from "../../api/me.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { RightsFields } from "../../fields/RightsFields.tsx";
import type { Rights } from "../../fields/rightsText.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { RenewInvitation } from "./RenewInvitation.tsx";
import classes from "./UserPage.module.css";
import { UserPassword } from "./UserPassword.tsx";
import { UserSessions } from "./UserSessions.tsx";
import { UserTwoFactor } from "./UserTwoFactor.tsx";
import { useRemoveUser } from "./useRemoveUser.ts";

const crumbs = [{ label: "Users", to: paths.users }];

/** One user or invitation: rights, sessions and removal. */
export function UserPage() {
  const userId = usePathPart("userId") ?? "";
  const user = useQuery({ ...oneOf(userRoutes.find, { params: { userId } }), refetchOnWindowFocus: false });
  if (user.data) return <Loaded key={userId} user={user.data} />;
  return (
    <Page title="User" crumbs={crumbs}>
      {user.isError ? (
        <ErrorState title="Error loading user" problem={user.error} retry={() => user.refetch()} />
      ) : (
        <Stack gap={16} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={240} />
        </Stack>
      )}
    </Page>
  );
}

function Loaded({ user }: { user: User }) {
  const me = useMe();
  const mayAdmin = useMay()("user-admin");
  const isInvited = user.state === "invited";
  const isSelf = user.userId === me.user.userId;
  return (
    <Page
      title={user.name ?? user.email}
      crumbs={crumbs}
      heading={
        <Group gap={8}>
          {user.name ?? user.email}
          <StatusBadge tone={isInvited ? "waits" : "done"}>{isInvited ? "Invited" : "Active"}</StatusBadge>
        </Group>
      }
      purpose={<Facts user={user} />}
      actions={
        <Actions user={user} reason={mayAdmin ? (isSelf ? "You can't remove yourself." : undefined) : notAllowed} />
      }
    >
      <div className={classes["columns"]}>
        <RightsForm
          user={user}
          reason={mayAdmin ? (isSelf ? "You can't change your own rights." : undefined) : notAllowed}
        />
        {isInvited ? null : mayAdmin ? (
          <Stack gap={24}>
            {user.signOn ? null : (
              <>
                <UserPassword user={user} isSelf={isSelf} />
                <UserTwoFactor user={user} isSelf={isSelf} />
              </>
            )}
            <UserSessions user={user} />
          </Stack>
        ) : (
          <Text c="dimmed">You need the privilege to change users to see their sessions.</Text>
        )}
      </div>
    </Page>
  );
}

function Facts({ user: { name, email, created, expires, lastSeen, state, signOn } }: { user: User }) {
  return (
    <>
      {name ? `${email}, ` : ""}
      {state === "invited" ? "invited" : "here"} since <Time at={created} />
      {expires ? (
        <>
          , link expires <Time at={expires} />
        </>
      ) : lastSeen ? (
        <>
          , last seen <Time at={lastSeen} />
        </>
      ) : null}
      {signOn ? ", by single sign-on" : ""}
    </>
  );
}

function Actions({ user, reason }: { user: User; reason: string | undefined }) {
  const go = useGo();
  const remove = useRemoveUser();
  const may = useMay()("user-admin");
  const [isRenewing, setRenewing] = useState(false);
  const isInvited = user.state === "invited";
  const leave = async () => {
    if (await remove(user)) go(paths.users);
  };
  return (
    <>
      {may && !isInvited ? (
        <Button
          variant="default"
          leftSection={<IconHistory size={16} />}
          component={PathLink}
          to={paths.audit}
          search={{ who: `user:${user.userId}` }}
        >
          Activity
        </Button>
      ) : null}
      {isInvited ? (
        <ReasonButton
          variant="default"
          leftSection={<IconLink size={16} />}
          reason={reason}
          onClick={() => setRenewing(true)}
        >
          New link
        </ReasonButton>
      ) : null}
      <ReasonButton
        variant="default"
        color="red"
        leftSection={<IconUserMinus size={16} />}
        reason={reason}
        onClick={() => void leave()}
      >
        {isInvited ? "Withdraw" : "Remove"}
      </ReasonButton>
      {isRenewing ? <RenewInvitation user={user} close={() => setRenewing(false)} /> : null}
    </>
  );
}

function RightsForm({ user, reason }: { user: User; reason: string | undefined }) {
  const me = useMe();
  const refresh = useRefresh();
  const saved: Rights = { role: user.role, privileges: user.privileges };
  const [rights, setRights] = useState<Rights>(saved);
  const isDirty = JSON.stringify(rights) !== JSON.stringify(saved);
  useLeavePrompt(isDirty);
  const save = useMutation({
    mutationFn: () => callOne(userRoutes.update, { params: { userId: user.userId }, body: rights }),
    onSuccess: async ({ role, privileges }) => {
      setRights({ role, privileges });
      await refresh("/v4/user/");
      toastSuccess("User saved", user.name ?? user.email);
    },
    onError: (problem) => toastError("Error saving user", problem),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate aria-label="Rights">
      <Stack gap={16}>
        <Title order={2}>Role and privileges</Title>
        <RightsFields
          value={rights}
          onChange={setRights}
          offered={
            me.role === "owner" && !user.signOn ? roles : roles.filter((role) => role !== "owner" || role === user.role)
          }
          disabled={reason !== undefined}
        />
        <FormActions
          saving={save.isPending}
          reason={reason ?? (isDirty ? undefined : "No changes to save")}
          cancelTo={paths.users}
        />
      </Stack>
    </form>
  );
}
