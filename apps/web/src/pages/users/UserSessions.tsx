import { useQuery } from "@tanstack/react-query";
import { type User, userRoutes } from "@trunkline/contract/identity/user.ts";
import { call, callOne } from "../../api/call.ts";
import { listOf } from "../../api/queries.ts";
import { Sessions } from "../../identity/Sessions.tsx";

/** A user's sessions in this account, which can be ended one by one or all together. */
export function UserSessions({ user: { userId, name, email } }: { user: User }) {
  const sessions = useQuery(listOf(userRoutes.sessions, { params: { userId } }));
  return (
    <Sessions
      rows={sessions}
      end={(sessionId) => call(userRoutes.endSession, { params: { userId, sessionId } })}
      all={{
        label: "End all",
        reason: sessions.data?.length === 0 ? "They are not signed in anywhere." : undefined,
        title: `End all sessions of ${name ?? email}?`,
        consequence: "They are signed out of this account immediately and can sign in again.",
        run: () => callOne(userRoutes.endSessions, { params: { userId } }),
        whose: name ?? email,
      }}
      path="/v4/user/"
    />
  );
}
