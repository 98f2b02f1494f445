import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Session } from "@trunkline/contract/auth.ts";
import { type User, userRoutes } from "@trunkline/contract/user.ts";
import { call, callOne } from "../../api/call.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/confirm.tsx";
import { plural } from "../../ui/formatFigure.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { browserOf, SessionsTable } from "../../ui/SessionsTable.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";

/** Where a user is signed in to this account, each session to be ended, or all. */
export function UserSessions({ user: { userId, name, email } }: { user: User }) {
  const refresh = useRefresh();
  const sessions = useQuery(listOf(userRoutes.sessions, { params: { userId } }));
  const end = async ({ sessionId, agent }: Session) => {
    try {
      await call(userRoutes.endSession, { params: { userId, sessionId } });
      toastSuccess("Session ended", browserOf(agent));
    } catch (problem) {
      toastError("Error ending session", problem);
    }
    await refresh("/v4/user/");
  };
  const endAll = async () => {
    const isSure = await confirm({
      title: `End all sessions of ${name ?? email}?`,
      consequence: "They are signed out of this account at once and may sign in again.",
      confirm: "End sessions",
    });
    if (!isSure) return;
    try {
      const { ended } = await callOne(userRoutes.endSessions, { params: { userId } });
      toastSuccess(`${plural(ended, "session")} ended`, name ?? email);
    } catch (problem) {
      toastError("Error ending sessions", problem);
    }
    await refresh("/v4/user/");
  };
  return (
    <Stack gap={12}>
      <Title order={2}>Sessions</Title>
      <SessionsTable
        rows={sessions}
        end={(row) => void end(row)}
        filters={
          <ReasonButton
            size="xs"
            variant="default"
            reason={sessions.data?.length === 0 ? "They are signed in nowhere." : undefined}
            onClick={() => void endAll()}
          >
            End all
          </ReasonButton>
        }
      />
    </Stack>
  );
}
